import type { ExerciseKind } from '../../../../src/features/conversion/rules/exercises/task';
import type { MessageKey } from '../../lib/i18n/t';

/** Message keys of the exercise kinds, in course order. */
export const exerciseKindNames = {
  DECIMAL_TO_BASE: 'ui.practice.kind.DECIMAL_TO_BASE',
  BASE_TO_DECIMAL: 'ui.practice.kind.BASE_TO_DECIMAL',
  BASE_TO_BASE: 'ui.practice.kind.BASE_TO_BASE',
  FRACTION: 'ui.practice.kind.FRACTION',
  TWOS_COMPLEMENT: 'ui.practice.kind.TWOS_COMPLEMENT',
  ADDITION: 'ui.practice.kind.ADDITION',
  OVERFLOW: 'ui.practice.kind.OVERFLOW',
  TRUTH_TABLE: 'ui.practice.kind.TRUTH_TABLE',
  IMPLICATION: 'ui.practice.kind.IMPLICATION',
  MINIMISE: 'ui.practice.kind.MINIMISE',
  FLOATING_POINT: 'ui.practice.kind.FLOATING_POINT',
} as const satisfies Record<ExerciseKind, MessageKey>;
