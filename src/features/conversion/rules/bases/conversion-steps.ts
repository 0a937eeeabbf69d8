import { firstSteps } from '../first-steps.js';
import { digitsOf, formatWhole } from './whole-number.js';

/** One digit times its place value; `position` counts from the right, from 0. */
export interface PlaceValueStep {
  readonly kind: 'PLACE_VALUE';
  readonly position: number;
  readonly radix: number;
  readonly digit: string;
  readonly digitValue: number;
  /** The base to the power of the position. */
  readonly placeValue: string;
  readonly product: string;
  /** The sum of all products up to this one. */
  readonly sum: string;
}

/** One division by the base. Its remainder is the next digit, from right to left. */
export interface DivisionStep {
  readonly kind: 'DIVISION';
  readonly dividend: string;
  readonly divisor: number;
  readonly quotient: string;
  readonly remainder: number;
  /** The remainder as a digit of the base. */
  readonly digit: string;
}

/** One digit of a base that is a power of two, and its bits; `position` counts from the right, from 0. */
export interface BitGroupStep {
  readonly kind: 'DIGIT_TO_BITS' | 'BITS_TO_DIGIT';
  readonly position: number;
  readonly digit: string;
  readonly digitValue: number;
  /** The bits, as many as one digit of the base stands for. */
  readonly bits: string;
}

/** One step of a conversion by hand. All numbers are in decimal, regardless of their size. */
export type ConversionStep = PlaceValueStep | DivisionStep | BitGroupStep;

/** The first steps of each stage of a conversion. */
export interface ConversionSteps {
  readonly steps: readonly ConversionStep[];
  /** Number of steps of the whole conversion. */
  readonly total: number;
}

/** Maximum number of steps returned. */
export const STEPS_MAX = 64;

/** Maximum number of characters in the returned steps' numbers. The first step of a stage is returned in any case. */
const STEPS_MAX_CHARACTERS = 8192;

/**
 * Returns the steps for converting a whole number by hand; the sign is copied. To decimal: the digits times their place
 * values, from the right. From decimal: divisions by the base. Between powers of two: digits as groups of bits. Between
 * any other bases: via decimal. If there are two stages, each gets half of the limits. Converting to the same base
 * takes no steps.
 */
export function conversionSteps(number: bigint, from: number, to: number): ConversionSteps {
  const magnitude = number < 0n ? -number : number;
  const stages = stagesBetween(magnitude, from, to);
  const limits = { steps: STEPS_MAX / stages.length, characters: STEPS_MAX_CHARACTERS / stages.length };
  return {
    steps: stages.flatMap(({ steps }) => firstSteps(steps, limits, lengthOf)),
    total: stages.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Formats a step as one line that reads the same in every language: `1 × 2^3 = 8`, `13 = 6 × 2 + 1`, `F = 1111`. */
export function formatEquation(step: ConversionStep): string {
  switch (step.kind) {
    case 'PLACE_VALUE':
      return `${step.digitValue} × ${step.radix}^${step.position} = ${step.product}`;
    case 'DIVISION':
      return `${step.dividend} = ${step.quotient} × ${step.divisor} + ${step.remainder}`;
    case 'DIGIT_TO_BITS':
      return `${step.digit} = ${step.bits}`;
    case 'BITS_TO_DIGIT':
      return `${step.bits} = ${step.digit}`;
  }
}

/** Returns the number of bits per digit; undefined unless the base is a power of two. */
export function bitsPerDigit(radix: number): number | undefined {
  const bits = Math.log2(radix);
  return Number.isInteger(bits) ? bits : undefined;
}

interface Stage {
  readonly count: number;
  readonly steps: Iterable<ConversionStep>;
}

function stagesBetween(magnitude: bigint, from: number, to: number): Stage[] {
  if (from === to) return [];
  const [expanded, grouped] = [bitsPerDigit(from), bitsPerDigit(to)];
  if (expanded && grouped) {
    return [
      ...(from === 2 ? [] : [groupStage('DIGIT_TO_BITS', magnitude, from)]),
      ...(to === 2 ? [] : [groupStage('BITS_TO_DIGIT', magnitude, to)]),
    ];
  }
  return [
    ...(from === 10 ? [] : [placeValueStage(magnitude, from)]),
    ...(to === 10 ? [] : [{ count: formatWhole(magnitude, to).length, steps: divisions(magnitude, to) }]),
  ];
}

function placeValueStage(magnitude: bigint, radix: number): Stage {
  const digits = formatWhole(magnitude, radix);
  return { count: digits.length, steps: placeValues(digits, radix) };
}

function* placeValues(digits: string, radix: number): Iterable<ConversionStep> {
  let placeValue = 1n;
  let sum = 0n;
  for (let position = 0; position < digits.length; position += 1) {
    const digit = digits.charAt(digits.length - 1 - position);
    const digitValue = Number.parseInt(digit, radix);
    const product = BigInt(digitValue) * placeValue;
    sum += product;
    yield {
      kind: 'PLACE_VALUE',
      position,
      radix,
      digit,
      digitValue,
      placeValue: String(placeValue),
      product: String(product),
      sum: String(sum),
    };
    placeValue *= BigInt(radix);
  }
}

function* divisions(magnitude: bigint, radix: number): Iterable<ConversionStep> {
  const divisor = BigInt(radix);
  let dividend = magnitude;
  do {
    const quotient = dividend / divisor;
    const remainder = Number(dividend % divisor);
    yield {
      kind: 'DIVISION',
      dividend: String(dividend),
      divisor: radix,
      quotient: String(quotient),
      remainder,
      digit: digitsOf(radix).charAt(remainder),
    };
    dividend = quotient;
  } while (dividend > 0n);
}

function groupStage(kind: BitGroupStep['kind'], magnitude: bigint, radix: number): Stage {
  const digits = formatWhole(magnitude, radix);
  return { count: digits.length, steps: bitGroups(kind, digits, radix) };
}

function* bitGroups(kind: BitGroupStep['kind'], digits: string, radix: number): Iterable<ConversionStep> {
  const width = bitsPerDigit(radix) ?? 1;
  for (let position = 0; position < digits.length; position += 1) {
    const digit = digits.charAt(digits.length - 1 - position);
    const digitValue = Number.parseInt(digit, radix);
    yield { kind, position, digit, digitValue, bits: digitValue.toString(2).padStart(width, '0') };
  }
}

function lengthOf(step: ConversionStep): number {
  if (step.kind === 'PLACE_VALUE') return step.placeValue.length + step.product.length + step.sum.length;
  return step.kind === 'DIVISION' ? step.dividend.length + step.quotient.length : step.bits.length;
}
