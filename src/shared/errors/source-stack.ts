import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The folder of the built files, which all have a map beside them. */
const BUILT = new URL('../../', import.meta.url).href;

/** A place in a built file, from its name below the folder on. Two dots in a row would lead out of it. */
const PLACE = /^((?:[\w@-]+[./])+m?js):(\d+):(\d+)/;

/** The maps of built files that were named, each read once. */
const maps = new Map<string, SourceMap>();

/**
 * The stack of an error with places in the sources: the build puts many of them into one file. The message at its
 * beginning may be a stranger's text: it must not make this fail, take long, or read any other file.
 */
export function sourceStack({ stack = '' }: Error, folder = BUILT): string {
  const [beginning = '', ...others] = stack.split(folder);
  return beginning + others.map((text) => withSource(text, folder)).join('');
}

/** What followed the name of the folder, with the source in its place where there is one. */
function withSource(text: string, folder: string): string {
  const [place = '', name = '', line, column] = PLACE.exec(text) ?? [];
  const file = folder + name;
  const map = name === '' ? undefined : mapOf(file);
  const origin = map?.findOrigin(Number(line), Number(column));
  if (!origin || !('fileName' in origin)) return folder + text;
  const source = new URL(origin.fileName, file).href;
  return `${source}:${origin.lineNumber}:${origin.columnNumber}${text.slice(place.length)}`;
}

function mapOf(file: string): SourceMap | undefined {
  const map = maps.get(file) ?? readMap(`${fileURLToPath(file)}.map`);
  // That a file has none is not remembered: strangers could name ever more of them.
  if (map) maps.set(file, map);
  return map;
}

/** Undefined also where it cannot be read, as without a free descriptor: no log line may fail because of its places. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
