import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ConversionName, conversions, convertBase, VALUE_MAX_LENGTH } from '../../src/conversion/convert-base.js';

const names = Object.keys(conversions) as ConversionName[];
const RADIX = { bin: 2, oct: 8, dec: 10, hex: 16 } as const;
const PREFIX = { bin: '0b', oct: '0o', dec: '', hex: '0x' } as const;

const wholeNumber = fc.bigInt({ min: -(2n ** 4000n), max: 2n ** 4000n });
const blanks = fc.stringMatching(/^[ \t\n]{0,9}$/);

/** A value as somebody may write it: blanks, sign, prefix, digits in any case. */
function writtenIn(base: keyof typeof RADIX) {
  return fc.tuple(wholeNumber, blanks, blanks, fc.boolean(), fc.boolean(), fc.constantFrom('', '+')).map((parts) => {
    const [number, before, after, prefixed, upper, plus] = parts;
    const sign = number < 0n ? '-' : plus;
    const digits = (number < 0n ? -number : number).toString(RADIX[base]);
    const body = (prefixed ? PREFIX[base] : '') + digits;
    return { number, value: before + sign + (upper ? body.toUpperCase() : body) + after };
  });
}

describe('conversion between bases (specification 4.8, contract 5)', () => {
  test.each(names)('%s gives exactly the number that BigInt gives, however it is written', (name) => {
    const { from, to } = conversions[name];
    fc.assert(
      fc.property(writtenIn(from), ({ number, value }) => {
        fc.pre(value.length <= VALUE_MAX_LENGTH);
        expect(convertBase(name, value)).toBe(number.toString(RADIX[to]).toUpperCase());
      }),
    );
  });

  test.each([
    ['BIN2DEC', 'DEC2BIN'],
    ['OCT2DEC', 'DEC2OCT'],
    ['HEX2DEC', 'DEC2HEX'],
  ] as const)('%s undoes %s', (back, forth) => {
    fc.assert(
      fc.property(wholeNumber, (number) => {
        const there = convertBase(forth, String(number));
        fc.pre(there !== undefined && there.length <= VALUE_MAX_LENGTH);
        expect(convertBase(back, there ?? '')).toBe(String(number));
      }),
    );
  });

  test.each(names)('%s gives either undefined or digits, for any text', (name) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', size: 'max', maxLength: VALUE_MAX_LENGTH + 100 }), (value) => {
        expect(convertBase(name, value) ?? '0').toMatch(/^-?[0-9A-F]+$/);
      }),
    );
  });

  test.each([
    ['BIN2DEC', '102'],
    ['OCT2DEC', '8'],
    ['DEC2BIN', '0b1'],
    ['DEC2BIN', '1e3'],
    ['DEC2BIN', '1.5'],
    ['DEC2BIN', '1_000'],
    ['DEC2BIN', '1 000'],
    ['DEC2BIN', '--1'],
    ['DEC2BIN', '+-1'],
    ['DEC2BIN', '- 1'],
    ['DEC2BIN', ''],
    ['DEC2BIN', '   '],
    ['DEC2BIN', '-'],
    ['DEC2BIN', '٣'],
    ['DEC2BIN', '１２'],
    ['DEC2BIN', 'Infinity'],
    ['HEX2DEC', '0x'],
    ['HEX2DEC', '0x0xFF'],
    ['HEX2DEC', '0b1g'],
    ['HEX2DEC', 'FFh'],
    ['BIN2DEC', '0x1'],
    ['BIN2DEC', '0'.repeat(0)],
  ] as const)('%s refuses %j', (name, value) => {
    expect(convertBase(name, value)).toBeUndefined();
  });

  test('the prefix of another base may be digits of this one', () => {
    expect(convertBase('HEX2DEC', '0b1')).toBe('177');
  });

  test('minus zero is zero', () => {
    expect(convertBase('DEC2BIN', '-0')).toBe('0');
    expect(convertBase('HEX2DEC', '-0x00')).toBe('0');
  });

  test('4,096 characters are converted and 4,097 are not', () => {
    expect(convertBase('HEX2DEC', 'F'.repeat(VALUE_MAX_LENGTH))).toBe(String(16n ** 4096n - 1n));
    expect(convertBase('HEX2DEC', 'F'.repeat(VALUE_MAX_LENGTH + 1))).toBeUndefined();
  });
});
