import { digitsOf, formatWhole } from '../bases/whole-number.js';
import { isUnreadable, type Unreadable } from '../unreadable.js';
import { type Fraction, type FractionProblem, fractionText, parseFraction } from './parse-fraction.js';
import { absolute, greatestCommonDivisor, type Rational } from './rational.js';

/** Maximum number of fractional digits that a caller can request. */
export const FRACTION_DIGITS_MAX = 1000;

/** Default number of fractional digits. */
export const FRACTION_DIGITS = 64;

/** A number written in a base, up to the computed number of fractional digits. */
export interface Expansion {
  readonly whole: string;
  /** The computed digits after the point. They end with the repeating part, if there is one within the limit. */
  readonly digits: string;
  /** Whether the expansion is finite, regardless of how many digits were computed. */
  readonly terminates: boolean;
  /** Index of the digit after the point at which the repeating part begins, from 0; null if the expansion is finite. */
  readonly periodStart: number | null;
  /** Length of the repeating part; null if the expansion is finite or its repetition was not reached. */
  readonly periodLength: number | null;
  /** Whether the digits include the whole expansion or the whole repeating part. */
  readonly isExact: boolean;
}

export interface ConvertedFraction extends Expansion {
  readonly fraction: Fraction;
  readonly from: number;
  readonly to: number;
  /** The typed number as it was parsed, in its base. */
  readonly normalised: string;
  /** The number in the target base, with its repeating part in brackets, or `…` after the last computed digit. */
  readonly result: string;
}

/**
 * Converts a number with a fractional part from one base to another, exactly. Computes at most `digits` digits after
 * the point. An expansion that neither ends nor repeats within them is truncated, not rounded.
 *
 * @param digits from 0 to {@link FRACTION_DIGITS_MAX}.
 */
export function convertFraction(
  value: string,
  from: number,
  to: number,
  digits: number = FRACTION_DIGITS,
): ConvertedFraction | Unreadable<FractionProblem> {
  const fraction = parseFraction(value, from);
  if (isUnreadable<FractionProblem>(fraction)) return fraction;
  const expansion = expand(fraction.value, to, digits);
  return {
    fraction,
    from,
    to,
    normalised: fractionText(fraction),
    result: (fraction.value.numerator < 0n ? '-' : '') + expansionText(expansion),
    ...expansion,
  };
}

/**
 * Expands a fraction in a base by long division. The denominator determines how many digits come before the repeating
 * part, since only factors that it does not share with the base make digits repeat. The repeating part ends when the
 * remainder at its start recurs.
 */
export function expand(value: Rational, radix: number, digits: number): Expansion {
  const { denominator } = value;
  const magnitude = absolute(value.numerator);
  const base = BigInt(radix);
  const { terminates, fixed } = divisibility(denominator, base);
  const signs = digitsOf(radix);
  let written = '';
  let remainder = magnitude % denominator;
  let first = fixed === 0 ? remainder : undefined;
  let periodLength: number | null = null;
  while (written.length < digits && remainder > 0n) {
    const scaled = remainder * base;
    written += signs.charAt(Number(scaled / denominator));
    remainder = scaled % denominator;
    if (remainder === first) {
      periodLength = written.length - fixed;
      break;
    }
    if (written.length === fixed) first = remainder;
  }
  return {
    whole: formatWhole(magnitude / denominator, radix),
    digits: written,
    terminates,
    periodStart: terminates ? null : fixed,
    periodLength,
    isExact: remainder === 0n || periodLength !== null,
  };
}

/** Returns whether a fraction's expansion is finite, and how many of its digits do not repeat. */
function divisibility(denominator: bigint, base: bigint): { terminates: boolean; fixed: number } {
  let rest = denominator;
  let fixed = 0;
  for (;;) {
    const shared = greatestCommonDivisor(base, rest % base);
    if (rest === 1n || shared === 1n) return { terminates: rest === 1n, fixed };
    rest /= shared;
    fixed += 1;
  }
}

function expansionText({ whole, digits, periodStart, periodLength, isExact }: Expansion): string {
  if (!isExact) return `${whole}.${digits}…`;
  if (digits === '') return whole;
  if (periodStart === null || periodLength === null) return `${whole}.${digits}`;
  return `${whole}.${digits.slice(0, periodStart)}(${digits.slice(periodStart)})`;
}
