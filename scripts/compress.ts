import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = 'dist/client/**/*.{js,css,svg,ttf}';

/** Above this size, the best quality takes seconds per file but gains only a few per cent. */
const BEST_QUALITY_UP_TO_BYTES = 400_000;

/** Writes a `.br` and a `.gz` next to every client file that gets smaller; fonts and pictures do not. */
export async function compressClient(): Promise<void> {
  await Promise.all(globSync(COMPRESSIBLE).map(compress));
}

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file);
  const quality = bytes.length > BEST_QUALITY_UP_TO_BYTES ? 9 : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < bytes.length) writeFileSync(`${file}.br`, br);
  if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz);
}
