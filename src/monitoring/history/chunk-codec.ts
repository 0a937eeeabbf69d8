/** A table of whole numbers, by column: all columns have as many rows. Null stands for nothing known. */
export type Columns = readonly (readonly (number | null)[])[];

/** The first byte of every chunk: how the rest is written. */
const FORMAT = 1;

/**
 * Writes a table of whole numbers from 0 to 2⁵² compactly: column by column, each number as its difference to the one
 * above it, in as few bytes as it needs. What changes little takes one byte a number.
 *
 * @throws {RangeError} for a number that is not one of those.
 */
export function encodeColumns(columns: Columns): Uint8Array {
  const bytes: number[] = [FORMAT];
  writeNumber(bytes, columns.length);
  writeNumber(bytes, columns[0]?.length ?? 0);
  for (const column of columns) {
    let previous = 0;
    for (const value of column) {
      if (value !== null && !(Number.isInteger(value) && value >= 0 && value <= LARGEST)) {
        throw new RangeError(`${value} cannot be kept`);
      }
      // Zero is for null.
      const present = value === null ? 0 : value + 1;
      const difference = present - previous;
      // Small differences either way become small numbers: 0, -1, 1, -2 …
      writeNumber(bytes, difference >= 0 ? difference * 2 : -difference * 2 - 1);
      previous = present;
    }
  }
  return Uint8Array.from(bytes);
}

const LARGEST = 2 ** 51;

/**
 * Reads what {@link encodeColumns} wrote.
 *
 * @throws {RangeError} when it is something else.
 */
export function decodeColumns(bytes: Uint8Array): Columns {
  if (bytes[0] !== FORMAT) throw new RangeError(`A chunk of format ${bytes[0]} cannot be read`);
  const next = readNumbers(bytes, 1);
  const columnCount = next();
  const rowCount = next();
  if (columnCount * rowCount > bytes.length) throw new RangeError('A chunk is cut off');
  const columns: (number | null)[][] = [];
  for (let column = 0; column < columnCount; column += 1) {
    const values: (number | null)[] = [];
    let previous = 0;
    for (let row = 0; row < rowCount; row += 1) {
      const written = next();
      previous += written % 2 === 0 ? written / 2 : -(written + 1) / 2;
      values.push(previous === 0 ? null : previous - 1);
    }
    columns.push(values);
  }
  return columns;
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Gives the numbers that {@link writeNumber} wrote, one after another. */
function readNumbers(bytes: Uint8Array, start: number): () => number {
  let at = start;
  return () => {
    let value = 0;
    let weight = 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new RangeError('A chunk is cut off');
      at += 1;
      if (byte < 128) return value + byte * weight;
      value += (byte - 128) * weight;
      weight *= 128;
    }
  };
}
