import type { Bit } from '../logic/logic-operations.js';
import { isUnreadable, type Unreadable } from '../unreadable.js';
import { encodeFloat } from './encode-float.js';
import { convertToDecimal, difference, exactText, patternText, shortestText } from './float-decimal.js';
import { binaryValue, bitsOfPattern, type FloatClass, type FloatFormat, limitsOf, partsOf } from './float-format.js';
import type { DecodeStep, EncodeStep } from './float-step.js';
import { decodeSteps, encodeSteps } from './float-steps.js';
import { findNeighbour } from './neighbours.js';
import { type FloatProblem, type FloatReading, parseFloatText, type TypedDecimal } from './parse-float-text.js';

export interface FloatPattern {
  /** The bits, most significant first. */
  readonly bits: string;
  readonly hex: string;
  /** The exact value in decimal, with every digit, or `-0`, `Infinity`, `-Infinity` or `NaN`. */
  readonly value: string;
  /** The shortest decimal whose nearest bit pattern is this one. */
  readonly shortest: string;
}

export interface FloatingPoint extends FloatPattern {
  readonly format: FloatFormat;
  readonly reading: FloatReading;
  readonly class: FloatClass;
  readonly sign: Bit;
  readonly exponentBits: string;
  /** The stored bits of the significand, i.e. those after the point. */
  readonly significandBits: string;
  readonly storedExponent: number;
  /** The bias that is subtracted from the stored exponent. */
  readonly bias: number;
  /** The actual exponent; null for infinities and NaN. */
  readonly exponent: number | null;
  /** The typed decimal with every digit; null if bits, `Infinity` or `NaN` were typed. */
  readonly typed: string | null;
  /**
   * The exact difference between the stored value and the typed one; null if no decimal was typed or the stored value
   * is infinite.
   */
  readonly error: string | null;
  /** The next smaller and next larger numbers of the format; null beyond the infinities, and for NaN. */
  readonly below: FloatPattern | null;
  readonly above: FloatPattern | null;
  /** Steps from the typed decimal to the bits; empty if no decimal was typed. */
  readonly encodeSteps: readonly EncodeStep[];
  readonly decodeSteps: readonly DecodeStep[];
}

/** Returns the exact number that a text represents in a format. See {@link parseFloatText} for the syntax. */
export function floatingPoint(text: string, format: FloatFormat): FloatingPoint | Unreadable<FloatProblem> {
  const read = parseFloatText(text, format);
  if (isUnreadable<FloatProblem>(read)) return read;
  if ('pattern' in read) return { ...describe(read.pattern, format), reading: read.reading };
  const { decimal } = read;
  const ratio = { numerator: decimal.units, denominator: 10n ** BigInt(decimal.places) };
  const pattern = encodeFloat(ratio, decimal.isNegative, format);
  return {
    ...describe(pattern, format),
    reading: 'DECIMAL',
    typed: typedText(decimal),
    error: errorOf(pattern, decimal, format),
    encodeSteps: encodeSteps(ratio, decimal.isNegative, format),
  };
}

function describe(pattern: bigint, format: FloatFormat): Omit<FloatingPoint, 'reading'> {
  const { exponentBits, fractionBits, bias } = limitsOf(format);
  const { sign, storedExponent, fraction, class: kind } = partsOf(pattern, format);
  const below = findNeighbour(pattern, 'below', format);
  const above = findNeighbour(pattern, 'above', format);
  return {
    ...shape(pattern, format),
    format,
    class: kind,
    sign,
    exponentBits: storedExponent.toString(2).padStart(exponentBits, '0'),
    significandBits: fraction.toString(2).padStart(fractionBits, '0'),
    storedExponent,
    bias,
    exponent: kind === 'INFINITE' || kind === 'NAN' ? null : binaryValue(pattern, format).exponent + fractionBits,
    typed: null,
    error: null,
    below: below === undefined ? null : shape(below, format),
    above: above === undefined ? null : shape(above, format),
    encodeSteps: [],
    decodeSteps: decodeSteps(pattern, format),
  };
}

function shape(pattern: bigint, format: FloatFormat): FloatPattern {
  return {
    bits: bitsOfPattern(pattern, format),
    hex: hexOfPattern(pattern, format),
    value: patternText(pattern, format),
    shortest: shortestText(pattern, format),
  };
}

/** Formats a bit pattern in hexadecimal, with leading zeros but no prefix. */
function hexOfPattern(pattern: bigint, format: FloatFormat): string {
  return pattern
    .toString(16)
    .toUpperCase()
    .padStart(limitsOf(format).width / 4, '0');
}

function typedText({ isNegative, units, places }: TypedDecimal): string {
  return (isNegative ? '-' : '') + exactText({ units, places });
}

function errorOf(pattern: bigint, { isNegative, units, places }: TypedDecimal, format: FloatFormat): string | null {
  if (partsOf(pattern, format).class === 'INFINITE') return null;
  const stored = convertToDecimal(binaryValue(pattern, format));
  return exactText(difference(stored, { units: isNegative ? -units : units, places }));
}
