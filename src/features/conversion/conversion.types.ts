import { Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { costs } from '../../platform/graphql/field-marks.js';
import { createEnum } from './create-enum.js';
import {
  type BitGroupStep as BitGroup,
  type ConversionSteps,
  conversionSteps,
  type DivisionStep as Division,
  formatEquation,
  type PlaceValueStep as PlaceValue,
  type ConversionStep as Step,
} from './rules/bases/conversion-steps.js';
import { type ConversionName, type ConvertedNumber, conversions } from './rules/bases/convert-base.js';

export const ConversionType = createEnum(Object.keys(conversions) as ConversionName[]);
registerEnumType(ConversionType, {
  name: 'ConversionType',
  description: 'The source and the target base: binary, octal, decimal, hexadecimal.',
  valuesConfig: {
    BIN2DEC: { description: 'Binary to decimal.' },
    DEC2BIN: { description: 'Decimal to binary.' },
    DEC2HEX: { description: 'Decimal to hexadecimal.' },
    DEC2OCT: { description: 'Decimal to octal.' },
    HEX2DEC: { description: 'Hexadecimal to decimal.' },
    OCT2DEC: { description: 'Octal to decimal.' },
  },
});

const ConversionStepKind = createEnum(['PLACE_VALUE', 'DIVISION', 'DIGIT_TO_BITS', 'BITS_TO_DIGIT'] as const);
registerEnumType(ConversionStepKind, {
  name: 'ConversionStepKind',
  description: 'Kind of a step, which determines the field that is present.',
  valuesConfig: {
    PLACE_VALUE: { description: 'To decimal: a digit times its place value.' },
    DIVISION: { description: 'From decimal: a division by the base, whose remainder is a digit.' },
    DIGIT_TO_BITS: { description: 'From a base that is a power of two: a digit as its bits.' },
    BITS_TO_DIGIT: { description: 'To a base that is a power of two: a group of bits as a digit.' },
  },
});

const POSITION = { description: 'Counted from the right, from 0.' };

@ObjectType({ description: 'A digit times its place value. Numbers are decimal.' })
export class PlaceValueStep implements Omit<PlaceValue, 'kind'> {
  @Field(() => Int, POSITION)
  position!: number;

  @Field(() => Int, { description: 'The base.' })
  radix!: number;

  @Field(() => String, { description: 'Letters in upper case.' })
  digit!: string;

  @Field(() => Int, { description: 'Worth of the digit itself, from 0 to the base minus 1.' })
  digitValue!: number;

  @Field(() => String, { description: 'The base to the power of the position.' })
  placeValue!: string;

  @Field(() => String, { description: 'The digit value times the place value.' })
  product!: string;

  @Field(() => String, { description: 'The sum of this product and those of the steps before.' })
  sum!: string;
}

@ObjectType({ description: 'A division by the base. Numbers are decimal.' })
export class DivisionStep implements Omit<Division, 'kind'> {
  @Field(() => String, {
    description: 'Number that is divided: in the first step the number itself, then the quotient of the step before.',
  })
  dividend!: string;

  @Field(() => Int, { description: 'The base.' })
  divisor!: number;

  @Field(() => String, { description: 'Dividend of the next step; 0 in the last.' })
  quotient!: string;

  @Field(() => Int, { description: 'From 0 to the base minus 1.' })
  remainder!: number;

  @Field(() => String, { description: 'The remainder as a digit of the result, lowest digit first.' })
  digit!: string;
}

@ObjectType({ description: 'A digit of a base that is a power of two, and its bits.' })
export class BitGroupStep implements Omit<BitGroup, 'kind'> {
  @Field(() => Int, POSITION)
  position!: number;

  @Field(() => String, { description: 'Letters in upper case.' })
  digit!: string;

  @Field(() => Int, { description: 'Worth of the digit itself, from 0 to the base minus 1.' })
  digitValue!: number;

  @Field(() => String, { description: 'Bits of the group, as many as a digit of the base has.' })
  bits!: string;
}

@ObjectType({ description: 'A step of a conversion by hand: one of `placeValue`, `division` and `group` is present.' })
export class ConversionStep {
  @Field(() => ConversionStepKind, { description: 'Says which of the other fields is present.' })
  kind!: Step['kind'];

  @Field(() => String, { description: 'The step in one line, the same in every language: `13 = 6 × 2 + 1`.' })
  equation!: string;

  @Field(() => PlaceValueStep, { nullable: true, description: 'Details of a PLACE_VALUE; null otherwise.' })
  placeValue!: PlaceValueStep | null;

  @Field(() => DivisionStep, { nullable: true, description: 'Details of a DIVISION; null otherwise.' })
  division!: DivisionStep | null;

  @Field(() => BitGroupStep, {
    nullable: true,
    description: 'Details of DIGIT_TO_BITS and BITS_TO_DIGIT; null otherwise.',
  })
  group!: BitGroupStep | null;
}

/** A converted number (contract 5). Its steps are computed only if a query selects them. */
@ObjectType({
  description: 'A converted number with the steps of converting it by hand, which ignore the sign.',
})
export class Conversion {
  #computedSteps: ConversionSteps | undefined;

  constructor(
    protected readonly converted: ConvertedNumber,
    protected readonly from: number,
    protected readonly to: number,
  ) {}

  @Field(() => String, {
    description: 'Every digit in the target base: no prefix, letters in upper case, a minus sign in front.',
  })
  get result(): string {
    return this.converted.result;
  }

  @Extensions(costs(60))
  @Field(() => [ConversionStep], {
    description: 'The first steps: at most 64, and fewer for very long numbers.',
  })
  get steps(): ConversionStep[] {
    return this.#stepsByHand.steps.map(shapeStep);
  }

  @Extensions(costs(60))
  @Field(() => Int, { description: 'Number of steps of the whole conversion.' })
  get stepCount(): number {
    return this.#stepsByHand.total;
  }

  @Extensions(costs(60))
  @Field(() => Boolean, { description: 'Whether `steps` omits some.' })
  get stepsCut(): boolean {
    return this.#stepsByHand.steps.length < this.#stepsByHand.total;
  }

  get #stepsByHand(): ConversionSteps {
    this.#computedSteps ??= conversionSteps(this.converted.number, this.from, this.to);
    return this.#computedSteps;
  }
}

@ObjectType({ description: 'A number converted between any two bases from 2 to 36.' })
export class BaseConversion extends Conversion {
  @Field(() => String, {
    description: 'The typed number in the source base: no prefix, no leading zeros, letters in upper case.',
  })
  get normalised(): string {
    return this.converted.normalised;
  }
}

function shapeStep(step: Step): ConversionStep {
  return {
    kind: step.kind,
    equation: formatEquation(step),
    placeValue: step.kind === 'PLACE_VALUE' ? step : null,
    division: step.kind === 'DIVISION' ? step : null,
    group: step.kind === 'DIGIT_TO_BITS' || step.kind === 'BITS_TO_DIGIT' ? step : null,
  };
}
