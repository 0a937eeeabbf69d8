import type { Bit } from '../logic/logic-operations.js';
import type { BitPattern } from '../representations/bitwise.js';
import type { BitWidth } from '../representations/representations.js';
import type { ArithmeticOperationName } from './arithmetic-operation.js';
import type { TwosComplementSteps } from './twos-complement-steps.js';

/** The fill of a shift to the right: zeros (logical), or copies of the sign (arithmetic). */
export type ShiftKind = 'LOGICAL' | 'ARITHMETIC';

/**
 * One column of the calculation on paper; `position` counts from the right, from 0. A product has twice as many columns
 * as its operands have bits.
 */
export interface ArithmeticColumn {
  readonly position: number;
  /** The bits of the operands; null beyond their width. A shift has only the first, a product neither. */
  readonly bit1: Bit | null;
  readonly bit2: Bit | null;
  /** Number of ones in a column of partial products; null except in a multiplication. */
  readonly ones: number | null;
  /** The carry from the column to the right, or its borrow; null in a shift. Above 1 only in a product. */
  readonly carryIn: number | null;
  /** The carry to the column to the left, or the borrow from it. */
  readonly carryOut: number | null;
  /** The position from which a shift takes this bit; null for filled bits and for other operations. */
  readonly source: number | null;
  readonly result: Bit;
}

/** One row of a multiplication: the first number moved to the left, or zeros, depending on a bit of the second one. */
export interface PartialProduct {
  /** The position of that bit, which is also the distance that the row is moved. */
  readonly position: number;
  readonly bit: Bit;
  /** As wide as the operands. */
  readonly bits: string;
}

/** The status flags, as a processor sets them. */
export interface Flags {
  /**
   * Overflow without a sign: the carry out of the highest bit; for a subtraction, a borrow; for a product, a nonzero
   * upper half; for a shift, the last bit that was moved out.
   */
  readonly carry: boolean;
  /** Whether the result is wrong in two's complement; never after a shift to the right. */
  readonly overflow: boolean;
  /** Whether every bit of the result is 0. */
  readonly zero: boolean;
  /** The highest bit of the result. */
  readonly negative: boolean;
}

export interface ArithmeticResult {
  readonly operation: ArithmeticOperationName;
  readonly operand1: BitPattern;
  /** Null for a shift. */
  readonly operand2: BitPattern | null;
  /** Number of positions; null except for shifts. */
  readonly shiftCount: number | null;
  /** Null except for a shift to the right. */
  readonly shiftKind: ShiftKind | null;
  readonly result: BitPattern;
  /** The result without a limit of bits, for unsigned operands and in two's complement. */
  readonly exactUnsigned: string;
  readonly exactSigned: string;
  /** Most significant first. */
  readonly columns: readonly ArithmeticColumn[];
  /** From the lowest bit of the second number; empty except in a multiplication. */
  readonly partialProducts: readonly PartialProduct[];
  /** All bits of a product, twice as many as the operands have; null except in a multiplication. */
  readonly product: string | null;
  readonly flags: Flags;
  /** Steps by hand from a negative first number to its bits; null if it is not negative. */
  readonly complement1: TwosComplementSteps | null;
  /** The same for the second number; also null for a shift. */
  readonly complement2: TwosComplementSteps | null;
  /** Steps that negate the bits of the second number, which turn a subtraction into an addition. */
  readonly negated2: TwosComplementSteps | null;
  /** Steps by hand from a result with the sign bit to its magnitude; null without the sign bit. */
  readonly magnitude: TwosComplementSteps | null;
}

export interface ArithmeticTask {
  readonly operation: ArithmeticOperationName;
  readonly width: BitWidth;
  readonly number1: bigint;
  /** The number of positions, for a shift. */
  readonly number2: bigint;
  /** If omitted, negative numbers are shifted arithmetically, all others logically. */
  readonly shiftKind?: ShiftKind | null | undefined;
}
