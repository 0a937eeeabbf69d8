import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logicOperationNames } from '../../../../../src/features/conversion/rules/logic/logic-operations.js';
import { bitwise, fitsBits } from '../../../../../src/features/conversion/rules/representations/bitwise.js';
import {
  BIT_WIDTHS,
  signAndMagnitude,
  twosComplement,
  unsigned,
} from '../../../../../src/features/conversion/rules/representations/representations.js';

const width = fc.constantFrom(...BIT_WIDTHS);
/** Generates numbers, with many near the edges where overflow begins. */
const number = fc.oneof(
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc
    .tuple(
      fc.constantFrom(7n, 8n, 15n, 16n, 31n, 32n, 63n, 64n),
      fc.integer({ min: -2, max: 2 }),
      fc.constantFrom(1n, -1n),
    )
    .map(([power, beside, sign]) => sign * 2n ** power + BigInt(beside)),
);

describe('representations in bits (contract 5)', () => {
  test("unsigned and two's complement are what BigInt keeps, in as many digits as there are bits", () => {
    fc.assert(
      fc.property(number, width, (value, bits) => {
        const plain = unsigned(value, bits);
        const complement = twosComplement(value, bits);
        expect(BigInt(plain.decimal)).toBe(BigInt.asUintN(bits, value));
        expect(BigInt(complement.decimal)).toBe(BigInt.asIntN(bits, value));
        for (const { bits: pattern, hex } of [plain, complement]) {
          expect(pattern).toHaveLength(bits);
          expect(hex).toHaveLength(bits / 4);
          expect(BigInt(`0b${pattern}`)).toBe(BigInt.asUintN(bits, value));
          expect(BigInt(`0x${hex}`)).toBe(BigInt.asUintN(bits, value));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('sign and magnitude has the sign in the highest bit and the low bits of the magnitude in the others', () => {
    fc.assert(
      fc.property(number, width, (value, bits) => {
        const { bits: pattern, decimal } = signAndMagnitude(value, bits);
        const magnitude = BigInt.asUintN(bits - 1, value < 0n ? -value : value);
        expect(pattern[0]).toBe(value < 0n ? '1' : '0');
        expect(BigInt(`0b${pattern.slice(1)}`)).toBe(magnitude);
        expect(BigInt(decimal)).toBe(value < 0n ? -magnitude : magnitude);
      }),
      { numRuns: 1000 },
    );
  });

  test('a number overflows exactly where the range ends, and means itself within it', () => {
    fc.assert(
      fc.property(number, width, (value, bits) => {
        for (const representation of [
          unsigned(value, bits),
          twosComplement(value, bits),
          signAndMagnitude(value, bits),
        ]) {
          const side =
            value > BigInt(representation.maximum) ? 'ABOVE' : value < BigInt(representation.minimum) ? 'BELOW' : null;
          expect(representation.overflow).toBe(side);
          expect(BigInt(representation.decimal) === value).toBe(side === null);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('the ranges of 8 bits', () => {
    expect([unsigned(0n, 8), twosComplement(0n, 8), signAndMagnitude(0n, 8)]).toMatchObject([
      { minimum: '0', maximum: '255' },
      { minimum: '-128', maximum: '127' },
      { minimum: '-127', maximum: '127' },
    ]);
    expect(twosComplement(-128n, 8)).toMatchObject({ bits: '10000000', hex: '80', overflow: null });
    expect(twosComplement(128n, 8)).toMatchObject({ decimal: '-128', overflow: 'ABOVE' });
    expect(signAndMagnitude(-5n, 8)).toMatchObject({ bits: '10000101', hex: '85', decimal: '-5' });
  });
});

describe('bitwise operations (contract 5)', () => {
  const operators = {
    AND: (a: bigint, b: bigint) => a & b,
    OR: (a: bigint, b: bigint) => a | b,
    XOR: (a: bigint, b: bigint) => a ^ b,
    NAND: (a: bigint, b: bigint) => ~(a & b),
    NOR: (a: bigint, b: bigint) => ~(a | b),
    XNOR: (a: bigint, b: bigint) => ~(a ^ b),
    IMPLIES: (a: bigint, b: bigint) => ~a | b,
    IFF: (a: bigint, b: bigint) => ~(a ^ b),
    NOT: (a: bigint) => ~a,
  };

  test('are those of BigInt, column by column', () => {
    fc.assert(
      fc.property(number, number, width, fc.constantFrom(...logicOperationNames), (a, b, bits, operation) => {
        fc.pre(fitsBits(a, bits) && fitsBits(b, bits));
        const done = bitwise(operation, a, operation === 'NOT' ? undefined : b, bits);
        const expected = operators[operation](a, b);
        expect(done.result.unsigned).toBe(String(BigInt.asUintN(bits, expected)));
        expect(done.result.signed).toBe(String(BigInt.asIntN(bits, expected)));
        expect(done.columns.map(({ bit1 }) => bit1).join('')).toBe(done.operand1.bits);
        expect(done.columns.map(({ bit2 }) => bit2 ?? '').join('')).toBe(done.operand2?.bits ?? '');
        expect(done.columns.map(({ result }) => result).join('')).toBe(done.result.bits);
        expect(done.columns.map(({ position }) => position)).toEqual(
          Array.from({ length: bits }, (_, n) => bits - 1 - n),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    [-129n, false],
    [-128n, true],
    [255n, true],
    [256n, false],
  ])('%s fits 8 bits: %s', (value, fits) => {
    expect(fitsBits(value, 8)).toBe(fits);
  });
});
