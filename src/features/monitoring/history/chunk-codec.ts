/** A table of whole numbers, by column; all columns have the same length. NaN stands for a missing value. */
export type Columns = readonly Float64Array[];

/** Converts a missing value from NaN to null. */
export function orNull(figure = Number.NaN): number | null {
  return Number.isNaN(figure) ? null : figure;
}

/** The format version, which is the first byte of every chunk. */
const FORMAT = 1;
const LARGEST = 2 ** 51;

/**
 * Encodes a table of whole numbers from 0 to 2⁵¹ compactly, column by column, with each number as a variable-length
 * difference from the previous one. Slowly changing values take one byte each.
 *
 * @throws {RangeError} for any other number.
 */
export function encodeColumns(columns: Columns): Uint8Array {
  const bytes: number[] = [FORMAT];
  writeNumber(bytes, columns.length);
  writeNumber(bytes, columns[0]?.length ?? 0);
  for (const column of columns) {
    let previous = 0;
    for (const value of column) {
      const isKnown = !Number.isNaN(value);
      if (isKnown && !(Number.isInteger(value) && value >= 0 && value <= LARGEST)) {
        throw new RangeError(`${value} cannot be stored`);
      }
      // Zero stands for a missing value.
      const present = isKnown ? value + 1 : 0;
      const difference = present - previous;
      // Zigzag encoding turns small differences of either sign into small numbers (0, -1, 1, -2 …).
      writeNumber(bytes, difference >= 0 ? difference * 2 : -difference * 2 - 1);
      previous = present;
    }
  }
  return Uint8Array.from(bytes);
}

/** Writes seven bits per byte, lowest first. The eighth bit is set if more bytes follow. */
function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/**
 * Decodes the output of {@link encodeColumns}.
 *
 * @throws {RangeError} if the bytes are truncated or in another format.
 */
export function decodeColumns(bytes: Uint8Array): Columns {
  const { cursor, columnCount, rowCount } = readHead(bytes);
  return Array.from({ length: columnCount }, () => readColumn(bytes, cursor, rowCount));
}

const SKIPPED = new Float64Array(0);

/**
 * Decodes only the wanted columns, by their indexes, and leaves the others empty. Without those behind the last one, it
 * is several times as fast.
 *
 * @throws {RangeError} as {@link decodeColumns} does, if that concerns these columns.
 */
export function decodeSome(bytes: Uint8Array, wanted: readonly boolean[]): Columns {
  const { cursor, columnCount, rowCount } = readHead(bytes);
  const length = Math.min(columnCount, wanted.length);
  const columns: Float64Array[] = [];
  for (let index = 0; index < length; index += 1) {
    if (wanted[index]) columns.push(readColumn(bytes, cursor, rowCount));
    else {
      skipColumn(bytes, cursor, rowCount);
      columns.push(SKIPPED);
    }
  }
  return columns;
}

function readHead(bytes: Uint8Array) {
  if (bytes[0] !== FORMAT) throw new RangeError(`A chunk of format ${bytes[0]} cannot be read`);
  const cursor = { at: 1 };
  const columnCount = readNumber(bytes, cursor);
  const rowCount = readNumber(bytes, cursor);
  if (columnCount * rowCount > bytes.length) throw new RangeError('A chunk is truncated');
  return { cursor, columnCount, rowCount };
}

/** Moves to the next column. The last byte of each number is below 128. */
function skipColumn(bytes: Uint8Array, cursor: { at: number }, rowCount: number): void {
  let { at } = cursor;
  for (let row = 0; row < rowCount; at += 1) {
    if (at >= bytes.length) throw new RangeError('A chunk is truncated');
    if ((bytes[at] as number) < 128) row += 1;
  }
  cursor.at = at;
}

/** Reads one column. This is the innermost loop of every history query, so it allocates nothing but the column. */
function readColumn(bytes: Uint8Array, cursor: { at: number }, rowCount: number): Float64Array {
  const column = new Float64Array(rowCount);
  let { at } = cursor;
  let previous = 0;
  for (let row = 0; row < rowCount; row += 1) {
    const first = bytes[at] as number;
    const second = bytes[at + 1] as number;
    // Nearly all numbers take one or two bytes.
    if (first < 128) {
      at += 1;
      previous += (first >>> 1) ^ -(first & 1);
    } else if (second < 128) {
      at += 2;
      const written = first - 128 + second * 128;
      previous += (written >>> 1) ^ -(written & 1);
    } else {
      cursor.at = at;
      const written = readNumber(bytes, cursor);
      previous += written % 2 === 0 ? written / 2 : -(written + 1) / 2;
      at = cursor.at;
    }
    column[row] = previous === 0 ? Number.NaN : previous - 1;
  }
  cursor.at = at;
  return column;
}

function readNumber(bytes: Uint8Array, cursor: { at: number }): number {
  let value = 0;
  let weight = 1;
  for (;;) {
    const byte = bytes[cursor.at];
    if (byte === undefined) throw new RangeError('A chunk is truncated');
    cursor.at += 1;
    if (byte < 128) return value + byte * weight;
    value += (byte - 128) * weight;
    weight *= 128;
  }
}
