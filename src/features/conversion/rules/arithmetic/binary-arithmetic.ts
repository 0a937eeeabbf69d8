import type { Bit } from '../logic/logic-operations.js';
import { fitsBits, patternOf } from '../representations/bitwise.js';
import { type BitWidth, bitsOf } from '../representations/representations.js';
import type { ArithmeticColumn, ArithmeticResult, ArithmeticTask } from './arithmetic-calculation.js';
import { type ArithmeticOperationName, isShift } from './arithmetic-operation.js';
import { twosComplementSteps } from './twos-complement-steps.js';

/** Whether bits can be shifted by this number, i.e. whether it is from 0 to the width. */
export function isShiftCount(number: bigint, width: BitWidth): boolean {
  return number >= 0n && number <= BigInt(width);
}

/** Whether the second number is usable: it has to fit or, for a shift, be a valid count. */
export function isSecondNumber(operation: ArithmeticOperationName, number: bigint, width: BitWidth): boolean {
  return isShift(operation) ? isShiftCount(number, width) : fitsBits(number, width);
}

/**
 * Calculates column by column, as on paper. The numbers must fit. The bits are the same with and without a sign;
 * negative numbers are in two's complement.
 */
export function binaryArithmetic(task: ArithmeticTask): ArithmeticResult {
  switch (task.operation) {
    case 'ADD':
    case 'SUBTRACT':
      return sumOrDifference(task);
    case 'MULTIPLY':
      return product(task);
    case 'SHIFT_LEFT':
    case 'SHIFT_RIGHT':
      return shifted(task);
  }
}

function sumOrDifference(task: ArithmeticTask): ArithmeticResult {
  const subtracts = task.operation === 'SUBTRACT';
  const [bits1, bits2] = [lowestFirst(task.number1, task.width), lowestFirst(task.number2, task.width)];
  const columns: ArithmeticColumn[] = [];
  let carryIn: Bit = 0;
  for (const [position, bit1] of bits1.entries()) {
    const bit2 = bits2[position] ?? 0;
    const sum: number = subtracts ? bit1 - bit2 - carryIn : bit1 + bit2 + carryIn;
    const carryOut: Bit = sum < 0 || sum > 1 ? 1 : 0;
    columns.push({ ...EMPTY, position, bit1, bit2, carryIn, carryOut, result: (sum & 1) as Bit });
    carryIn = carryOut;
  }
  const combine = (first: bigint, second: bigint) => (subtracts ? first - second : first + second);
  const exact = exactValues(task, combine);
  return finish(task, columns, {
    exact,
    carry: carryIn === 1,
    overflow: !fitsSigned(exact.signed, task.width),
  });
}

function product(task: ArithmeticTask): ArithmeticResult {
  const { number1, number2, width } = task;
  const [bits1, bits2] = [lowestFirst(number1, width), lowestFirst(number2, width)];
  const columns: ArithmeticColumn[] = [];
  let carryIn = 0;
  for (let position = 0; position < 2 * width; position += 1) {
    let ones = 0;
    for (let row = Math.max(0, position - width + 1); row <= Math.min(position, width - 1); row += 1) {
      ones += (bits2[row] ?? 0) & (bits1[position - row] ?? 0);
    }
    const sum = ones + carryIn;
    columns.push({ ...EMPTY, position, ones, carryIn, carryOut: sum >> 1, result: (sum & 1) as Bit });
    carryIn = sum >> 1;
  }
  const exact = exactValues(task, (first, second) => first * second);
  const bits = bitsOf(BigInt.asUintN(width, number1), width);
  return {
    ...finish(task, columns, {
      exact,
      carry: exact.unsigned >= 2n ** BigInt(width),
      overflow: !fitsSigned(exact.signed, width),
    }),
    partialProducts: bits2.map((bit, position) => ({ position, bit, bits: bit ? bits : '0'.repeat(width) })),
    product: columns
      .map(({ result }) => result)
      .reverse()
      .join(''),
  };
}

/** Shifts bits. For a shift to the left, each bit comes from a position on its right, and vice versa. */
function shifted(task: ArithmeticTask): ArithmeticResult {
  const { operation, number1, width } = task;
  const count = Number(task.number2);
  const isLeft = operation === 'SHIFT_LEFT';
  const kind = isLeft ? null : (task.shiftKind ?? (number1 < 0n ? 'ARITHMETIC' : 'LOGICAL'));
  const bits = lowestFirst(number1, width);
  const fill = kind === 'ARITHMETIC' ? (bits[width - 1] ?? 0) : 0;
  const columns = bits.map((bit1, position): ArithmeticColumn => {
    const from = isLeft ? position - count : position + count;
    const moved = bits[from];
    return { ...EMPTY, position, bit1, source: moved === undefined ? null : from, result: moved ?? fill };
  });
  const by = BigInt(count);
  const exact = exactValues(task, (first) => (isLeft ? first << by : first >> by));
  const last = count === 0 ? 0 : bits[isLeft ? width - count : count - 1];
  return {
    ...finish(task, columns, {
      exact,
      carry: last === 1,
      overflow: isLeft && !fitsSigned(exact.signed, width),
    }),
    operand2: null,
    shiftCount: count,
    shiftKind: kind,
    complement2: null,
  };
}

interface Outcome {
  readonly exact: { readonly unsigned: bigint; readonly signed: bigint };
  readonly carry: boolean;
  readonly overflow: boolean;
}

/** Adds the fields common to every operation; `columns` starts with the lowest. */
function finish(
  task: ArithmeticTask,
  columns: readonly ArithmeticColumn[],
  { exact, carry, overflow }: Outcome,
): ArithmeticResult {
  const { operation, width, number1, number2 } = task;
  const ordered = columns.toReversed();
  const bits = ordered.slice(-width).map(({ result }) => result);
  const pattern = BigInt(`0b${bits.join('')}`);
  const negative = bits[0] === 1;
  return {
    operation,
    operand1: patternOf(number1, width),
    operand2: patternOf(number2, width),
    shiftCount: null,
    shiftKind: null,
    result: patternOf(pattern, width),
    exactUnsigned: String(exact.unsigned),
    exactSigned: String(exact.signed),
    columns: ordered,
    partialProducts: [],
    product: null,
    flags: { carry, overflow, zero: pattern === 0n, negative },
    complement1: number1 < 0n ? twosComplementSteps(-number1, width) : null,
    complement2: number2 < 0n ? twosComplementSteps(-number2, width) : null,
    negated2: operation === 'SUBTRACT' ? twosComplementSteps(number2, width) : null,
    magnitude: negative ? twosComplementSteps(pattern, width) : null,
  };
}

/** Defaults for the fields of a column, which each operation overrides. */
const EMPTY = { bit1: null, bit2: null, ones: null, carryIn: null, carryOut: null, source: null };

function exactValues(
  { number1, number2, width, operation }: ArithmeticTask,
  combine: (first: bigint, second: bigint) => bigint,
): Outcome['exact'] {
  const isCount = isShift(operation);
  return {
    unsigned: combine(BigInt.asUintN(width, number1), isCount ? number2 : BigInt.asUintN(width, number2)),
    signed: combine(BigInt.asIntN(width, number1), isCount ? number2 : BigInt.asIntN(width, number2)),
  };
}

function fitsSigned(number: bigint, width: BitWidth): boolean {
  return BigInt.asIntN(width, number) === number;
}

function lowestFirst(number: bigint, width: BitWidth): Bit[] {
  return [...bitsOf(BigInt.asUintN(width, number), width)].reverse().map((bit) => Number(bit) as Bit);
}
