import type { Bit } from '../logic/logic-operations.js';
import type { BitPattern } from '../representations/bitwise.js';
import type { BitWidth } from '../representations/representations.js';
import type { ArithmeticOperationName } from './arithmetic-operation.js';
import type { TwosComplementSteps } from './twos-complement-steps.js';

/** What a shift to the right fills with: zeros, or copies of the sign. */
export type ShiftKind = 'LOGICAL' | 'ARITHMETIC';

/**
 * One column of the calculation on paper; `position` counts from the right, from 0. A product has twice as many columns
 * as its operands.
 */
export interface ArithmeticColumn {
  readonly position: number;
  /** The bits of the operands; null beyond them. A shift has only the first, a product neither. */
  readonly bit1: Bit | null;
  readonly bit2: Bit | null;
  /** How many ones a column of partial products has; null unless it multiplies. */
  readonly ones: number | null;
  /** The carry from the column to the right, or what that has borrowed; null in a shift. Above 1 only in a product. */
  readonly carryIn: number | null;
  /** The carry to the column to the left, or what this one borrows from it. */
  readonly carryOut: number | null;
  /** The position from which a shift moves the bit here; null if it fills in, or does not shift. */
  readonly source: number | null;
  readonly result: Bit;
}

/** One row of a multiplication: the first number, moved to the left, or zeros, as a bit of the second one says. */
export interface PartialProduct {
  /** The position of that bit, by which the row is moved. */
  readonly position: number;
  readonly bit: Bit;
  /** As many bits as the operands have. */
  readonly bits: string;
}

/** The status flags, as a processor sets them. */
export interface Flags {
  /**
   * What does not fit without a sign: the carry out of the highest bit; of a subtraction, that it borrows; of a product,
   * that the upper half is not zero; of a shift, the last bit that was moved out.
   */
  readonly carry: boolean;
  /** That the result is wrong in two's complement; never after a shift to the right. */
  readonly overflow: boolean;
  /** That every bit of the result is 0. */
  readonly zero: boolean;
  /** The highest bit of the result. */
  readonly negative: boolean;
}

/** A calculation in a fixed number of bits. */
export interface ArithmeticResult {
  readonly operation: ArithmeticOperationName;
  readonly operand1: BitPattern;
  /** Null for a shift. */
  readonly operand2: BitPattern | null;
  /** By how many positions it shifts; null unless it does. */
  readonly shiftCount: number | null;
  /** What a shift to the right fills with; null for everything else. */
  readonly shiftKind: ShiftKind | null;
  readonly result: BitPattern;
  /** What the result would be without a limit of bits: of the operands without sign, and in two's complement. */
  readonly exactUnsigned: string;
  readonly exactSigned: string;
  /** The most significant first. */
  readonly columns: readonly ArithmeticColumn[];
  /** From the lowest bit of the second number; empty unless it multiplies. */
  readonly partialProducts: readonly PartialProduct[];
  /** All bits of a product, twice as many as the operands have; null unless it multiplies. */
  readonly product: string | null;
  readonly flags: Flags;
  /** How a negative first number gets its bits by hand; null if it is not negative. */
  readonly complement1: TwosComplementSteps | null;
  /** The same for the second number; null also for a shift. */
  readonly complement2: TwosComplementSteps | null;
  /** How the bits of the second number get the opposite sign, by which a subtraction becomes an addition. */
  readonly negated2: TwosComplementSteps | null;
  /** How a result with the sign bit is read by hand: its magnitude; null without it. */
  readonly magnitude: TwosComplementSteps | null;
}

/** Two numbers and what to do with them. */
export interface ArithmeticTask {
  readonly operation: ArithmeticOperationName;
  readonly width: BitWidth;
  readonly number1: bigint;
  /** Of a shift: by how many positions. */
  readonly number2: bigint;
  /** Left out, a negative number is shifted arithmetically, and any other one logically. */
  readonly shiftKind?: ShiftKind | null | undefined;
}
