import { BIT_WIDTHS, type BitWidth } from '../../../../src/features/conversion/rules/representations/representations';

/** In how many bits the number is shown, and as what they are read. */
export interface Reading {
  readonly bits: BitWidth;
  /** Whether the width was chosen by hand; otherwise it follows what is typed. */
  readonly bitsChosen: boolean;
  /** Whether the bits are read in two's complement. */
  readonly signed: boolean;
  /** Whether two's complement was chosen by hand; otherwise it is for negative numbers only. */
  readonly signedChosen: boolean;
}

/** The narrowest width that holds a number: the widest for one that none holds, and the narrowest for no number. */
export function narrowest(number: bigint | undefined, signed: boolean): BitWidth {
  if (number === undefined) return BIT_WIDTHS[0];
  const kept = signed || number < 0n ? BigInt.asIntN : BigInt.asUintN;
  return BIT_WIDTHS.find((width) => kept(width, number) === number) ?? 64;
}

/** Whether a number is read in two's complement unless somebody chooses. */
export function isNegative(number: bigint | undefined): boolean {
  return number !== undefined && number < 0n;
}

/** The reading after another number has been typed: what was chosen by hand stays, the rest follows the number. */
export function readingOf(number: bigint | undefined, { bits, bitsChosen, signedChosen }: Reading): Reading {
  const signed = signedChosen || isNegative(number);
  return { bits: bitsChosen ? bits : narrowest(number, signed), bitsChosen, signed, signedChosen };
}

/** The reading after it was chosen by hand whether the bits have a sign. */
export function withSign(signed: boolean, number: bigint | undefined, { bits, bitsChosen }: Reading): Reading {
  return { bits: bitsChosen ? bits : narrowest(number, signed), bitsChosen, signed, signedChosen: signed };
}

/** The reading after a width was chosen by hand, or none, so that it follows the number again. */
export function withWidth(width: BitWidth | null, number: bigint | undefined, reading: Reading): Reading {
  return { ...reading, bits: width ?? narrowest(number, reading.signed), bitsChosen: width !== null };
}
