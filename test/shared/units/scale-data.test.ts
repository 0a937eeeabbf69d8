import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaleData, scaleRate } from '../../../src/shared/units/scale-data.js';

const BINARY = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const DECIMAL = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

describe('amounts of data', () => {
  test.each([
    [{}, 'GiB', 23.56],
    [{ unitPrefixes: 'binary' }, 'GiB', 23.56],
    [{ unitPrefixes: 'decimal' }, 'GB', 25.3],
  ] as const)('with %o, 25.3 thousand million bytes are in %s', (units, unit, number) => {
    const scaled = scaleData(25.3e9, 'B', units);
    expect(scaled.unit).toBe(unit);
    expect(scaled.number).toBeCloseTo(number, 2);
  });

  test.each([
    [BINARY, 1024, {}],
    [DECIMAL, 1000, { unitPrefixes: 'decimal' }],
  ] as const)(
    'stay what they are in %j, and are in the largest unit of which there is at least one',
    (names, step, units) => {
      const amount = fc.oneof(
        fc.double({ min: 0, max: 1e17, noNaN: true }),
        fc.nat(5).map((power) => step ** power),
      );
      fc.assert(
        fc.property(amount, (bytes) => {
          const { number, unit, isWhole } = scaleData(bytes, 'B', units);
          const power = names.indexOf(unit as never);
          expect(number * step ** power).toBeCloseTo(bytes, -Math.floor(Math.log10(bytes + 1)) + 12);
          if (power > 0) expect(number).toBeGreaterThanOrEqual(1);
          if (power < names.length - 1) expect(number).toBeLessThan(step);
          expect(isWhole).toBe(power === 0);
          expect(scaleData(-bytes, 'B', units)).toEqual({ number: -number, unit, isWhole });
        }),
      );
    },
  );
});

test('data rates are in bytes or in bits, of which a byte has eight', () => {
  const rate = 12.5e6;
  expect(scaleRate(rate, {}).unit).toBe('MiB/s');
  expect(scaleRate(rate, { unitPrefixes: 'decimal' })).toMatchObject({ number: 12.5, unit: 'MB/s' });
  expect(scaleRate(rate, { unitPrefixes: 'decimal', dataRates: 'bits' })).toMatchObject({
    number: 100,
    unit: 'Mbit/s',
  });
  const binary = scaleRate(rate, { dataRates: 'bits' });
  expect([binary.unit, binary.number]).toEqual(['Mibit/s', 1e8 / 1024 ** 2]);
});
