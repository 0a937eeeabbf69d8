import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  ArithmeticResult,
  ShiftKind,
} from '../../../../../src/features/conversion/rules/arithmetic/arithmetic-calculation.js';
import {
  type ArithmeticOperationName,
  arithmeticOperationNames,
} from '../../../../../src/features/conversion/rules/arithmetic/arithmetic-operation.js';
import {
  binaryArithmetic,
  isSecondNumber,
} from '../../../../../src/features/conversion/rules/arithmetic/binary-arithmetic.js';
import { twosComplementSteps } from '../../../../../src/features/conversion/rules/arithmetic/twos-complement-steps.js';
import { BIT_WIDTHS } from '../../../../../src/features/conversion/rules/representations/representations.js';

/** Computes an 8-bit processor's result with ordinary numbers: the pattern, then carry, overflow, zero and negative. */
function expected(operation: ArithmeticOperationName, a: number, b: number, kind?: ShiftKind): string {
  const [signedA, signedB] = [(a << 24) >> 24, (b << 24) >> 24];
  let exact = 0;
  let signed = 0;
  let carry = false;
  switch (operation) {
    case 'ADD':
      [exact, signed] = [a + b, signedA + signedB];
      carry = exact > 255;
      break;
    case 'SUBTRACT':
      [exact, signed] = [a - b, signedA - signedB];
      carry = a < b;
      break;
    case 'MULTIPLY':
      [exact, signed] = [a * b, signedA * signedB];
      carry = exact > 255;
      break;
    case 'SHIFT_LEFT':
      [exact, signed] = [a * 2 ** b, signedA * 2 ** b];
      carry = b > 0 && (Math.trunc(exact / 256) & 1) === 1;
      break;
    case 'SHIFT_RIGHT':
      exact = Math.floor((kind === 'ARITHMETIC' ? signedA : a) / 2 ** b);
      carry = b > 0 && (Math.floor(a / 2 ** (b - 1)) & 1) === 1;
      break;
  }
  const pattern = exact & 255;
  const overflow = operation !== 'SHIFT_RIGHT' && (signed < -128 || signed > 127);
  return [pattern, carry, overflow, pattern === 0, pattern > 127].join();
}

function outcomeOf({ result, flags }: ArithmeticResult): string {
  return [Number.parseInt(result.bits, 2), flags.carry, flags.overflow, flags.zero, flags.negative].join();
}

/** Compares strings, since a million `expect` calls would take longer than the calculations. */
function wrongOnes(operation: ArithmeticOperationName, second: number, shiftKind?: ShiftKind): string[] {
  const wrong: string[] = [];
  for (let a = 0; a < 256; a += 1) {
    for (let b = 0; b < second; b += 1) {
      const done = binaryArithmetic({ operation, width: 8, number1: BigInt(a), number2: BigInt(b), shiftKind });
      const wanted = expected(operation, a, b, shiftKind);
      if (outcomeOf(done) !== wanted) wrong.push(`${a} ${operation} ${b}: ${outcomeOf(done)}, not ${wanted}`);
    }
  }
  return wrong.slice(0, 5);
}

