import type { Bit } from '../logic/logic-operations.js';

/** The supported IEEE 754 binary interchange formats, with the number of bits for exponent and fraction. */
export const floatFormats = {
  BINARY16: { width: 16, exponentBits: 5, fractionBits: 10 },
  BINARY32: { width: 32, exponentBits: 8, fractionBits: 23 },
  BINARY64: { width: 64, exponentBits: 11, fractionBits: 52 },
} as const satisfies Record<string, FormatSizes>;

export type FloatFormat = keyof typeof floatFormats;

/** Names of the formats, narrowest first. */
export const floatFormatNames = Object.keys(floatFormats) as readonly FloatFormat[];

interface FormatSizes {
  readonly width: 16 | 32 | 64;
  readonly exponentBits: number;
  readonly fractionBits: number;
}

/** Values derived from a format's sizes. */
export interface FormatLimits extends FormatSizes {
  /** Value added to an exponent for storage. */
  readonly bias: number;
  /** Range of exponents of normal numbers. */
  readonly minimumExponent: number;
  readonly maximumExponent: number;
  /** The stored exponent of infinities and NaN: all ones. */
  readonly specialExponent: number;
}

export function limitsOf(format: FloatFormat): FormatLimits {
  return limits[format];
}

export type FloatClass = 'ZERO' | 'SUBNORMAL' | 'NORMAL' | 'INFINITE' | 'NAN';

/** The parts of a bit pattern, as whole numbers. */
export interface FloatParts {
  readonly sign: Bit;
  readonly storedExponent: number;
  readonly fraction: bigint;
  readonly class: FloatClass;
}

/** Splits a bit pattern into its parts. */
export function partsOf(pattern: bigint, format: FloatFormat): FloatParts {
  const { width, fractionBits, specialExponent } = limits[format];
  const sign = pattern >> BigInt(width - 1) === 1n ? 1 : 0;
  const storedExponent = Number(pattern >> BigInt(fractionBits)) & specialExponent;
  const fraction = BigInt.asUintN(fractionBits, pattern);
  return { sign, storedExponent, fraction, class: classifyFloat(storedExponent, fraction, specialExponent) };
}

/** Joins parts into a bit pattern. */
export function patternOfParts(
  { sign, storedExponent, fraction }: Omit<FloatParts, 'class'>,
  format: FloatFormat,
): bigint {
  const { width, fractionBits } = limits[format];
  return (BigInt(sign) << BigInt(width - 1)) | (BigInt(storedExponent) << BigInt(fractionBits)) | fraction;
}

/** Formats a bit pattern in binary, with leading zeros. */
export function bitsOfPattern(pattern: bigint, format: FloatFormat): string {
  return pattern.toString(2).padStart(limits[format].width, '0');
}

/** A finite value: `significand` × 2^`exponent`, with its sign. */
export interface BinaryValue {
  readonly sign: Bit;
  readonly significand: bigint;
  readonly exponent: number;
}

/** Returns the value of a finite bit pattern; the last bit of its significand has the place value 2^`exponent`. */
export function binaryValue(pattern: bigint, format: FloatFormat): BinaryValue {
  const { sign, storedExponent, fraction } = partsOf(pattern, format);
  const { fractionBits, minimumExponent, bias } = limits[format];
  const isNormal = storedExponent > 0;
  return {
    sign,
    significand: isNormal ? fraction | (1n << BigInt(fractionBits)) : fraction,
    exponent: (isNormal ? storedExponent - bias : minimumExponent) - fractionBits,
  };
}

function classifyFloat(storedExponent: number, fraction: bigint, specialExponent: number): FloatClass {
  if (storedExponent === specialExponent) return fraction === 0n ? 'INFINITE' : 'NAN';
  if (storedExponent > 0) return 'NORMAL';
  return fraction === 0n ? 'ZERO' : 'SUBNORMAL';
}

const limits = Object.fromEntries(
  Object.entries(floatFormats).map(([format, sizes]) => {
    const bias = 2 ** (sizes.exponentBits - 1) - 1;
    return [
      format,
      { ...sizes, bias, minimumExponent: 1 - bias, maximumExponent: bias, specialExponent: 2 * bias + 1 },
    ];
  }),
) as Readonly<Record<FloatFormat, FormatLimits>>;
