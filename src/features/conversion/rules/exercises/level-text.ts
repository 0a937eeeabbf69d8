import type { RuleKey } from '../sign-text.js';
import type { ExerciseKind, ExerciseLevel } from './task.js';

/** Messages that say which tasks each level of a kind holds. */
export const levelTexts = {
  DECIMAL_TO_BASE: {
    1: 'rules.exercise.level.DECIMAL_TO_BASE.1',
    2: 'rules.exercise.level.DECIMAL_TO_BASE.2',
    3: 'rules.exercise.level.DECIMAL_TO_BASE.3',
  },
  BASE_TO_DECIMAL: {
    1: 'rules.exercise.level.BASE_TO_DECIMAL.1',
    2: 'rules.exercise.level.BASE_TO_DECIMAL.2',
    3: 'rules.exercise.level.BASE_TO_DECIMAL.3',
  },
  BASE_TO_BASE: {
    1: 'rules.exercise.level.BASE_TO_BASE.1',
    2: 'rules.exercise.level.BASE_TO_BASE.2',
    3: 'rules.exercise.level.BASE_TO_BASE.3',
  },
  FRACTION: {
    1: 'rules.exercise.level.FRACTION.1',
    2: 'rules.exercise.level.FRACTION.2',
    3: 'rules.exercise.level.FRACTION.3',
  },
  TWOS_COMPLEMENT: {
    1: 'rules.exercise.level.TWOS_COMPLEMENT.1',
    2: 'rules.exercise.level.TWOS_COMPLEMENT.2',
    3: 'rules.exercise.level.TWOS_COMPLEMENT.3',
  },
  ADDITION: {
    1: 'rules.exercise.level.ADDITION.1',
    2: 'rules.exercise.level.ADDITION.2',
    3: 'rules.exercise.level.ADDITION.3',
  },
  OVERFLOW: {
    1: 'rules.exercise.level.OVERFLOW.1',
    2: 'rules.exercise.level.OVERFLOW.2',
    3: 'rules.exercise.level.OVERFLOW.3',
  },
  TRUTH_TABLE: {
    1: 'rules.exercise.level.TRUTH_TABLE.1',
    2: 'rules.exercise.level.TRUTH_TABLE.2',
    3: 'rules.exercise.level.TRUTH_TABLE.3',
  },
  IMPLICATION: {
    1: 'rules.exercise.level.IMPLICATION.1',
    2: 'rules.exercise.level.IMPLICATION.2',
    3: 'rules.exercise.level.IMPLICATION.3',
  },
  MINIMISE: {
    1: 'rules.exercise.level.MINIMISE.1',
    2: 'rules.exercise.level.MINIMISE.2',
    3: 'rules.exercise.level.MINIMISE.3',
  },
  FLOATING_POINT: {
    1: 'rules.exercise.level.FLOATING_POINT.1',
    2: 'rules.exercise.level.FLOATING_POINT.2',
    3: 'rules.exercise.level.FLOATING_POINT.3',
  },
} as const satisfies Record<ExerciseKind, Record<ExerciseLevel, RuleKey>>;
