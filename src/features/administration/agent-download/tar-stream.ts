import { createReadStream } from 'node:fs';

/** A file in an archive. */
export interface TarEntry {
  readonly name: string;
  readonly isProgram: boolean;
  readonly bytes: number;
  /** Place of the content. */
  readonly file: string;
}

const BLOCK = 512;

/** Time of every file, in seconds, so that the same files make the same archive at every hub. */
const MODIFIED = 1_000_000_000;

/** Yields an archive in the format ustar, in which all belongs to root. @throws if a file is not as long as its entry says. */
export async function* tarStream(entries: readonly TarEntry[]): AsyncGenerator<Buffer> {
  for (const entry of entries) {
    yield header(entry);
    let read = 0;
    for await (const part of createReadStream(entry.file) as AsyncIterable<Buffer>) {
      read += part.length;
      yield part;
    }
    if (read !== entry.bytes) throw new Error(`${entry.file} has changed while it was read`);
    yield Buffer.alloc((BLOCK - (read % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Lays out a header: its fields in order, each with its length. */
function header({ name, isProgram, bytes }: TarEntry): Buffer {
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const fields = (sum: string): (readonly [string, number])[] => [
    [name, 100],
    [octal(isProgram ? 0o755 : 0o644, 8), 8],
    [octal(0, 8), 8],
    [octal(0, 8), 8],
    [octal(bytes, 12), 12],
    [octal(MODIFIED, 12), 12],
    [sum, 8],
    // A regular file.
    ['0', 1],
    ['', 100],
    ['ustar\x0000', 8],
    ['root', 32],
    ['root', 32],
  ];
  const text = (sum: string) =>
    fields(sum)
      .map(([value, length]) => value.padEnd(length, '\0'))
      .join('');
  // The sum is that of the header with spaces in its place.
  const sum = Buffer.from(text(' '.repeat(8)), 'latin1').reduce((total, byte) => total + byte, 0);
  return Buffer.concat([Buffer.from(text(`${octal(sum, 7)} `), 'latin1')], BLOCK);
}
