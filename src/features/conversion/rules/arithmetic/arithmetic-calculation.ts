import type { Bit } from '../logic/logic-operations.js';
import type { BitPattern } from '../representations/bitwise.js';
import type { BitWidth } from '../representations/representations.js';
import type { ArithmeticOperationName } from './arithmetic-operation.js';
import type { TwosComplementSteps } from './twos-complement-steps.js';

/** Bits that fill up a number shifted to the right: zeros (logical) or copies of the sign (arithmetic). */
export type ShiftKind = 'LOGICAL' | 'ARITHMETIC';

/**
 * One column of the calculation on paper; `position` counts from the right, from 0. A product has twice as many columns
 * as its operands have bits.
 */
export interface ArithmeticColumn {
  readonly position: number;
  /** The bits of the operands; null beyond their width. A shift has only the first operand's, a product neither. */
  readonly bit1: Bit | null;
  readonly bit2: Bit | null;
  /** Number of ones in a column of partial products; null except in a multiplication. */
  readonly ones: number | null;
  /** The carry or borrow between this column and the one to its right; null in a shift. Above 1 only in a product. */
  readonly carryIn: number | null;
  /** The carry to the column on the left, or the borrow from it. */
  readonly carryOut: number | null;
  /** The position from which a shift takes this bit; null for filled-in bits and for other operations. */
  readonly source: number | null;
  readonly result: Bit;
}

/** One row of a multiplication: the first number shifted to the left if a bit of the second is 1, otherwise zeros. */
export interface PartialProduct {
  /** The position of that bit, and thereby the distance of the shift. */
  readonly position: number;
  readonly bit: Bit;
  /** The bits of the row, as many as the operands have. */
  readonly bits: string;
}

/** The status flags as a processor would set them. */
export interface Flags {
  /**
   * Unsigned overflow: the carry out of the highest bit; for a subtraction, a borrow; for a product, a nonzero upper
   * half; for a shift, the last bit that was shifted out.
   */
  readonly carry: boolean;
  /** Whether the result is wrong in two's complement; always false after a shift to the right. */
  readonly overflow: boolean;
  /** Whether all bits of the result are 0. */
  readonly zero: boolean;
  /** The highest bit of the result. */
  readonly negative: boolean;
}

export interface ArithmeticResult {
  readonly operation: ArithmeticOperationName;
  readonly operand1: BitPattern;
  /** The second operand; null for a shift. */
  readonly operand2: BitPattern | null;
  /** Number of positions of a shift; null for other operations. */
  readonly shiftCount: number | null;
  /** Kind of a shift to the right; null for other operations. */
  readonly shiftKind: ShiftKind | null;
  readonly result: BitPattern;
  /** The result regardless of the width, for unsigned operands and in two's complement. */
  readonly exactUnsigned: string;
  readonly exactSigned: string;
  /** The columns, most significant first. */
  readonly columns: readonly ArithmeticColumn[];
  /** One row for each bit of the second number, lowest bit first; empty except in a multiplication. */
  readonly partialProducts: readonly PartialProduct[];
  /** All bits of a product, twice as many as its operands have; null except in a multiplication. */
  readonly product: string | null;
  readonly flags: Flags;
  /** Steps for encoding a negative first number by hand; null if it is not negative. */
  readonly complement1: TwosComplementSteps | null;
  /** The same steps for the second number; also null for a shift. */
  readonly complement2: TwosComplementSteps | null;
  /** Steps for negating the bits of the second number, which turns a subtraction into an addition. */
  readonly negated2: TwosComplementSteps | null;
  /** Steps for finding the magnitude of a negative result by hand; null if its sign bit is not set. */
  readonly magnitude: TwosComplementSteps | null;
}

export interface ArithmeticTask {
  readonly operation: ArithmeticOperationName;
  readonly width: BitWidth;
  readonly number1: bigint;
  /** The number of positions if the operation is a shift. */
  readonly number2: bigint;
  /** If omitted, negative numbers are shifted arithmetically and all others logically. */
  readonly shiftKind?: ShiftKind | null | undefined;
}
