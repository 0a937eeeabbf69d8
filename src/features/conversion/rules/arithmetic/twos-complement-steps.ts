import type { Bit } from '../logic/logic-operations.js';
import { type BitWidth, bitsOf } from '../representations/representations.js';

/** One column of adding 1 to inverted bits; `position` counts from the right, from 0. */
export interface AddOneColumn {
  readonly position: number;
  readonly bit: Bit;
  /** What is added: the 1 in the first column, the carry of the column before in every other. */
  readonly carryIn: Bit;
  readonly result: Bit;
}

/** The two's complement of a bit pattern by hand: invert every bit, add one. */
export interface TwosComplementSteps {
  /** The pattern in the beginning, the most significant bit first, */
  readonly bits: string;
  /** the same with every bit inverted, */
  readonly inverted: string;
  /** and that plus one; a carry out of the highest bit is lost. */
  readonly result: string;
  /** The addition, the most significant bit first. */
  readonly columns: readonly AddOneColumn[];
}

/**
 * How a number gets its opposite sign in two's complement: the steps from the bits of the number to those of its
 * opposite. From the magnitude of a negative number they lead to its bits, and from the bits back to the magnitude.
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
