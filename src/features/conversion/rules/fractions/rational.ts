import { bitLength } from '../representations/bit-length.js';

/** A fraction in lowest terms; the denominator is positive. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Reduces a fraction of two whole numbers to lowest terms. @param denominator must not be 0. */
export function rational(numerator: bigint, denominator: bigint): Rational {
  const divisor = greatestCommonDivisor(absolute(numerator), absolute(denominator));
  const sign = denominator < 0n ? -1n : 1n;
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

export function sumOf(first: Rational, second: Rational): Rational {
  return rational(
    first.numerator * second.denominator + second.numerator * first.denominator,
    first.denominator * second.denominator,
  );
}

/**
 * Formats a fraction as people write it: as a decimal if that is finite, otherwise as `numerator/denominator`. Whole
 * numbers are written without a point or a slash.
 */
export function rationalText({ numerator, denominator }: Rational): string {
  const places = placesOf(denominator);
  return places === undefined ? `${numerator}/${denominator}` : scaledText(numerator, denominator, places);
}

/** Returns the greatest common divisor of two nonnegative numbers. If one of them is 0, returns the other. */
export function greatestCommonDivisor(first: bigint, second: bigint): bigint {
  let [larger, smaller] = [first, second];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** Formats a number of units of 10^-places as a decimal without trailing zeros: `-125`, 2 → `-1.25`. */
export function decimalText(units: bigint, places: number): string {
  const digits = String(absolute(units)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const part = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${part && '.'}${part}`;
}

export function absolute(number: bigint): bigint {
  return number < 0n ? -number : number;
}

/** Returns the number of decimal places of a fraction with this denominator; undefined if they never end. */
function placesOf(denominator: bigint): number | undefined {
  const twos = bitLength(denominator & -denominator) - 1;
  const odd = denominator >> BigInt(twos);
  const fives = Math.round((bitLength(odd) - 0.5) / Math.log2(5));
  return odd === 5n ** BigInt(fives) ? Math.max(twos, fives) : undefined;
}

function scaledText(numerator: bigint, denominator: bigint, places: number): string {
  return decimalText((numerator * 10n ** BigInt(places)) / denominator, places);
}
