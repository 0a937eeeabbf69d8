import type { Bit } from '../logic/logic-operations.js';
import { type BitWidth, bitsOf } from '../representations/representations.js';

/** One column of adding 1 to inverted bits; `position` counts from the right, from 0. */
export interface AddOneColumn {
  readonly position: number;
  readonly bit: Bit;
  /** The added bit: 1 in the first column, otherwise the carry of the previous column. */
  readonly carryIn: Bit;
  readonly result: Bit;
}

/** The two's complement of a bit pattern by hand: invert every bit, add one. */
export interface TwosComplementSteps {
  /** The original pattern, most significant bit first. */
  readonly bits: string;
  /** The original pattern with every bit inverted. */
  readonly inverted: string;
  /** The inverted pattern plus one; a carry out of the highest bit is lost. */
  readonly result: string;
  /** The addition, most significant bit first. */
  readonly columns: readonly AddOneColumn[];
}

/**
 * Returns the steps for negating a number in two's complement, from its bits to those of its opposite. They lead from
 * the magnitude of a negative number to its bits, and from its bits back to the magnitude.
 */
export function twosComplementSteps(number: bigint, width: BitWidth): TwosComplementSteps {
  const bits = bitsOf(BigInt.asUintN(width, number), width);
  const inverted = [...bits].map((bit) => (bit === '1' ? 0 : 1));
  const columns: AddOneColumn[] = [];
  let carryIn: Bit = 1;
  for (let position = 0; position < width; position += 1) {
    const bit = inverted[width - 1 - position] ?? 0;
    columns.unshift({ position, bit, carryIn, result: (bit ^ carryIn) as Bit });
    carryIn = (bit & carryIn) as Bit;
  }
  return { bits, inverted: inverted.join(''), result: columns.map(({ result }) => result).join(''), columns };
}
