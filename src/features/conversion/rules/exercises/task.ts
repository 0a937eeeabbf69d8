/** The kinds of exercises (contract 15). */
export const exerciseKinds = [
  'DECIMAL_TO_BASE',
  'BASE_TO_DECIMAL',
  'BASE_TO_BASE',
  'TWOS_COMPLEMENT',
  'ADDITION',
  'OVERFLOW',
  'TRUTH_TABLE',
  'MINIMISE',
  'FLOATING_POINT',
] as const;

/** One of {@link exerciseKinds}. */
export type ExerciseKind = (typeof exerciseKinds)[number];

/** How hard a sheet is: from first steps to what an exam asks. */
export const exerciseLevels = [1, 2, 3] as const;

/** One of {@link exerciseLevels}. */
export type ExerciseLevel = (typeof exerciseLevels)[number];

/** Whether a number is one of {@link exerciseLevels}. */
export function isExerciseLevel(number: unknown): number is ExerciseLevel {
  return exerciseLevels.some((level) => level === number);
}

/** A whole number in decimal that is to be written in the base `to`. */
export interface DecimalToBaseTask {
  readonly kind: 'DECIMAL_TO_BASE';
  readonly value: string;
  readonly to: number;
}

/** Digits of the base `from` whose value is asked for in decimal. */
export interface BaseToDecimalTask {
  readonly kind: 'BASE_TO_DECIMAL';
  readonly value: string;
  readonly from: number;
}

/** Digits of the base `from` that are to be written in the base `to`; neither is decimal. */
export interface BaseToBaseTask {
  readonly kind: 'BASE_TO_BASE';
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Two's complement: the pattern of the number `value` (`ENCODE`), the number of the pattern `value` (`DECODE`), or the
 * pattern of the opposite number (`NEGATE`).
 */
export interface TwosComplementTask {
  readonly kind: 'TWOS_COMPLEMENT';
  readonly direction: 'ENCODE' | 'DECODE' | 'NEGATE';
  readonly bits: number;
  readonly value: string;
}

/** Two patterns whose sum is asked for, with every bit that it takes. */
export interface AdditionTask {
  readonly kind: 'ADDITION';
  readonly bits: number;
  readonly value1: string;
  readonly value2: string;
}

/** Two patterns whose sum or difference is asked for in as many bits, and whether it overflows. */
export interface OverflowTask {
  readonly kind: 'OVERFLOW';
  readonly operation: 'ADD' | 'SUBTRACT';
  readonly signed: boolean;
  readonly bits: 8 | 16;
  readonly value1: string;
  readonly value2: string;
}

/** An expression whose column of a truth table is asked for. */
export interface TruthTableTask {
  readonly kind: 'TRUTH_TABLE';
  readonly expression: string;
  /** In alphabetical order. */
  readonly variables: readonly string[];
}

/** A column of a truth table, for which a minimal expression is asked for. */
export interface MinimiseTask {
  readonly kind: 'MINIMISE';
  readonly variables: readonly string[];
  /** `0` or `1` for each row, counting up in binary. */
  readonly outputs: string;
  readonly form: 'SUM_OF_PRODUCTS' | 'PRODUCT_OF_SUMS';
}

/** The bits of the number `value` in a format (`ENCODE`), or the number of the bits `value` (`DECODE`). */
export interface FloatingPointTask {
  readonly kind: 'FLOATING_POINT';
  readonly direction: 'ENCODE' | 'DECODE';
  readonly format: 'BINARY16' | 'BINARY32';
  readonly value: string;
}

/** What an exercise asks, as data. */
export type Task =
  | DecimalToBaseTask
  | BaseToDecimalTask
  | BaseToBaseTask
  | TwosComplementTask
  | AdditionTask
  | OverflowTask
  | TruthTableTask
  | MinimiseTask
  | FloatingPointTask;
