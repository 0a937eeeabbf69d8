import {
  type CutSignificand,
  cutSignificand,
  normalised,
  type Ratio,
  type RoundedSignificand,
  roundSignificand,
} from './encode-float.js';
import { convertToDecimal, exactText } from './float-decimal.js';
import { binaryValue, type FloatFormat, limitsOf, partsOf } from './float-format.js';
import type { BiasStep, BinaryStep, DecodeStep, EncodeStep, SignStep } from './float-step.js';

/** Returns the steps for finding the bits of a number by hand. */
export function encodeSteps(number: Ratio, isNegative: boolean, format: FloatFormat): EncodeStep[] {
  const sign: SignStep = { kind: 'SIGN', bit: isNegative ? 1 : 0 };
  const { fractionBits } = limitsOf(format);
  if (number.numerator === 0n)
    return [sign, biasStep(null, 0, format), { kind: 'FRACTION', bits: '0'.repeat(fractionBits), leading: 0 }];
  const rounded = roundSignificand(number, format);
  return [sign, ...significandSteps(number, rounded, format), ...storedSteps(rounded, format)];
}

/** Returns the steps for reading a bit pattern by hand. */
export function decodeSteps(pattern: bigint, format: FloatFormat): DecodeStep[] {
  const { sign, storedExponent, fraction, class: kind } = partsOf(pattern, format);
  const { exponentBits, fractionBits, bias, minimumExponent } = limitsOf(format);
  const bits = storedExponent.toString(2).padStart(exponentBits, '0');
  const signStep: SignStep = { kind: 'SIGN', bit: sign };
  if (kind === 'INFINITE' || kind === 'NAN') return [signStep, { kind: 'SPECIAL', bits, class: kind }];
  const leading = storedExponent > 0 ? 1 : 0;
  const value = binaryValue(pattern, format);
  return [
    signStep,
    { kind: 'UNBIAS', bits, storedExponent, bias, exponent: leading ? storedExponent - bias : minimumExponent },
    { kind: 'SIGNIFICAND', leading, significand: `${leading}.${fraction.toString(2).padStart(fractionBits, '0')}` },
    {
      kind: 'VALUE',
      sign,
      significand: String(value.significand),
      exponent: value.exponent,
      value: kind === 'ZERO' && sign === 1 ? '-0' : exactText(convertToDecimal(value)),
    },
  ];
}

function significandSteps(number: Ratio, rounded: RoundedSignificand, format: FloatFormat): EncodeStep[] {
  const { fractionBits } = limitsOf(format);
  const { exponent, writtenExponent, kept, next, more, rounding } = rounded;
  const cut = exponent === writtenExponent ? rounded : cutSignificand(number, exponent, fractionBits);
  return [
    ...(exponent >= BINARY_EXPONENT_MIN && exponent <= fractionBits ? [binaryStep(cut, exponent)] : []),
    { kind: 'NORMALISE', significand: cutText(cut, fractionBits), isCut: cut.more, exponent },
    ...(exponent === writtenExponent
      ? []
      : [
          {
            kind: 'SUBNORMAL',
            significand: cutText(rounded, fractionBits),
            isCut: more,
            exponent: writtenExponent,
          } as const,
        ]),
    {
      kind: 'ROUND',
      kept: pointed(kept, fractionBits),
      rounded: pointed(rounded.rounded, fractionBits),
      next,
      more,
      rounding,
    },
  ];
}

/** Minimum exponent for writing the number in binary. Below it, there would be too many leading zeros to count. */
const BINARY_EXPONENT_MIN = -16;

function binaryStep(cut: CutSignificand, exponent: number): BinaryStep {
  const bits = allBits(cut).toString(2);
  const whole = exponent < 0 ? '0' : bits.slice(0, exponent + 1);
  const part = exponent < 0 ? '0'.repeat(-exponent - 1) + bits : bits.slice(exponent + 1);
  return { kind: 'BINARY', digits: withoutZeros(`${whole}.${part}`, cut.more), isCut: cut.more };
}

function storedSteps(rounded: RoundedSignificand, format: FloatFormat): EncodeStep[] {
  const limits = limitsOf(format);
  const { fractionBits, maximumExponent, bias } = limits;
  const { significand, exponent } = normalised(rounded, limits);
  const moved: EncodeStep[] =
    significand === rounded.rounded
      ? []
      : [{ kind: 'RENORMALISE', significand: pointed(significand, fractionBits), exponent }];
  if (exponent > maximumExponent) {
    return [
      ...moved,
      { kind: 'OVERFLOW', exponent, maximumExponent },
      biasStep(null, limits.specialExponent, format),
      { kind: 'FRACTION', bits: '0'.repeat(fractionBits), leading: null },
    ];
  }
  const isNormal = significand >> BigInt(fractionBits) === 1n;
  const bits = BigInt.asUintN(fractionBits, significand).toString(2).padStart(fractionBits, '0');
  return [
    ...moved,
    isNormal ? biasStep(exponent, exponent + bias, format) : biasStep(null, 0, format),
    { kind: 'FRACTION', bits, leading: isNormal ? 1 : 0 },
  ];
}

function biasStep(exponent: number | null, storedExponent: number, format: FloatFormat): BiasStep {
  const { bias, exponentBits } = limitsOf(format);
  const bits = storedExponent.toString(2).padStart(exponentBits, '0');
  return { kind: 'BIAS', exponent, bias, storedExponent, bits };
}

/** Returns the bits that fit and the first bit that does not. */
function allBits({ kept, next }: CutSignificand): bigint {
  return (kept << 1n) | BigInt(next);
}

function cutText(cut: CutSignificand, fractionBits: number): string {
  return withoutZeros(pointed(allBits(cut), fractionBits + 1), cut.more);
}

/** Formats a number of units of 2^-places in binary, with a point. */
function pointed(units: bigint, places: number): string {
  const digits = units.toString(2).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Strips trailing zeros, unless cut bits follow. */
function withoutZeros(digits: string, isCut: boolean): string {
  return isCut ? digits : digits.replace(/\.?0+$/, '');
}
