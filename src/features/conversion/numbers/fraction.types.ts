import { Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { costs } from '../../../platform/graphql/field-marks.js';
import { createEnum } from '../create-enum.js';
import type { ConvertedFraction } from '../rules/fractions/convert-fraction.js';
import {
  type FractionSteps,
  fractionEquation,
  fractionSteps,
  type MultiplicationStep as Multiplication,
  type PeriodStep as Period,
  type FractionPlaceValueStep as PlaceValue,
  type FractionStep as Step,
} from '../rules/fractions/fraction-steps.js';

const FractionStepKind = createEnum(['NEGATIVE_POWER', 'PERIOD', 'MULTIPLICATION'] as const);
registerEnumType(FractionStepKind, {
  name: 'FractionStepKind',
  description: 'Kind of a step, which determines the field that is present.',
  valuesConfig: {
    NEGATIVE_POWER: { description: 'To decimal: a digit times a negative power of the base.' },
    PERIOD: { description: 'To decimal: a whole period as a fraction.' },
    MULTIPLICATION: { description: 'From decimal: a multiplication by the base, whose whole part is a digit.' },
  },
});

const NUMBERS = 'Numbers are decimal, or numerator/denominator where the decimals would never end.';

@ObjectType({ description: `A digit after the point times its place value. ${NUMBERS}` })
export class NegativePowerStep implements Omit<PlaceValue, 'kind'> {
  @Field(() => Int, { description: 'The exponent of the place: -1 for the first digit after the point.' })
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

@ObjectType({ description: `A whole period as a fraction. ${NUMBERS}` })
export class PeriodStep implements Omit<Period, 'kind'> {
  @Field(() => Int, { description: 'The base.' })
  radix!: number;

  @Field(() => String, { description: 'The digits that repeat.' })
  digits!: string;

  @Field(() => Int, { description: 'Number of fractional digits before the period.' })
  start!: number;

  @Field(() => String, { description: 'The digits as a whole number.' })
  numerator!: string;

  @Field(() => String, { description: 'base^start × (base^length − 1).' })
  denominator!: string;

  @Field(() => String, { description: 'Numerator divided by denominator.' })
  value!: string;

  @Field(() => String, { description: 'The sum of this value and the products of the steps before.' })
  sum!: string;
}

@ObjectType({ description: `A multiplication by the base. ${NUMBERS}` })
export class MultiplicationStep implements Omit<Multiplication, 'kind'> {
  @Field(() => Int, { description: 'Index of the fractional digit that it gives, from 0.' })
  index!: number;

  @Field(() => String, { description: 'The multiplicand; below 1.' })
  fraction!: string;

  @Field(() => Int, { description: 'The base.' })
  radix!: number;

  @Field(() => String, { description: 'The fraction times the base.' })
  product!: string;

  @Field(() => Int, { description: 'The whole part of the product.' })
  digitValue!: number;

  @Field(() => String, { description: 'The whole part of the product as a digit of the base.' })
  digit!: string;

  @Field(() => String, { description: 'The remaining fraction, for the next step.' })
  rest!: string;

  @Field(() => Boolean, { description: 'Whether an earlier step had the same remainder, so that the digits repeat.' })
  repeats!: boolean;
}

@ObjectType({
  description: 'A step by hand: one of `negativePower`, `period` and `multiplication` is present.',
})
export class FractionStep {
  @Field(() => FractionStepKind, { description: 'Says which of the other fields is present.' })
  kind!: Step['kind'];

  @Field(() => String, { description: 'The step in one line, the same in every language: `0.1 × 2 = 0.2 → 0`.' })
  equation!: string;

  @Field(() => NegativePowerStep, { nullable: true, description: 'Details of a NEGATIVE_POWER; null otherwise.' })
  negativePower!: NegativePowerStep | null;

  @Field(() => PeriodStep, { nullable: true, description: 'Details of a PERIOD; null otherwise.' })
  period!: PeriodStep | null;

  @Field(() => MultiplicationStep, { nullable: true, description: 'Details of a MULTIPLICATION; null otherwise.' })
  multiplication!: MultiplicationStep | null;
}

/** A converted number with a fractional part (contract 15). Its steps are computed only if a query selects them. */
@ObjectType({
  description: 'A number with a fractional part, converted exactly, and how to convert that part by hand.',
})
export class FractionConversion {
  #computedSteps: FractionSteps | undefined;

  constructor(private readonly converted: ConvertedFraction) {}

  @Field(() => String, {
    description:
      'Number in the target base: a point, the period in brackets, or `…` after the last digit that was computed.',
  })
  get result(): string {
    return this.converted.result;
  }

  @Field(() => String, { description: 'The typed number as it was read, in the source base.' })
  get normalised(): string {
    return this.converted.normalised;
  }

  @Field(() => String, { description: 'The digits of the result before the point, without the sign.' })
  get whole(): string {
    return this.converted.whole;
  }

  @Field(() => String, { description: 'The computed digits after the point, up to the end of the first period.' })
  get digits(): string {
    return this.converted.digits;
  }

  @Field(() => Boolean, { description: 'Whether the result is complete: all digits, or all of the period.' })
  get isExact(): boolean {
    return this.converted.isExact;
  }

  @Field(() => Boolean, { description: 'Whether the expansion terminates, however many digits were computed.' })
  get terminates(): boolean {
    return this.converted.terminates;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Index of the fractional digit at which the period begins, from 0; null if the expansion terminates.',
  })
  get periodStart(): number | null {
    return this.converted.periodStart;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Length of the period; null if the expansion terminates, or if more digits would be needed to tell.',
  })
  get periodLength(): number | null {
    return this.converted.periodLength;
  }

  @Field(() => String, { description: 'The numerator of the number in lowest terms, decimal, with its sign.' })
  get numerator(): string {
    return String(this.converted.fraction.value.numerator);
  }

  @Field(() => String, { description: 'The denominator of the number in lowest terms, decimal.' })
  get denominator(): string {
    return String(this.converted.fraction.value.denominator);
  }

  @Extensions(costs(60))
  @Field(() => [FractionStep], {
    description: 'The first steps of converting the digits after the point: at most 32 of each stage.',
  })
  get steps(): FractionStep[] {
    return this.#stepsByHand.steps.map(shapeStep);
  }

  @Extensions(costs(20))
  @Field(() => Int, { description: 'Number of steps for all computed digits.' })
  get stepCount(): number {
    return this.#stepsByHand.total;
  }

  @Extensions(costs(20))
  @Field(() => Boolean, { description: 'Whether `steps` omits some.' })
  get stepsCut(): boolean {
    return this.#stepsByHand.steps.length < this.#stepsByHand.total;
  }

  get #stepsByHand(): FractionSteps {
    this.#computedSteps ??= fractionSteps(this.converted);
    return this.#computedSteps;
  }
}

function shapeStep(step: Step): FractionStep {
  return {
    kind: step.kind,
    equation: fractionEquation(step),
    negativePower: step.kind === 'NEGATIVE_POWER' ? step : null,
    period: step.kind === 'PERIOD' ? step : null,
    multiplication: step.kind === 'MULTIPLICATION' ? step : null,
  };
}
