import { decimalText } from '../fractions/rational.js';
import { encodeFloat } from './encode-float.js';
import { type BinaryValue, binaryValue, type FloatFormat, partsOf } from './float-format.js';
import { parseFloatText } from './parse-float-text.js';

/** A finite decimal, `units` × 10^-`places`, of either sign. */
export interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

/** Returns a binary value as an exact decimal. A zero loses its sign. */
export function convertToDecimal({ sign, significand, exponent }: BinaryValue): Decimal {
  const signed = sign === 1 ? -significand : significand;
  if (exponent >= 0) return { units: signed << BigInt(exponent), places: 0 };
  return { units: signed * 5n ** BigInt(-exponent), places: -exponent };
}

export function difference(first: Decimal, second: Decimal): Decimal {
  const places = Math.max(first.places, second.places);
  return { units: unitsAt(first, places) - unitsAt(second, places), places };
}

/** Formats a decimal with every digit but without trailing zeros. */
export function exactText({ units, places }: Decimal): string {
  return decimalText(units, places);
}

/** Formats the exact value of a bit pattern: all digits, `-0`, `Infinity`, `-Infinity` or `NaN`. */
export function patternText(pattern: bigint, format: FloatFormat): string {
  const { sign, class: kind } = partsOf(pattern, format);
  if (kind === 'NAN') return 'NaN';
  const minus = sign === 1 ? '-' : '';
  if (kind === 'INFINITE') return `${minus}Infinity`;
  if (kind === 'ZERO') return `${minus}0`;
  return exactText(convertToDecimal(binaryValue(pattern, format)));
}

/**
 * Returns the shortest decimal whose nearest bit pattern is this one, as programming languages print it. Every value of
 * the three formats is exact as a JavaScript number.
 */
export function shortestText(pattern: bigint, format: FloatFormat): string {
  const { class: kind } = partsOf(pattern, format);
  if (kind !== 'NORMAL' && kind !== 'SUBNORMAL') return patternText(pattern, format);
  const { sign, significand, exponent } = binaryValue(pattern, format);
  const number = Number(significand) * 2 ** exponent * (sign === 1 ? -1 : 1);
  if (format === 'BINARY64') return String(number);
  for (let digits = 1; digits < DIGITS_MAX; digits += 1) {
    const text = String(Number(number.toPrecision(digits)));
    if (readPattern(text, format) === pattern) return text;
  }
  return String(Number(number.toPrecision(DIGITS_MAX)));
}

/** Maximum significant digits: nine distinguish every BINARY32, and therefore every BINARY16, from its neighbours. */
const DIGITS_MAX = 9;

function readPattern(text: string, format: FloatFormat): bigint | undefined {
  const read = parseFloatText(text, format);
  if (!('decimal' in read)) return undefined;
  const { units, places, isNegative } = read.decimal;
  return encodeFloat({ numerator: units, denominator: 10n ** BigInt(places) }, isNegative, format);
}

function unitsAt({ units, places }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - places);
}
