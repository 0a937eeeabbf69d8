import { BIT_WIDTHS, type BitWidth } from '../../../../src/features/conversion/rules/representations/representations';

/** The number's width, and how its bits are interpreted. */
export interface Reading {
  readonly bits: BitWidth;
  /** Whether the user chose the width; otherwise it follows the number. */
  readonly bitsChosen: boolean;
  /** Whether the bits are read in two's complement. */
  readonly signed: boolean;
  /** Whether the user chose two's complement; otherwise only negative numbers use it. */
  readonly signedChosen: boolean;
}

/** Returns the narrowest width that fits a number: the widest if none does, and the narrowest if there is no number. */
export function narrowest(number: bigint | undefined, signed: boolean): BitWidth {
  if (number === undefined) return BIT_WIDTHS[0];
  const kept = signed || number < 0n ? BigInt.asIntN : BigInt.asUintN;
  return BIT_WIDTHS.find((width) => kept(width, number) === number) ?? 64;
}

/** Whether a number is read in two's complement by default. */
export function isNegative(number: bigint | undefined): boolean {
  return number !== undefined && number < 0n;
}

/** Returns the reading for a new number: the user's choices stay, and the rest follows the number. */
export function readingOf(number: bigint | undefined, { bits, bitsChosen, signedChosen }: Reading): Reading {
  const signed = signedChosen || isNegative(number);
  return { bits: bitsChosen ? bits : narrowest(number, signed), bitsChosen, signed, signedChosen };
}

/** Returns the reading after the user chose whether the bits are signed. */
export function withSign(signed: boolean, number: bigint | undefined, { bits, bitsChosen }: Reading): Reading {
  return { bits: bitsChosen ? bits : narrowest(number, signed), bitsChosen, signed, signedChosen: signed };
}

/** Returns the reading after the user chose a width, or null to make it follow the number again. */
export function withWidth(width: BitWidth | null, number: bigint | undefined, reading: Reading): Reading {
  return { ...reading, bits: width ?? narrowest(number, reading.signed), bitsChosen: width !== null };
}
