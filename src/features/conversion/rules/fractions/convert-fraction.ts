import { digitsOf, formatWhole } from '../bases/whole-number.js';
import { isUnreadable, type Unreadable } from '../unreadable.js';
import { type Fraction, type FractionProblem, fractionText, parseFraction } from './parse-fraction.js';
import { absolute, greatestCommonDivisor, type Rational } from './rational.js';

/** How many fractional digits of the result may be asked for at most, */
export const FRACTION_DIGITS_MAX = 1000;

/** and how many there are unless somebody asks for another number. */
export const FRACTION_DIGITS = 64;

/** A number written in a base, as far as its fractional digits were computed. */
export interface Expansion {
  /** The digits before the point. */
  readonly whole: string;
  /** The computed digits after the point: up to the end of the first period if there is one and it was reached. */
  readonly digits: string;
  /** Whether the digits end by themselves, however many of them were computed. */
  readonly terminates: boolean;
  /** At which digit after the point the period begins, counted from 0; null if the digits end. */
  readonly periodStart: number | null;
  /** How many digits repeat; null if the digits end, or if the period was not reached. */
  readonly periodLength: number | null;
  /** Whether nothing is missing: all digits are there, or all of the period. */
  readonly isExact: boolean;
}

/** A number with a fractional part, in two bases. */
export interface ConvertedFraction extends Expansion {
  readonly fraction: Fraction;
  readonly from: number;
  readonly to: number;
  /** The typed number, as it was read, in its base. */
  readonly normalised: string;
  /** The number in the target base, with its period in brackets, or `…` after the last digit that was computed. */
  readonly result: string;
}

/**
 * Converts a number with a fractional part from one base to another, exactly. At most `digits` digits after the point
 * are computed: an expansion that neither ends nor repeats within them is cut there, not rounded.
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
 * The digits of a fraction in a base, by long division. How many digits come before the period follows from the
 * denominator: only factors that it does not share with the base make digits repeat. The period is over when the
 * remainder at its start comes again.
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

/** Whether the digits of a fraction end, and how many of them do not repeat. */
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
