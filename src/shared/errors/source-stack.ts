import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Folder of the built files, each with a source map beside it. */
const BUILT = new URL('../../', import.meta.url).href;

/**
 * Matches a position in a built file, starting with the name relative to the folder. Excludes two dots in a row, which
 * could lead out of the folder.
 */
const PLACE = /^((?:[\w@-]+[./])+m?js):(\d+):(\d+)/;

const maps = new Map<string, SourceMap>();

/**
 * Returns an error's stack with positions in the sources, since the build bundles many of them into one file. The
 * message at the beginning may be untrusted text, which must not make this fail, take long, or read any other file.
 */
export function sourceStack({ stack = '' }: Error, folder = BUILT): string {
  const [beginning = '', ...others] = stack.split(folder);
  return beginning + others.map((text) => withSource(text, folder)).join('');
}

/** Replaces the built position at the start of `text` with the position in the source, if known. */
function withSource(text: string, folder: string): string {
  const [place = '', name = '', line, column] = PLACE.exec(text) ?? [];
  const file = folder + name;
  const map = name === '' ? undefined : findMap(file);
  const origin = map?.findOrigin(Number(line), Number(column));
  if (!origin || !('fileName' in origin)) return folder + text;
  const source = new URL(origin.fileName, file).href;
  return `${source}:${origin.lineNumber}:${origin.columnNumber}${text.slice(place.length)}`;
}

function findMap(file: string): SourceMap | undefined {
  const map = maps.get(file) ?? readMap(`${fileURLToPath(file)}.map`);
  // Missing maps are not cached, since untrusted input could name any number of files.
  if (map) maps.set(file, map);
  return map;
}

/**
 * Reads a source map; undefined also if it cannot be read, e.g. when file descriptors have run out, since no log line
 * may fail because of its positions.
 */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
