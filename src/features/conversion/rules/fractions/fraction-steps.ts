import { digitsOf } from '../bases/whole-number.js';
import { firstSteps } from '../first-steps.js';
import type { ConvertedFraction } from './convert-fraction.js';
import type { Fraction } from './parse-fraction.js';
import { absolute, type Rational, rational, rationalText, sumOf } from './rational.js';

/**
 * One digit after the point times its place value, which is a negative power of the base. Numbers are in the format of
 * `rationalText`.
 */
export interface FractionPlaceValueStep {
  readonly kind: 'NEGATIVE_POWER';
  /** The negative exponent: -1 for the first digit after the point. */
  readonly position: number;
  readonly radix: number;
  readonly digit: string;
  readonly digitValue: number;
  readonly placeValue: string;
  readonly product: string;
  /** The sum of all products up to this one. */
  readonly sum: string;
}

/**
 * The value of the whole repeating part at its place: its digits divided by a number of the same length in which every
 * digit is the highest.
 */
export interface PeriodStep {
  readonly kind: 'PERIOD';
  readonly radix: number;
  readonly digits: string;
  /** Number of fractional digits before the repeating part. */
  readonly start: number;
  /** The repeating digits as a whole number, in decimal. */
  readonly numerator: string;
  /** The divisor: base^start × (base^length − 1). */
  readonly denominator: string;
  readonly value: string;
  readonly sum: string;
}

/** One multiplication by the base. The whole part of the product is the next digit after the point. */
export interface MultiplicationStep {
  readonly kind: 'MULTIPLICATION';
  /** Index of the resulting digit after the point, from 0. */
  readonly index: number;
  readonly fraction: string;
  readonly radix: number;
  readonly product: string;
  readonly digitValue: number;
  /** The whole part of the product as a digit of the base. */
  readonly digit: string;
  /** The fraction with which the next step begins. */
  readonly rest: string;
  /** Whether the remaining fraction equals that of an earlier step, in which case the digits since then repeat. */
  readonly repeats: boolean;
}

/** One step of converting the fractional part by hand. */
export type FractionStep = FractionPlaceValueStep | PeriodStep | MultiplicationStep;

/** The first steps of each stage of a conversion. */
export interface FractionSteps {
  readonly steps: readonly FractionStep[];
  /** Number of steps for all computed digits. */
  readonly total: number;
}

/** Limits of the returned steps, per stage. */
const LIMITS = { steps: 32, characters: 4096 };

/**
 * Returns the steps for converting the digits after the point by hand. The digits before it are converted as a whole
 * number, and the sign is copied. To decimal: digits times negative powers of the base. From decimal: multiplications
 * by the base. Between other bases: both, via decimal. A decimal result that never ends additionally takes
 * multiplications by 10.
 */
export function fractionSteps(converted: ConvertedFraction): FractionSteps {
  const { fraction, from, to, digits, terminates } = converted;
  const part = partOf(fraction.value);
  if (from === to || part.numerator === 0n) return { steps: [], total: 0 };
  const places = from === 10 && fraction.period === '' ? [] : placeValues(fraction);
  const multiplied = to === 10 && terminates ? [] : multiplications(converted, part);
  return {
    steps: [places, multiplied].flatMap((stage) => firstSteps(stage, LIMITS, lengthOf)),
    total: countOf(fraction, from) + (to === 10 && terminates ? 0 : digits.length),
  };
}

/** Formats a step as one line that reads the same in every language: `1 × 2^-2 = 0.25`, `0.1 × 2 = 0.2 → 0`. */
export function fractionEquation(step: FractionStep): string {
  switch (step.kind) {
    case 'NEGATIVE_POWER':
      return `${step.digitValue} × ${step.radix}^${step.position} = ${step.product}`;
    case 'PERIOD':
      return `${step.numerator} / ${step.denominator} = ${step.value}`;
    case 'MULTIPLICATION':
      return `${step.fraction} × ${step.radix} = ${step.product} → ${step.digit}`;
  }
}

/** Returns the fractional part, without the sign. */
function partOf({ numerator, denominator }: Rational): Rational {
  return { numerator: absolute(numerator) % denominator, denominator };
}

function countOf({ fixed, period }: Fraction, from: number): number {
  if (from === 10 && period === '') return 0;
  return fixed.length + (period === '' ? 0 : 1);
}

function* placeValues({ fixed, period, radix }: Fraction): Iterable<FractionStep> {
  let sum = rational(0n, 1n);
  for (const [index, digit] of [...fixed].entries()) {
    const digitValue = Number.parseInt(digit, radix);
    const place = { numerator: 1n, denominator: BigInt(radix) ** BigInt(index + 1) };
    const product = rational(BigInt(digitValue), place.denominator);
    sum = sumOf(sum, product);
    yield {
      kind: 'NEGATIVE_POWER',
      position: -1 - index,
      radix,
      digit,
      digitValue,
      placeValue: rationalText(place),
      product: rationalText(product),
      sum: rationalText(sum),
    };
  }
  if (period !== '') yield periodStep(period, fixed.length, radix, sum);
}

function periodStep(digits: string, start: number, radix: number, before: Rational): PeriodStep {
  const base = BigInt(radix);
  const numerator = [...digits].reduce((sum, digit) => sum * base + BigInt(Number.parseInt(digit, radix)), 0n);
  const denominator = base ** BigInt(start) * (base ** BigInt(digits.length) - 1n);
  const value = rational(numerator, denominator);
  return {
    kind: 'PERIOD',
    radix,
    digits,
    start,
    numerator: String(numerator),
    denominator: String(denominator),
    value: rationalText(value),
    sum: rationalText(sumOf(before, value)),
  };
}

function* multiplications(converted: ConvertedFraction, part: Rational): Iterable<FractionStep> {
  const { to: radix, digits, periodLength } = converted;
  const base = BigInt(radix);
  const { denominator } = part;
  let { numerator } = part;
  for (let index = 0; index < digits.length; index += 1) {
    const product = numerator * base;
    const rest = product % denominator;
    const digitValue = Number(product / denominator);
    yield {
      kind: 'MULTIPLICATION',
      index,
      fraction: rationalText(rational(numerator, denominator)),
      radix,
      product: rationalText(rational(product, denominator)),
      digitValue,
      digit: digitsOf(radix).charAt(digitValue),
      rest: rationalText(rational(rest, denominator)),
      repeats: periodLength !== null && index === digits.length - 1,
    };
    numerator = rest;
  }
}

function lengthOf(step: FractionStep): number {
  switch (step.kind) {
    case 'NEGATIVE_POWER':
      return step.placeValue.length + step.product.length + step.sum.length;
    case 'PERIOD':
      return step.numerator.length + step.denominator.length + step.value.length + step.sum.length;
    case 'MULTIPLICATION':
      return step.fraction.length + step.product.length + step.rest.length;
  }
}
