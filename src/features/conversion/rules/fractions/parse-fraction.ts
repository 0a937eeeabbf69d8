import { digitsOf, type NumberProblem, parseWhole } from '../bases/whole-number.js';
import type { Unreadable } from '../unreadable.js';
import { type Rational, rational } from './rational.js';

/** Maximum length of a parsed fraction, in characters, including surrounding white space. */
export const FRACTION_MAX_LENGTH = 256;

/**
 * Reasons why a text is not a number with a fractional part. `position` counts from 1, in characters of the typed text.
 */
export type FractionProblem =
  | NumberProblem
  | { readonly kind: 'separatorTwice'; readonly position: number }
  | { readonly kind: 'periodMisplaced'; readonly position: number }
  | { readonly kind: 'periodUnclosed'; readonly position: number };

/** A number with a fractional part as typed, except that its digits are in upper case and without leading zeros. */
export interface Fraction {
  readonly radix: number;
  readonly value: Rational;
  /** The digits before the point; `0` if there were none. */
  readonly whole: string;
  /** The digits after the point that do not repeat. */
  readonly fixed: string;
  /** The digits that repeat; empty if none do. */
  readonly period: string;
}

/**
 * Parses a number with a fractional part, exactly: digits of the base in any case, `.` or `,` before the fractional
 * part, repeating digits in brackets at the end (`0.1(6)`), surrounding white space, a sign, and the prefix of the
 * base.
 *
 * @param radix from 2 to 36.
 */
export function parseFraction(text: string, radix: number): Fraction | Unreadable<FractionProblem> {
  if (text.length > FRACTION_MAX_LENGTH) return { problem: { kind: 'tooLong' } };
  const [start = ''] = startOf(radix).exec(text) ?? [];
  const parts = partsOf(text, start.length, radix);
  if ('problem' in parts) return parts;
  const { whole, fixed, period } = parts;
  if (whole + fixed + period === '') return { problem: { kind: 'noDigits' } };
  const magnitude = computeMagnitude(parts, radix);
  const value = start.trim().startsWith('-') ? { ...magnitude, numerator: -magnitude.numerator } : magnitude;
  return { radix, value, whole: whole.replace(/^0+(?=.)/, '') || '0', fixed, period };
}

/**
 * Formats a fraction in its base with a point, repeating digits in brackets, and a minus sign in front of negative
 * numbers.
 */
export function fractionText({ value, whole, fixed, period }: Omit<Fraction, 'radix'>): string {
  const part = fixed + (period && `(${period})`);
  return `${value.numerator < 0n ? '-' : ''}${whole}${part && '.'}${part}`;
}

type Parts = Pick<Fraction, 'whole' | 'fixed' | 'period'>;

const PREFIXES: Readonly<Record<number, string>> = { 2: '(?:0b)?', 8: '(?:0o)?', 16: '(?:0x)?' };

/** Matches white space, sign and prefix before the digits. */
function startOf(radix: number): RegExp {
  return new RegExp(`^\\s*[+-]?${PREFIXES[radix] ?? ''}`, 'i');
}

function partsOf(text: string, from: number, radix: number): Parts | Unreadable<FractionProblem> {
  const digits = digitsOf(radix);
  const found = { whole: '', fixed: '', period: '' };
  let part: keyof Parts | 'end' = 'whole';
  let position = [...text.slice(0, from)].length;
  let opened = 0;
  for (const character of text.slice(from).trimEnd()) {
    position += 1;
    if (part === 'end') return { problem: { kind: 'periodMisplaced', position } };
    if (character === '.' || character === ',') {
      if (part !== 'whole') return { problem: { kind: 'separatorTwice', position } };
      part = 'fixed';
    } else if (character === '(') {
      if (part !== 'fixed') return { problem: { kind: 'periodMisplaced', position } };
      part = 'period';
      opened = position;
    } else if (character === ')') {
      if (found.period === '') return { problem: { kind: 'periodMisplaced', position } };
      part = 'end';
    } else if (character.length === 1 && digits.includes(character.toUpperCase())) {
      found[part] += character.toUpperCase();
    } else {
      return { problem: { kind: 'wrongDigit', character, position, radix } };
    }
  }
  return part === 'period' ? { problem: { kind: 'periodUnclosed', position: opened } } : found;
}

/** Eliminates p repeating digits by subtraction, since number × base^p − number has no repeating part. */
function computeMagnitude({ whole, fixed, period }: Parts, radix: number): Rational {
  const number = (digits: string) => (digits === '' ? 0n : (parseWhole(digits, radix) as bigint));
  const scale = BigInt(radix) ** BigInt(fixed.length);
  if (period === '') return rational(number(whole + fixed), scale);
  const repeating = BigInt(radix) ** BigInt(period.length) - 1n;
  return rational(number(whole + fixed + period) - number(whole + fixed), scale * repeating);
}
