import type { ExerciseKind } from '../../../../src/features/conversion/rules/exercises/task';
import { isNotation, type Notation } from '../../../../src/features/conversion/rules/logic/notation';
import { t } from '../../lib/i18n/t';

/** Returns the notation in which exercises of a kind are shown, the chosen one if any; undefined without expressions. */
export function notationOf(kind: ExerciseKind, chosen: Notation | undefined): Notation | undefined {
  if (kind === 'IMPLICATION') return chosen ?? 'MATHEMATICS';
  if (kind === 'MINIMISE') return chosen ?? 'ENGINEERING';
  if (kind !== 'TRUTH_TABLE') return undefined;
  const usual = t('ui.logic.usualNotation');
  return chosen ?? (isNotation(usual) ? usual : 'WORDS');
}
