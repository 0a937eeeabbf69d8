import type { Unreadable } from '../unreadable.js';
import { type FloatFormat, limitsOf, patternOfParts } from './float-format.js';

/** Maximum length of a parsed text, in characters: enough for the exact decimal value of every BINARY64. */
export const FLOAT_MAX_LENGTH = 1100;

/** Maximum magnitude of a typed exponent of ten, far beyond every BINARY64. */
export const FLOAT_EXPONENT_MAX = 1500;

/** Reasons why a text is not a floating-point number. `position` counts from 1, in characters of the typed text. */
export type FloatProblem =
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'noDigits' }
  | { readonly kind: 'unexpected'; readonly character: string; readonly position: number }
  | { readonly kind: 'exponentTooLarge' }
  | { readonly kind: 'patternTooLong'; readonly format: FloatFormat };

/** A typed number: its magnitude, `units` × 10^-`places`, and its sign, which 0 has too. */
export interface TypedDecimal {
  readonly isNegative: boolean;
  readonly units: bigint;
  readonly places: number;
}

/** A typed decimal, or bits that were typed directly. */
export type FloatText = { readonly decimal: TypedDecimal } | { readonly pattern: bigint };

/**
 * Parses a floating-point number: a decimal with `.` or `,` and an optional exponent (`-1.5e-3`), `Infinity`, `NaN`, or
 * its bits in hexadecimal (`0x3F800000`; leading zeros are optional).
 */
export function parseFloatText(text: string, format: FloatFormat): FloatText | Unreadable<FloatProblem> {
  if (text.length > FLOAT_MAX_LENGTH) return { problem: { kind: 'tooLong' } };
  const trimmed = text.trim();
  const [, sign, name] = /^([+-]?)(inf|infinity|∞|nan)$/i.exec(trimmed) ?? [];
  if (name) return { pattern: specialPattern(sign === '-', name.toLowerCase() === 'nan', format) };
  const [, hex] = /^0x([\da-f]+)$/i.exec(trimmed) ?? [];
  if (hex) return parsePattern(hex, format);
  const [, minus, whole = '', part = '', exponent = '0'] = DECIMAL.exec(trimmed) ?? [];
  if (whole + part === '') return { problem: findProblem(text) };
  const power = Number(exponent);
  if (Math.abs(power) > FLOAT_EXPONENT_MAX) return { problem: { kind: 'exponentTooLarge' } };
  const places = part.length - power;
  const units = BigInt(whole + part) * 10n ** BigInt(Math.max(0, -places));
  return { decimal: { isNegative: minus === '-', units, places: Math.max(0, places) } };
}

const DECIMAL = /^([+-]?)(\d*)(?:[.,](\d*))?(?:e([+-]?\d+))?$/i;

function specialPattern(isNegative: boolean, notANumber: boolean, format: FloatFormat): bigint {
  const { specialExponent, fractionBits } = limitsOf(format);
  const fraction = notANumber ? 1n << BigInt(fractionBits - 1) : 0n;
  return patternOfParts({ sign: isNegative ? 1 : 0, storedExponent: specialExponent, fraction }, format);
}

function parsePattern(hex: string, format: FloatFormat): FloatText | Unreadable<FloatProblem> {
  const digits = hex.replace(/^0+(?=.)/, '');
  if (digits.length > limitsOf(format).width / 4) return { problem: { kind: 'patternTooLong', format } };
  return { pattern: BigInt(`0x${digits}`) };
}

/** Finds the first character that fits neither a decimal nor a bit pattern. */
function findProblem(text: string): FloatProblem {
  const trimmed = text.trim();
  const [, readable = ''] = /^0x/i.test(trimmed)
    ? (/^(0x[\da-f]*)/i.exec(trimmed) ?? [])
    : (/^([+-]?\d*(?:[.,]\d*)?(?:(?<=\d[.,]?)e[+-]?\d*)?)/i.exec(trimmed) ?? []);
  const before = text.length - text.trimStart().length + readable.length;
  const [character] = text.slice(before).trimEnd();
  if (character === undefined) return { kind: 'noDigits' };
  return { kind: 'unexpected', character, position: [...text.slice(0, before)].length + 1 };
}
