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
  | { readonly kind: 'patternTooLong' | 'bitsTooLong'; readonly format: FloatFormat };

/** A typed number: its magnitude, `units` × 10^-`places`, and its sign, which 0 has too. */
export interface TypedDecimal {
  readonly isNegative: boolean;
  readonly units: bigint;
  readonly places: number;
}

/** Kinds of texts: a decimal, bits, or the name of a special value. */
export const floatReadings = ['DECIMAL', 'BITS', 'SPECIAL'] as const;

export type FloatReading = (typeof floatReadings)[number];

/** A typed decimal, or bits that were typed directly. */
export type FloatText =
  | { readonly reading: 'DECIMAL'; readonly decimal: TypedDecimal }
  | { readonly reading: 'BITS' | 'SPECIAL'; readonly pattern: bigint };

/**
 * Parses a floating-point number: a decimal with `.` or `,` and an optional exponent (`-1.5e-3`), `Infinity`, `NaN`, or
 * its bits in hexadecimal (`0x3F800000`) or binary (`0b1`), where leading zeros are optional and spaces may separate
 * bits. Digits 0 and 1, as many as the format has bits, are its bits as well.
 */
export function parseFloatText(text: string, format: FloatFormat): FloatText | Unreadable<FloatProblem> {
  if (text.length > FLOAT_MAX_LENGTH) return { problem: { kind: 'tooLong' } };
  const trimmed = text.trim();
  const [, sign, name] = /^([+-]?)(inf|infinity|∞|nan)$/i.exec(trimmed) ?? [];
  if (name) {
    return { reading: 'SPECIAL', pattern: specialPattern(sign === '-', name.toLowerCase() === 'nan', format) };
  }
  const [, hex] = /^0x([\da-f]+)$/i.exec(trimmed) ?? [];
  if (hex) return parsePattern(hex, format);
  const bits = readBits(text);
  if (bits && (bits.hasPrefix || bits.digits.length === limitsOf(format).width)) return parseBits(bits.digits, format);
  const [, minus, whole = '', part = '', exponent = '0'] = DECIMAL.exec(trimmed) ?? [];
  if (whole + part === '') return { problem: findProblem(text) };
  const power = Number(exponent);
  if (Math.abs(power) > FLOAT_EXPONENT_MAX) return { problem: { kind: 'exponentTooLarge' } };
  const places = part.length - power;
  const units = BigInt(whole + part) * 10n ** BigInt(Math.max(0, -places));
  return { reading: 'DECIMAL', decimal: { isNegative: minus === '-', units, places: Math.max(0, places) } };
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
  return { reading: 'BITS', pattern: BigInt(`0x${digits}`) };
}

/** Returns the digits of a text that may be bits: after `0b`, or nothing but 0 and 1. */
export function readBits(text: string): { readonly digits: string; readonly hasPrefix: boolean } | undefined {
  const [, prefix, digits] = /^(0b)?([01]+)$/i.exec(text.replace(/[\s_]/g, '')) ?? [];
  return digits === undefined ? undefined : { digits, hasPrefix: prefix !== undefined };
}

function parseBits(typed: string, format: FloatFormat): FloatText | Unreadable<FloatProblem> {
  const digits = typed.replace(/^0+(?=.)/, '');
  if (digits.length > limitsOf(format).width) return { problem: { kind: 'bitsTooLong', format } };
  return { reading: 'BITS', pattern: BigInt(`0b${digits}`) };
}

/** Finds the first character that fits neither a decimal nor a bit pattern. */
function findProblem(text: string): FloatProblem {
  const trimmed = text.trim();
  const [, readable = ''] = /^0[xb]/i.test(trimmed)
    ? (/^(0x[\da-f]*|0b[01\s_]*)/i.exec(trimmed) ?? [])
    : (/^([+-]?\d*(?:[.,]\d*)?(?:(?<=\d[.,]?)e[+-]?\d*)?)/i.exec(trimmed) ?? []);
  const before = text.length - text.trimStart().length + readable.length;
  const [character] = text.slice(before).trimEnd();
  if (character === undefined) return { kind: 'noDigits' };
  return { kind: 'unexpected', character, position: [...text.slice(0, before)].length + 1 };
}
