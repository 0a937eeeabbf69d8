import type { Unreadable } from '../unreadable.js';

/** The smallest and largest supported bases. There are 36 digits: 0–9 and A–Z. */
export const RADIX_MIN = 2;
export const RADIX_MAX = 36;

/** Maximum length of a parsed value, in characters, including surrounding white space (contract 5). */
export const VALUE_MAX_LENGTH = 4096;

/** Reasons why a text is not a whole number. `position` counts from 1, in characters of the typed text. */
export type NumberProblem =
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'noDigits' }
  | {
      readonly kind: 'wrongDigit';
      readonly character: string;
      readonly position: number;
      readonly radix: number;
    };

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export function isRadix(number: number): boolean {
  return Number.isInteger(number) && number >= RADIX_MIN && number <= RADIX_MAX;
}

/** Returns the digits of a base, from 0 up, in upper case. */
export function digitsOf(radix: number): string {
  return DIGITS.slice(0, radix);
}

/**
 * Parses a whole number of any size, exactly (contract 5): digits of the base in either case, optionally with
 * surrounding white space, a sign and the base's prefix (`0b`, `0o`, `0x`).
 *
 * @param radix from {@link RADIX_MIN} to {@link RADIX_MAX}.
 */
export function parseWhole(text: string, radix: number): bigint | Unreadable<NumberProblem> {
  if (text.length > VALUE_MAX_LENGTH) return { problem: { kind: 'tooLong' } };
  const trimmed = text.trim();
  const negative = trimmed.startsWith('-');
  const unsigned = negative || trimmed.startsWith('+') ? trimmed.slice(1) : trimmed;
  const digits = withoutPrefix(unsigned, PREFIXES[radix]);
  if (!patternOf(radix).test(digits)) return { problem: findProblem(text, digits, radix) };
  const magnitude = computeMagnitude(digits, radix);
  return negative ? -magnitude : magnitude;
}

/** Parses a whole number in the base given by its prefix: `0b1010`, `0o12`, `0xA`; decimal without one. */
export function parseLiteral(text: string): bigint | Unreadable<NumberProblem> {
  const [, letter = ''] = /^\s*[+-]?0([box])/i.exec(text) ?? [];
  return parseWhole(text, { b: 2, o: 8, x: 16 }[letter.toLowerCase()] ?? 10);
}

/** Formats a whole number without a prefix: letters in upper case, `-` in front of negative numbers. */
export function formatWhole(number: bigint, radix: number): string {
  const digits = number.toString(radix);
  return radix > 10 ? digits.toUpperCase() : digits;
}

const PREFIXES: Readonly<Record<number, string>> = { 2: '0b', 8: '0o', 16: '0x' };

function withoutPrefix(digits: string, prefix = ''): string {
  const prefixed = prefix !== '' && digits.slice(0, prefix.length).toLowerCase() === prefix;
  return prefixed ? digits.slice(prefix.length) : digits;
}

const patterns = new Map<number, RegExp>();

/** Returns a pattern for one or more digits of the base. */
function patternOf(radix: number): RegExp {
  const known = patterns.get(radix);
  if (known) return known;
  const upper = digitsOf(radix);
  const made = new RegExp(`^[${upper}${upper.toLowerCase()}]+$`);
  patterns.set(radix, made);
  return made;
}

/** Prefixes with which `BigInt` parses digits of these bases. */
const LITERAL_PREFIX: Readonly<Record<number, string>> = { 2: '0b', 8: '0o', 10: '', 16: '0x' };

/** Maximum length at which a number of any base is below 2⁵³ and can be parsed without rounding. */
const SHORT_DIGITS = 10;

/**
 * Parses digits. For bases that `BigInt` cannot parse, splits the digits in half, parses each half and combines them.
 * This is faster than going digit by digit because the `BigInt` multiplications dominate the cost.
 */
function computeMagnitude(digits: string, radix: number): bigint {
  const prefix = LITERAL_PREFIX[radix];
  if (prefix !== undefined) return BigInt(prefix + digits);
  if (digits.length <= SHORT_DIGITS) return BigInt(Number.parseInt(digits, radix));
  const low = digits.length >> 1;
  const high = computeMagnitude(digits.slice(0, -low), radix);
  return high * BigInt(radix) ** BigInt(low) + computeMagnitude(digits.slice(-low), radix);
}

/**
 * Finds the problem in a text that ends with `digits`, apart from white space, when not all of them are digits of the
 * base.
 */
function findProblem(text: string, digits: string, radix: number): NumberProblem {
  if (digits === '') return { kind: 'noDigits' };
  const before = [...text.slice(0, text.trimEnd().length - digits.length)].length;
  const all = [...digits];
  const at = all.findIndex((character) => !patternOf(radix).test(character));
  return { kind: 'wrongDigit', character: all[at] ?? '', position: before + at + 1, radix };
}
