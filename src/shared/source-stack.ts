import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const PLACE = /(file:\/\/[^\s()]+\.m?js):(\d+):(\d+)/g;

/** The maps of built files that were named, each read once; undefined for a file that has none. */
const maps = new Map<string, SourceMap | undefined>();

/** The stack of an error with places in the sources: the build puts many of them into one file. */
export function sourceStack({ stack = '' }: Error): string {
  return stack.replace(PLACE, (place: string, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return place;
    return `${new URL(origin.fileName, file).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${fileURLToPath(file)}.map`));
  return maps.get(file);
}

/** Undefined also where it cannot be read, as without a free descriptor: no log line may fail because of its places. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
