import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeColumns, decodeSome, encodeColumns } from '../../../../src/features/monitoring/history/chunk-codec.js';

const figure = fc.option(
  fc.oneof(
    fc.nat(1000),
    fc.maxSafeNat().map((value) => value % 2 ** 51),
  ),
  { nil: null },
);

/** Generates tables whose columns have equal length. */
const tables = fc
  .tuple(fc.nat(30), fc.nat(100))
  .chain(([columns, rows]) =>
    fc.array(fc.array(figure, { minLength: rows, maxLength: rows }), { minLength: columns, maxLength: columns }),
  )
  .map((columns) => columns.map((column) => Float64Array.from(column)));

describe('the columns of a chunk', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(decodeColumns(encodeColumns(table))).toEqual(table);
      }),
    );
  });

  test('are the same if only some of them are read, and the others are empty', () => {
    fc.assert(
      fc.property(tables, fc.uniqueArray(fc.nat(35)), (table, chosen) => {
        const wanted = Array.from({ length: Math.max(-1, ...chosen) + 1 }, (_, index) => chosen.includes(index));
        const read = decodeSome(encodeColumns(table), wanted);
        for (const index of chosen) expect(read[index]).toEqual(table[index]);
        expect(read.every((column, index) => wanted[index] || column.length === 0)).toBe(true);
      }),
    );
  });

  test('take one byte a number where little changes', () => {
    const column = Float64Array.from({ length: 1000 }, (_, row) => 5000 + (row % 50));
    expect(encodeColumns([column]).length).toBeLessThan(1010);
  });

  test.each([-1, 0.5, Number.POSITIVE_INFINITY, 2 ** 52])('%s cannot be stored', (value) => {
    expect(() => encodeColumns([Float64Array.of(value)])).toThrow(RangeError);
  });

  test('what is cut off or something else is rejected, whatever it is', () => {
    const whole = encodeColumns([Float64Array.of(1, 2, 3), Float64Array.of(400, Number.NaN, 5e9)]);
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => decodeColumns(whole.subarray(0, length))).toThrow(RangeError);
      expect(() => decodeSome(whole.subarray(0, length), [false, true])).toThrow(RangeError);
    }
    expect(() => decodeColumns(Uint8Array.of(2, 0, 0))).toThrow(/format 2/);
    // The chunk claims to have 2⁴² rows, but no memory is allocated for rows that do not exist.
    expect(() => decodeColumns(Uint8Array.of(1, 1, ...Array<number>(6).fill(128), 1))).toThrow('A chunk is truncated');
  });
});
