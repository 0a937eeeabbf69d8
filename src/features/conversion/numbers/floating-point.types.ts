import { Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { costs } from '../../../platform/graphql/field-marks.js';
import { createEnum } from '../create-enum.js';
import type { Rounding } from '../rules/floating-point/encode-float.js';
import { floatEquation } from '../rules/floating-point/float-equation.js';
import { type FloatClass, floatFormatNames } from '../rules/floating-point/float-format.js';
import type { DecodeStep, EncodeStep } from '../rules/floating-point/float-step.js';
import type { FloatingPoint as Float, FloatPattern } from '../rules/floating-point/floating-point.js';
import { type FloatReading, floatReadings } from '../rules/floating-point/parse-float-text.js';

export const FloatingPointFormat = createEnum(floatFormatNames);
registerEnumType(FloatingPointFormat, {
  name: 'FloatingPointFormat',
  description: 'The binary formats of IEEE 754: half, single and double precision.',
  valuesConfig: {
    BINARY16: { description: 'Half precision: 1 bit of sign, 5 of exponent, 10 of significand.' },
    BINARY32: { description: 'Single precision: 1 bit of sign, 8 of exponent, 23 of significand.' },
    BINARY64: { description: 'Double precision: 1 bit of sign, 11 of exponent, 52 of significand.' },
  },
});

const FloatingPointClass = createEnum(['ZERO', 'SUBNORMAL', 'NORMAL', 'INFINITE', 'NAN'] as const);
registerEnumType(FloatingPointClass, {
  name: 'FloatingPointClass',
  description: 'Class of a bit pattern.',
  valuesConfig: {
    ZERO: { description: 'Zero, 0 or -0: all other bits are 0.' },
    SUBNORMAL: { description: 'A number so small that it has a 0 before the point: the stored exponent is 0.' },
    NORMAL: { description: 'A number with an implied 1 before the point.' },
    INFINITE: { description: 'Infinity or -Infinity: the exponent is all ones, the significand 0.' },
    NAN: { description: 'Not a number: the exponent is all ones, the significand not 0.' },
  },
});

const RoundingDirection = createEnum(['EXACT', 'DOWN', 'UP', 'TIE_DOWN', 'TIE_UP'] as const);
registerEnumType(RoundingDirection, {
  name: 'RoundingDirection',
  description: 'Rounding of the bits that do not fit: a tie is a half, which rounds to the even neighbour.',
  valuesConfig: {
    EXACT: { description: 'All bits fit.' },
    DOWN: { description: 'Less than a half was cut off.' },
    UP: { description: 'More than a half was rounded up.' },
    TIE_DOWN: { description: 'Exactly a half was cut off, as the bits kept are even.' },
    TIE_UP: { description: 'Exactly a half was rounded up, as the bits kept were odd.' },
  },
});

const FloatingPointReading = createEnum(floatReadings);
registerEnumType(FloatingPointReading, {
  name: 'FloatingPointReading',
  description: 'How a text was read.',
  valuesConfig: {
    DECIMAL: { description: 'Number in decimal digits, which is rounded to the format.' },
    BITS: { description: 'Bits: after `0x` or `0b`, or as many digits 0 and 1 as the format has bits.' },
    SPECIAL: { description: 'The name of an infinity, or NaN.' },
  },
});

type StepKind = EncodeStep['kind'] | DecodeStep['kind'];

const FloatingPointStepKind = createEnum<StepKind>([
  'SIGN',
  'BINARY',
  'NORMALISE',
  'SUBNORMAL',
  'ROUND',
  'RENORMALISE',
  'BIAS',
  'OVERFLOW',
  'FRACTION',
  'UNBIAS',
  'SIGNIFICAND',
  'VALUE',
  'SPECIAL',
]);
registerEnumType(FloatingPointStepKind, {
  name: 'FloatingPointStepKind',
  description: 'Kind of a step, which determines the fields that are present.',
  valuesConfig: {
    SIGN: { description: 'The sign is the first bit.' },
    BINARY: { description: 'The number in binary, up to the first bit that does not fit.' },
    NORMALISE: { description: 'A single 1 before the point, times a power of two.' },
    SUBNORMAL: { description: 'The exponent is too small: written with the smallest one, and leading zeros.' },
    ROUND: { description: 'The bits that fit are kept; the rest decides the rounding.' },
    RENORMALISE: { description: 'Rounding added a bit, so the point moves.' },
    BIAS: { description: 'The stored exponent is the exponent plus the bias.' },
    OVERFLOW: { description: 'The exponent is above the largest: infinite.' },
    FRACTION: { description: 'The bits after the point, which are stored.' },
    UNBIAS: { description: 'The stored exponent minus the bias; a stored 0 counts as 1.' },
    SIGNIFICAND: { description: 'The bits after the point, with the one in front of it.' },
    VALUE: { description: 'A whole number times a power of two.' },
    SPECIAL: { description: 'The stored exponent is all ones: infinite, or not a number.' },
  },
});

@ObjectType({ description: 'A bit pattern of a format, and its value.' })
export class FloatingPointPattern implements FloatPattern {
  @Field(() => String, { description: 'All bits, the most significant first.' })
  bits!: string;

  @Field(() => String, { description: 'The bits in hexadecimal, two digits per byte.' })
  hex!: string;

  @Field(() => String, { description: 'Exact, decimal, with every digit; or `-0`, `Infinity`, `-Infinity`, `NaN`.' })
  value!: string;

  @Field(() => String, { description: 'The shortest decimal for which this is the nearest number of the format.' })
  shortest!: string;
}

@ObjectType({ description: 'A step between a decimal and its bits.' })
export class FloatingPointStep {
  @Field(() => FloatingPointStepKind, { description: 'Says which of the other fields are present.' })
  kind!: StepKind;

  @Field(() => String, {
    description: 'The step in one line, the same in every language: `-4 + 127 = 123 = 01111011`.',
  })
  equation!: string;

  @Field(() => String, { nullable: true, description: 'Binary, with a point; for VALUE, a whole number, decimal.' })
  significand!: string | null;

  @Field(() => String, { nullable: true, description: 'Rounded bits, for ROUND.' })
  rounded!: string | null;

  @Field(() => RoundingDirection, {
    nullable: true,
    description: 'Effect on the bits that do not fit, for ROUND.',
  })
  rounding!: Rounding | null;

  @Field(() => Int, { nullable: true, description: 'Power of two; null in steps without one.' })
  exponent!: number | null;

  @Field(() => Int, { nullable: true, description: 'Bias of the format, 15, 127 or 1023, for BIAS and UNBIAS.' })
  bias!: number | null;

  @Field(() => Int, { nullable: true, description: 'Exponent as a format stores it, for BIAS and UNBIAS.' })
  storedExponent!: number | null;

  @Field(() => String, { nullable: true, description: 'The bits that are stored.' })
  bits!: string | null;

  @Field(() => String, { nullable: true, description: 'Exact value, decimal, for VALUE.' })
  value!: string | null;
}

@ObjectType({ description: 'A floating-point number in all its parts.' })
export class FloatingPoint
  extends FloatingPointPattern
  implements Omit<Float, 'format' | 'encodeSteps' | 'decodeSteps' | 'below' | 'above'>
{
  @Field(() => FloatingPointReading, { description: 'Reading of the text, which may look like bits and a decimal.' })
  reading!: FloatReading;

  @Field(() => FloatingPointClass, { description: 'Tells numbers from infinities and NaN.' })
  class!: FloatClass;

  @Field(() => Int, { description: 'Sign bit: 1 is negative.' })
  sign!: 0 | 1;

  @Field(() => String, { description: 'The stored exponent: 5, 8 or 11 bits, by format.' })
  exponentBits!: string;

  @Field(() => String, { description: 'The bits of the significand that are stored: those after the point.' })
  significandBits!: string;

  @Field(() => Int, { description: 'The bits of the exponent as a number.' })
  storedExponent!: number;

  @Field(() => Int, { description: 'Bias, which is subtracted from the stored exponent.' })
  bias!: number;

  @Field(() => Int, { nullable: true, description: 'Actual exponent; null for infinities and NaN.' })
  exponent!: number | null;

  @Field(() => String, { nullable: true, description: 'The typed decimal with every digit; null if none was typed.' })
  typed!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Stored value minus typed value, exact; null if no decimal was typed, or it became infinite.',
  })
  error!: string | null;

  @Field(() => FloatingPointPattern, { nullable: true, description: 'The next smaller number; null if there is none.' })
  below!: FloatingPointPattern | null;

  @Field(() => FloatingPointPattern, { nullable: true, description: 'The next larger number; null if there is none.' })
  above!: FloatingPointPattern | null;

  @Extensions(costs(5))
  @Field(() => [FloatingPointStep], { description: 'From the typed decimal to the bits; empty if none was typed.' })
  encodeSteps!: readonly FloatingPointStep[];

  @Extensions(costs(5))
  @Field(() => [FloatingPointStep], { description: 'From the bits to the decimal.' })
  decodeSteps!: readonly FloatingPointStep[];
}

/** Shapes a floating-point number for GraphQL. */
export function shapeFloatingPoint(float: Float): FloatingPoint {
  return { ...float, encodeSteps: float.encodeSteps.map(shapeStep), decodeSteps: float.decodeSteps.map(shapeStep) };
}

function shapeStep(step: EncodeStep | DecodeStep): FloatingPointStep {
  return { ...NONE, ...step, significand: significandOf(step), equation: floatEquation(step) };
}

/** Fields that only some kinds of steps have. */
const NONE = {
  rounded: null,
  rounding: null,
  exponent: null,
  bias: null,
  storedExponent: null,
  bits: null,
  value: null,
};

function significandOf(step: EncodeStep | DecodeStep): string | null {
  if (step.kind === 'BINARY') return step.digits;
  if (step.kind === 'ROUND') return step.kept;
  return 'significand' in step ? step.significand : null;
}
