import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ConversionName,
  conversions,
  convertBase,
} from '../../../../../src/features/conversion/rules/bases/convert-base.js';
import {
  type NumberProblem,
  parseLiteral,
  VALUE_MAX_LENGTH,
} from '../../../../../src/features/conversion/rules/bases/whole-number.js';
import type { Unreadable } from '../../../../../src/features/conversion/rules/unreadable.js';

const names = Object.keys(conversions) as ConversionName[];
const PREFIX: Readonly<Record<number, string>> = { 2: '0b', 8: '0o', 16: '0x' };

const wholeNumber = fc.bigInt({ min: -(2n ** 4000n), max: 2n ** 4000n });
const radix = fc.integer({ min: 2, max: 36 });
const blanks = fc.stringMatching(/^[ \t\n]{0,9}$/, { size: 'max' });

/** Generates a value as users may write it, with blanks, sign, prefix and digits in any case. */
function writtenIn(base: number) {
  return fc.tuple(wholeNumber, blanks, blanks, fc.boolean(), fc.boolean(), fc.constantFrom('', '+')).map((parts) => {
    const [number, before, after, prefixed, upper, plus] = parts;
    const sign = number < 0n ? '-' : plus;
    const digits = (number < 0n ? -number : number).toString(base);
    const body = (prefixed ? (PREFIX[base] ?? '') : '') + digits;
    return { number, value: before + sign + (upper ? body.toUpperCase() : body) + after };
  });
}

/** Returns the result of a conversion, or undefined if the value is not a number of its base. */
function convert(name: ConversionName, value: string): string | undefined {
  const { from, to } = conversions[name];
  const converted = convertBase(value, from, to);
  return 'result' in converted ? converted.result : undefined;
}

function findProblem(value: string, base: number): NumberProblem {
  return (convertBase(value, base, 10) as Unreadable<NumberProblem>).problem;
}

describe('conversion between bases (contract 5)', () => {
  test.each(names)('%s gives exactly the number that BigInt gives, however it is written', (name) => {
    const { from, to } = conversions[name];
    fc.assert(
      fc.property(writtenIn(from), ({ number, value }) => {
        fc.pre(value.length <= VALUE_MAX_LENGTH);
        expect(convert(name, value)).toBe(number.toString(to).toUpperCase());
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
        const there = convert(forth, String(number));
        fc.pre(there !== undefined && there.length <= VALUE_MAX_LENGTH);
        expect(convert(back, there ?? '')).toBe(String(number));
      }),
    );
  });

  test.each(names)('%s gives either undefined or digits, for any text', (name) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', size: 'max', maxLength: VALUE_MAX_LENGTH + 100 }), (value) => {
        expect(convert(name, value) ?? '0').toMatch(/^-?[0-9A-F]+$/);
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
    expect(convert(name, value)).toBeUndefined();
  });

  test('the prefix of another base may be digits of this one', () => {
    expect(convert('HEX2DEC', '0b1')).toBe('177');
  });

  test('minus zero is zero', () => {
    expect(convert('DEC2BIN', '-0')).toBe('0');
    expect(convert('HEX2DEC', '-0x00')).toBe('0');
  });

  test('4,096 characters are converted and 4,097 are not', () => {
    expect(convert('HEX2DEC', 'F'.repeat(VALUE_MAX_LENGTH))).toBe(String(16n ** 4096n - 1n));
    expect(convert('HEX2DEC', 'F'.repeat(VALUE_MAX_LENGTH + 1))).toBeUndefined();
  });
});

describe('conversion between any two of bases 2 to 36 (contract 5)', () => {
  test('gives exactly the number that BigInt gives, and reads it back', () => {
    fc.assert(
      fc.property(
        radix.chain((from) => fc.tuple(fc.constant(from), writtenIn(from))),
        radix,
        ([from, { number, value }], to) => {
          fc.pre(value.length <= VALUE_MAX_LENGTH);
          const there = convertBase(value, from, to);
          if ('problem' in there) throw new Error(JSON.stringify(there.problem));
          expect(there.result).toBe(number.toString(to).toUpperCase());
          expect(there.normalised).toBe(number.toString(from).toUpperCase());
          fc.pre(there.result.length <= VALUE_MAX_LENGTH);
          expect(convertBase(there.result, to, from)).toMatchObject({ number, result: there.normalised });
        },
      ),
    );
  });

  test('a digit that is none of the base is named with its place, however it is hidden', () => {
    const character = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom('😀', 'ſ', 'K', '٣'),
    );
    fc.assert(
      fc.property(
        radix,
        blanks,
        fc.constantFrom('', '+', '-'),
        fc.bigInt({ min: 0n, max: 2n ** 90n }),
        character,
        (...parts) => {
          const [base, before, sign, number, wrong] = parts;
          fc.pre(Number.isNaN(Number.parseInt(wrong, base)) && wrong.trim() !== '');
          const digits = number.toString(base);
          // The wrong character follows the digits, where it cannot be a sign or part of a prefix; a second one follows
          // it.
          const value = `${before}${sign}${digits}${wrong}!  `;
          expect(findProblem(value, base)).toEqual({
            kind: 'wrongDigit',
            character: wrong,
            position: [...before].length + sign.length + digits.length + 1,
            radix: base,
          });
        },
      ),
    );
  });

  test.each([
    ['', 10, { kind: 'noDigits' }],
    [' - ', 10, { kind: 'noDigits' }],
    ['0x', 16, { kind: 'noDigits' }],
    ['0b102', 2, { kind: 'wrongDigit', character: '2', position: 5, radix: 2 }],
    ['0x1', 2, { kind: 'wrongDigit', character: 'x', position: 2, radix: 2 }],
    ['😀1', 10, { kind: 'wrongDigit', character: '😀', position: 1, radix: 10 }],
    ['1😀', 10, { kind: 'wrongDigit', character: '😀', position: 2, radix: 10 }],
    ['1 000', 10, { kind: 'wrongDigit', character: ' ', position: 2, radix: 10 }],
    ['1'.repeat(VALUE_MAX_LENGTH + 1), 10, { kind: 'tooLong' }],
  ] as const)('%j in base %i: %j', (value, base, problem) => {
    expect(findProblem(value, base)).toEqual(problem);
  });

  test('a literal is read in the base of its prefix', () => {
    for (const literal of ['42', '0b101010', '0o52', '0x2A', '0X2a', ' +0x2a '])
      expect(parseLiteral(literal)).toBe(42n);
    expect(parseLiteral('-0b11')).toBe(-3n);
    expect(parseLiteral('0b2')).toMatchObject({ problem: { character: '2', position: 3, radix: 2 } });
    expect(parseLiteral('2A')).toMatchObject({ problem: { character: 'A', radix: 10 } });
  });
});
