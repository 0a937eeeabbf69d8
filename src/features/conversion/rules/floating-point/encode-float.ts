import { absolute } from '../fractions/rational.js';
import type { Bit } from '../logic/logic-operations.js';
import { bitLength } from '../representations/bit-length.js';
import { type FloatFormat, type FormatLimits, limitsOf, patternOfParts } from './float-format.js';

/** How a significand that is too long loses its last bits. A tie is a half, which goes to the even neighbour. */
export type Rounding = 'EXACT' | 'DOWN' | 'UP' | 'TIE_DOWN' | 'TIE_UP';

/** The bits of a number from its point on, cut where there is no more room. */
export interface CutSignificand {
  /** The bits that have room, as a whole number, */
  readonly kept: bigint;
  /** the first one that has none, and whether there is a 1 among those after it. */
  readonly next: Bit;
  readonly more: boolean;
}

/** A number that is not 0, rounded to the significand of a format. */
export interface RoundedSignificand extends CutSignificand {
  /** The exponent of the number: it is 1.… × 2^exponent. */
  readonly exponent: number;
  /** The exponent that the bits are written with: not below the smallest of the format, where zeros lead instead. */
  readonly writtenExponent: number;
  readonly rounding: Rounding;
  /** The bits after they are rounded; they may have become one more. */
  readonly rounded: bigint;
}

/** The fraction of two whole numbers that a float is to hold; the denominator is positive. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The bit pattern that is nearest to a number, a half to the even one, as IEEE 754 rounds unless asked otherwise. What is
 * too large becomes infinite.
 *
 * @param isNegative the sign, which 0 has, too.
 */
export function encodeFloat(number: Ratio, isNegative: boolean, format: FloatFormat): bigint {
  const sign: Bit = isNegative ? 1 : 0;
  if (number.numerator === 0n) return patternOfParts({ sign, storedExponent: 0, fraction: 0n }, format);
  return patternOfRounded(roundSignificand(number, format), sign, format);
}

/** The bit pattern of a rounded significand. */
function patternOfRounded(rounded: RoundedSignificand, sign: Bit, format: FloatFormat): bigint {
  const limits = limitsOf(format);
  const { significand, exponent } = normalised(rounded, limits);
  if (exponent > limits.maximumExponent) {
    return patternOfParts({ sign, storedExponent: limits.specialExponent, fraction: 0n }, format);
  }
  const isNormal = bitLength(significand) > limits.fractionBits;
  const storedExponent = isNormal ? exponent + limits.bias : 0;
  return patternOfParts({ sign, storedExponent, fraction: BigInt.asUintN(limits.fractionBits, significand) }, format);
}

/** Rounding up may have given one bit more than there is room for: then the point moves. */
export function normalised(
  { rounded, writtenExponent }: RoundedSignificand,
  { fractionBits }: FormatLimits,
): { significand: bigint; exponent: number } {
  const isLonger = bitLength(rounded) > fractionBits + 1;
  return {
    significand: isLonger ? rounded >> 1n : rounded,
    exponent: isLonger ? writtenExponent + 1 : writtenExponent,
  };
}

/** Cuts the significand of a number that is not 0 to the bits of a format, and rounds it. The sign plays no part. */
export function roundSignificand(number: Ratio, format: FloatFormat): RoundedSignificand {
  const { fractionBits, minimumExponent } = limitsOf(format);
  const exponent = exponentOf(absolute(number.numerator), number.denominator);
  const writtenExponent = Math.max(exponent, minimumExponent);
  const cut = cutSignificand(number, writtenExponent, fractionBits);
  const rounding = roundingOf(cut);
  const up = rounding === 'UP' || rounding === 'TIE_UP';
  return { exponent, writtenExponent, ...cut, rounding, rounded: up ? cut.kept + 1n : cut.kept };
}

/** The bits of a number that is not 0, written with an exponent, as far as `fractionBits` after the point. */
export function cutSignificand(
  { numerator, denominator }: Ratio,
  exponent: number,
  fractionBits: number,
): CutSignificand {
  const magnitude = absolute(numerator);
  // Scaled so that its whole part has the bits that have room and one more.
  const places = fractionBits + 1 - exponent;
  const dividend = places > 0 ? magnitude << BigInt(places) : magnitude;
  const divisor = places < 0 ? denominator << BigInt(-places) : denominator;
  const scaled = dividend / divisor;
  const more = scaled * divisor !== dividend;
  return { kept: scaled >> 1n, next: (scaled & 1n) === 1n ? 1 : 0, more };
}

/** The exponent of the highest power of two that is not above a positive number. */
function exponentOf(numerator: bigint, denominator: bigint): number {
  const estimate = bitLength(numerator) - bitLength(denominator);
  const isBelow =
    estimate >= 0 ? numerator < denominator << BigInt(estimate) : numerator << BigInt(-estimate) < denominator;
  return isBelow ? estimate - 1 : estimate;
}

function roundingOf({ kept, next, more }: CutSignificand): Rounding {
  if (next === 0) return more ? 'DOWN' : 'EXACT';
  if (more) return 'UP';
  return (kept & 1n) === 1n ? 'TIE_UP' : 'TIE_DOWN';
}