describe('binary arithmetic (contract 15)', () => {
  test.each(['ADD', 'SUBTRACT', 'MULTIPLY'] as const)(
    '%s gives result and flags for all pairs of bytes',
    (operation) => {
      expect(wrongOnes(operation, 256)).toEqual([]);
    },
  );

  test('shifts give result and flags for all bytes and counts', () => {
    expect(wrongOnes('SHIFT_LEFT', 9)).toEqual([]);
    expect(wrongOnes('SHIFT_RIGHT', 9, 'LOGICAL')).toEqual([]);
    expect(wrongOnes('SHIFT_RIGHT', 9, 'ARITHMETIC')).toEqual([]);
  });

  const task = fc
    .constantFrom(...BIT_WIDTHS)
    .chain((width) =>
      fc.record({
        operation: fc.constantFrom(...arithmeticOperationNames),
        width: fc.constant(width),
        number1: fc.bigInt({ min: -(2n ** BigInt(width - 1)), max: 2n ** BigInt(width) - 1n }),
        number2: fc.oneof(
          fc.bigInt({ min: 0n, max: BigInt(width) }),
          fc.bigInt({ min: -(2n ** BigInt(width - 1)), max: 2n ** BigInt(width) - 1n }),
        ),
      }),
    )
    .filter(({ operation, number2, width }) => isSecondNumber(operation, number2, width));

  test('in every width the low bits of the exact result remain, and a flag says that it does not fit', () => {
    fc.assert(
      fc.property(task, (made) => {
        const { result, exactSigned, exactUnsigned, flags } = binaryArithmetic(made);
        const exact = { unsigned: BigInt(exactUnsigned), signed: BigInt(exactSigned) };
        const kind = made.number1 < 0n ? exact.signed : exact.unsigned;
        expect(result.unsigned).toBe(
          String(BigInt.asUintN(made.width, made.operation === 'SHIFT_RIGHT' ? kind : exact.unsigned)),
        );
        if (made.operation === 'SHIFT_RIGHT') return;
        expect(flags.overflow).toBe(result.signed !== exactSigned);
        if (made.operation !== 'SHIFT_LEFT') expect(flags.carry).toBe(result.unsigned !== exactUnsigned);
      }),
      { numRuns: 2000 },
    );
  });

  test('columns add up as they are written, from the right', () => {
    fc.assert(
      fc.property(task, (made) => {
        const { columns, operation, result, product, partialProducts, operand1 } = binaryArithmetic(made);
        expect(columns.map(({ result: bit }) => bit).join('')).toBe(product ?? result.bits);
        let carry = 0;
        for (const column of columns.toReversed()) {
          if (operation === 'SHIFT_LEFT' || operation === 'SHIFT_RIGHT') {
            const fill = operation === 'SHIFT_RIGHT' && made.number1 < 0n ? 1 : 0;
            const moved = column.source === null ? fill : Number(operand1.bits.at(-1 - column.source));
            expect(column.result).toBe(moved);
            continue;
          }
          expect(column.carryIn).toBe(carry);
          carry = column.carryOut ?? 0;
          if (operation === 'SUBTRACT') {
            const left = 2 * carry + (column.bit1 ?? 0) - (column.bit2 ?? 0) - (column.carryIn ?? 0);
            expect(left).toBe(column.result);
          } else {
            const ones = column.ones ?? (column.bit1 ?? 0) + (column.bit2 ?? 0);
            expect(ones + (column.carryIn ?? 0)).toBe(2 * carry + column.result);
          }
        }
        if (operation !== 'MULTIPLY') return;
        const rows = partialProducts.map(({ bits, position }) => BigInt(`0b${bits}`) << BigInt(position));
        expect(rows.reduce((sum, row) => sum + row)).toBe(BigInt(`0b${product}`));
        expect(partialProducts).toHaveLength(made.width);
      }),
      { numRuns: 1000 },
    );
  });

  test("inverting and adding one gives the opposite in two's complement, by columns, for every byte", () => {
    for (let number = 0; number < 256; number += 1) {
      const { bits, inverted, result, columns } = twosComplementSteps(BigInt(number), 8);
      expect([bits, inverted, result].map((text) => Number.parseInt(text, 2))).toEqual([
        number,
        255 - number,
        -number & 255,
      ]);
      let carry = 1;
      for (const { bit, carryIn, result: sum, position } of columns.toReversed()) {
        expect([bit, carryIn]).toEqual([Number(inverted.at(-1 - position)), carry]);
        expect(sum).toBe(bit ^ carry);
        carry &= bit;
      }
    }
  });

  test('a calculation has the complements that are written beside it', () => {
    const difference = binaryArithmetic({ operation: 'SUBTRACT', width: 8, number1: -5n, number2: 3n });
    expect(difference.complement1).toMatchObject({ bits: '00000101', inverted: '11111010', result: '11111011' });
    expect(difference.complement2).toBeNull();
    expect(difference.negated2).toMatchObject({ bits: '00000011', inverted: '11111100', result: '11111101' });
    expect(difference.magnitude).toMatchObject({ bits: '11111000', inverted: '00000111', result: '00001000' });
    const sum = binaryArithmetic({ operation: 'ADD', width: 8, number1: 5n, number2: -3n });
    expect(sum).toMatchObject({ complement1: null, negated2: null, magnitude: null });
    expect(sum.complement2?.result).toBe('11111101');
  });

  test.each([
    ['ADD', -129n, false],
    ['ADD', -128n, true],
    ['ADD', 255n, true],
    ['ADD', 256n, false],
    ['SHIFT_LEFT', -1n, false],
    ['SHIFT_LEFT', 0n, true],
    ['SHIFT_RIGHT', 8n, true],
    ['SHIFT_RIGHT', 9n, false],
  ] as const)('%s with %s in 8 bits: %s', (operation, number, fits) => {
    expect(isSecondNumber(operation, number, 8)).toBe(fits);
  });
});
