import { absolute } from '../fractions/rational.js';
import type { Bit } from '../logic/logic-operations.js';
import { bitLength } from '../representations/bit-length.js';
import { type FloatFormat, type FormatLimits, limitsOf, patternOfParts } from './float-format.js';

/**
 * Ways of rounding off the last bits of an overlong significand. A tie is exactly half and goes to the even neighbour.
 */
export type Rounding = 'EXACT' | 'DOWN' | 'UP' | 'TIE_DOWN' | 'TIE_UP';

/** The leading bits of a number, cut to the available width. */
export interface CutSignificand {
  /** The bits that fit, as a whole number. */
  readonly kept: bigint;
  /** The first bit that does not fit, and whether any later bit is 1. */
  readonly next: Bit;
  readonly more: boolean;
}

/** A nonzero number, rounded to the significand of a format. */
export interface RoundedSignificand extends CutSignificand {
  /** The exponent of the number, which is 1.… × 2^exponent. */
  readonly exponent: number;
  /**
   * The exponent with which the bits are written: at least the format's minimum, with leading zeros where necessary.
   */
  readonly writtenExponent: number;
  readonly rounding: Rounding;
  /** The bits after rounding, which may have added a bit. */
  readonly rounded: bigint;
}

/** A fraction of two whole numbers to encode as a float, with a positive denominator. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * Returns the bit pattern nearest to a number, with ties to even, which is IEEE 754's default rounding. Numbers that
 * are too large become infinite.
 *
 * @param isNegative the sign, which 0 has too.
 */
export function encodeFloat(number: Ratio, isNegative: boolean, format: FloatFormat): bigint {
  const sign: Bit = isNegative ? 1 : 0;
  if (number.numerator === 0n) return patternOfParts({ sign, storedExponent: 0, fraction: 0n }, format);
  return patternOfRounded(roundSignificand(number, format), sign, format);
}

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

/** Moves the point if rounding up has produced an extra bit. */
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

/** Cuts the significand of a nonzero number to a format's number of bits, and rounds it. Ignores the sign. */
export function roundSignificand(number: Ratio, format: FloatFormat): RoundedSignificand {
  const { fractionBits, minimumExponent } = limitsOf(format);
  const exponent = computeExponent(absolute(number.numerator), number.denominator);
  const writtenExponent = Math.max(exponent, minimumExponent);
  const cut = cutSignificand(number, writtenExponent, fractionBits);
  const rounding = chooseRounding(cut);
  const up = rounding === 'UP' || rounding === 'TIE_UP';
  return { exponent, writtenExponent, ...cut, rounding, rounded: up ? cut.kept + 1n : cut.kept };
}

/** Cuts a nonzero number, written with an exponent, to `fractionBits` bits after the point. */
export function cutSignificand(
  { numerator, denominator }: Ratio,
  exponent: number,
  fractionBits: number,
): CutSignificand {
  const magnitude = absolute(numerator);
  // Scaled so that the whole part has one bit more than will fit.
  const places = fractionBits + 1 - exponent;
  const dividend = places > 0 ? magnitude << BigInt(places) : magnitude;
  const divisor = places < 0 ? denominator << BigInt(-places) : denominator;
  const scaled = dividend / divisor;
  const more = scaled * divisor !== dividend;
  return { kept: scaled >> 1n, next: (scaled & 1n) === 1n ? 1 : 0, more };
}

/** Returns the exponent of the largest power of two that does not exceed a positive number. */
function computeExponent(numerator: bigint, denominator: bigint): number {
  const estimate = bitLength(numerator) - bitLength(denominator);
  const isBelow =
    estimate >= 0 ? numerator < denominator << BigInt(estimate) : numerator << BigInt(-estimate) < denominator;
  return isBelow ? estimate - 1 : estimate;
}

function chooseRounding({ kept, next, more }: CutSignificand): Rounding {
  if (next === 0) return more ? 'DOWN' : 'EXACT';
  if (more) return 'UP';
  return (kept & 1n) === 1n ? 'TIE_UP' : 'TIE_DOWN';
}
