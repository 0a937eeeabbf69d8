import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** File of sums, as `sha256sum --check` reads it. */
const SUMS = 'SHA256SUMS';

/** Files of a release; a folder may have others. */
const RELEASED = /^(vigia[-_]|install\.sh$|compose\.)/;

/** Writes the sums of the released files in a folder. */
export function writeChecksums(out: string): void {
  const names = readdirSync(out).filter((name) => RELEASED.test(name));
  writeFileSync(
    join(out, SUMS),
    names
      .sort()
      .map((name) => `${sumOf(join(out, name))}  ${name}\n`)
      .join(''),
  );
}

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
