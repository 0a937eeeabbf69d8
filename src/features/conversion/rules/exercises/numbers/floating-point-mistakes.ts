import { encodeFloat, type Ratio, roundSignificand } from '../../floating-point/encode-float.js';
import { convertToDecimal, exactText } from '../../floating-point/float-decimal.js';
import {
  binaryValue,
  bitsOfPattern,
  type FloatParts,
  limitsOf,
  partsOf,
  patternOfParts,
} from '../../floating-point/float-format.js';
import { absolute } from '../../fractions/rational.js';
import { bitLength } from '../../representations/bit-length.js';
import { type UsualMistake, usual } from '../exercise-rules.js';
import type { MistakeKind } from '../mistake.js';
import type { FloatingPointTask } from '../task.js';

type Format = FloatingPointTask['format'];

/** Returns the mistakes of finding the bits of a number, the likeliest first. */
export function mistakesOfEncoding(number: Ratio, isNegative: boolean, format: Format): UsualMistake[] {
  const pattern = encodeFloat(number, isNegative, format);
  const { width, bias, exponentBits, fractionBits } = limitsOf(format);
  const parts = partsOf(pattern, format);
  const exponent = parts.storedExponent - bias;
  const { significand } = binaryValue(pattern, format);
  const changed = (changes: Partial<FloatParts>) => patternOfParts({ ...parts, ...changes }, format);
  const { rounding } = roundSignificand(number, format);
  const candidates: [MistakeKind, bigint][] = [
    ['SIGN_WRONG', changed({ sign: parts.sign === 1 ? 0 : 1 })],
    ['HIDDEN_BIT_KEPT', changed({ fraction: significand >> 1n })],
    ['EXPONENT_OFF_BY_ONE', changed({ storedExponent: parts.storedExponent - 1 })],
    ['EXPONENT_OFF_BY_ONE', changed({ storedExponent: parts.storedExponent + 1 })],
    // A negative exponent in two's complement, or without its sign.
    ['BIAS_FORGOTTEN', changed({ storedExponent: Number(BigInt.asUintN(exponentBits, BigInt(exponent))) })],
    ['BIAS_FORGOTTEN', changed({ storedExponent: Math.abs(exponent) })],
    ['EXPONENT_SIGN_WRONG', changed({ storedExponent: bias - exponent })],
  ];
  // The preceding pattern is the neighbour closer to zero.
  if (rounding === 'UP' || rounding === 'TIE_UP') candidates.push(['ROUNDED_DOWN', pattern - 1n]);
  if (rounding === 'DOWN' || rounding === 'TIE_DOWN') candidates.push(['ROUNDED_UP', pattern + 1n]);
  candidates.push(
    ['FRACTION_RIGHT_ALIGNED', changed({ fraction: withoutTrailingZeros(parts.fraction) })],
    ['FRACTION_AS_WHOLE', encodeFloat(withFractionAsWhole(number), isNegative, format)],
  );
  if (exponent > 0) candidates.push(['NOT_NORMALISED', changed({ fraction: bitsAfterPoint(number, fractionBits) })]);
  if (isNegative) candidates.push(['NEGATIVE_COMPLEMENTED', BigInt.asUintN(width, -changed({ sign: 0 }))]);
  return candidates.flatMap(([kind, candidate]) =>
    candidate === pattern ? [] : [usual(kind, bitsOfPattern(candidate, format))],
  );
}

/** Returns the mistakes of reading bits as a number, the likeliest first. */
export function mistakesOfDecoding({ format, value }: FloatingPointTask): UsualMistake[] {
  const right = binaryValue(BigInt(`0b${value}`), format);
  const { exponentBits, fractionBits, bias } = limitsOf(format);
  const bits = value.slice(1 + exponentBits);
  const fraction = BigInt(`0b${bits}`);
  const exponent = right.exponent + fractionBits;
  const known = (kind: MistakeKind, changes: Partial<typeof right>) =>
    usual(kind, exactText(convertToDecimal({ ...right, ...changes })));
  /** Reads the bits after the point as a decimal after the point. */
  const asDecimal = (digits: bigint) => {
    const significand = BigInt(`1${digits}`);
    const { units, places } = convertToDecimal({ ...right, significand, exponent });
    return usual('FRACTION_AS_WHOLE', exactText({ units, places: places + String(digits).length }));
  };
  return [
    known('SIGN_WRONG', { sign: right.sign === 1 ? 0 : 1 }),
    known('HIDDEN_BIT_FORGOTTEN', { significand: fraction }),
    known('BIAS_FORGOTTEN', { exponent: right.exponent + bias }),
    known('EXPONENT_OFF_BY_ONE', { exponent: right.exponent + 1 }),
    known('EXPONENT_OFF_BY_ONE', { exponent: right.exponent - 1 }),
    known('EXPONENT_SIGN_WRONG', { exponent: -exponent - fractionBits }),
    known('EXPONENT_IGNORED', { exponent: -fractionBits }),
    known('PLACES_AFTER_POINT', { significand: right.significand + fraction }),
    ...(fraction === 0n ? [] : [asDecimal(withoutTrailingZeros(fraction)), asDecimal(fraction)]),
  ];
}

function withoutTrailingZeros(bits: bigint): bigint {
  return bits === 0n ? bits : bits / (bits & -bits);
}

/** Returns the number whose binary digits after the point are those of its decimals as a whole number. */
function withFractionAsWhole({ numerator, denominator }: Ratio): Ratio {
  const magnitude = absolute(numerator);
  const decimals = magnitude % denominator;
  const scale = 1n << BigInt(bitLength(decimals));
  return { numerator: (magnitude / denominator) * scale + decimals, denominator: scale };
}

/** Returns the first bits after the point of a number as it is written without an exponent. */
function bitsAfterPoint({ numerator, denominator }: Ratio, bits: number): bigint {
  return ((absolute(numerator) % denominator) << BigInt(bits)) / denominator;
}
