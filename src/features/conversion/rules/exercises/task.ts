/** The kinds of exercises (contract 15). */
export const exerciseKinds = [
  'DECIMAL_TO_BASE',
  'BASE_TO_DECIMAL',
  'BASE_TO_BASE',
  'FRACTION',
  'TWOS_COMPLEMENT',
  'ADDITION',
  'OVERFLOW',
  'TRUTH_TABLE',
  'IMPLICATION',
  'MINIMISE',
  'FLOATING_POINT',
] as const;

export type ExerciseKind = (typeof exerciseKinds)[number];

/** Levels of difficulty, from first steps to exam questions. */
export const exerciseLevels = [1, 2, 3] as const;

export type ExerciseLevel = (typeof exerciseLevels)[number];

export function isExerciseLevel(number: unknown): number is ExerciseLevel {
  return exerciseLevels.some((level) => level === number);
}

/** A decimal whole number to write in the base `to`. */
export interface DecimalToBaseTask {
  readonly kind: 'DECIMAL_TO_BASE';
  readonly value: string;
  readonly to: number;
}

/** Digits of the base `from` to convert to decimal. */
export interface BaseToDecimalTask {
  readonly kind: 'BASE_TO_DECIMAL';
  readonly value: string;
  readonly from: number;
}

/** Digits of the base `from` to write in the base `to`; neither is decimal. */
export interface BaseToBaseTask {
  readonly kind: 'BASE_TO_BASE';
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/**
 * A number with digits after the point in the base `from`, to write in the base `to`; one of them is decimal. Repeating
 * digits are in brackets.
 */
export interface FractionTask {
  readonly kind: 'FRACTION';
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Two's complement: find the pattern of the number `value` (`ENCODE`), the number of the pattern `value` (`DECODE`), or
 * the pattern of the opposite number (`NEGATE`).
 */
export interface TwosComplementTask {
  readonly kind: 'TWOS_COMPLEMENT';
  readonly direction: 'ENCODE' | 'DECODE' | 'NEGATE';
  readonly bits: number;
  readonly value: string;
}

/** Two patterns to add; the answer must have every bit of the sum. */
export interface AdditionTask {
  readonly kind: 'ADDITION';
  readonly bits: number;
  readonly value1: string;
  readonly value2: string;
}

/** Two patterns to add or subtract in the same number of bits, and whether the result overflows. */
export interface OverflowTask {
  readonly kind: 'OVERFLOW';
  readonly operation: 'ADD' | 'SUBTRACT';
  readonly signed: boolean;
  readonly bits: 8 | 16;
  readonly value1: string;
  readonly value2: string;
}

/** An expression whose truth table column is the answer. */
export interface TruthTableTask {
  readonly kind: 'TRUTH_TABLE';
  readonly expression: string;
  /** Names of the variables, in alphabetical order. */
  readonly variables: readonly string[];
}

/** An expression with implications or equivalences whose truth table column is the answer. */
export interface ImplicationTask {
  readonly kind: 'IMPLICATION';
  readonly expression: string;
  /** Names of the variables, in alphabetical order. */
  readonly variables: readonly string[];
}

/** A task whose answer is a truth table column. */
export type ColumnTask = TruthTableTask | ImplicationTask;

/** A column of a truth table to express in minimal form. */
export interface MinimiseTask {
  readonly kind: 'MINIMISE';
  readonly variables: readonly string[];
  /** `0` or `1` for each row, in binary counting order. */
  readonly outputs: string;
  readonly form: 'SUM_OF_PRODUCTS' | 'PRODUCT_OF_SUMS';
}

/**
 * Floating point: find the bits of the number `value` in a format (`ENCODE`), or the number with the bits `value`
 * (`DECODE`).
 */
export interface FloatingPointTask {
  readonly kind: 'FLOATING_POINT';
  readonly direction: 'ENCODE' | 'DECODE';
  readonly format: 'BINARY16' | 'BINARY32';
  readonly value: string;
}

/** An exercise's task, as data. */
export type Task =
  | DecimalToBaseTask
  | BaseToDecimalTask
  | BaseToBaseTask
  | FractionTask
  | TwosComplementTask
  | AdditionTask
  | OverflowTask
  | TruthTableTask
  | ImplicationTask
  | MinimiseTask
  | FloatingPointTask;
