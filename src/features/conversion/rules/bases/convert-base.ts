import type { Unreadable } from '../unreadable.js';
import { formatWhole, type NumberProblem, parseWhole } from './whole-number.js';

/** The named conversions, each with its source and target base (contract 5). */
export const conversions = {
  BIN2DEC: { from: 2, to: 10 },
  DEC2BIN: { from: 10, to: 2 },
  HEX2DEC: { from: 16, to: 10 },
  DEC2HEX: { from: 10, to: 16 },
  OCT2DEC: { from: 8, to: 10 },
  DEC2OCT: { from: 10, to: 8 },
} as const;

export type ConversionName = keyof typeof conversions;

/**
 * A whole number in two bases, in the format of {@link formatWhole}. This is a class because V8 would give each object
 * literal with a getter a new shape.
 */
export class ConvertedNumber {
  constructor(
    readonly number: bigint,
    readonly result: string,
    private readonly from: number,
  ) {}

  /** The typed number without white space, plus sign, prefix or leading zeros. */
  get normalised(): string {
    return formatWhole(this.number, this.from);
  }
}

/** Converts a whole number from one base to another, exactly (contract 5). */
export function convertBase(value: string, from: number, to: number): ConvertedNumber | Unreadable<NumberProblem> {
  const number = parseWhole(value, from);
  if (typeof number !== 'bigint') return number;
  return new ConvertedNumber(number, formatWhole(number, to), from);
}
