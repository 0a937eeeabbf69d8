import { exerciseSheet } from '../../../../src/features/conversion/rules/exercises/exercise';
import { type ExerciseOfSheet, mixedSheet } from '../../../../src/features/conversion/rules/exercises/mixed-sheet';
import { t } from '../../lib/i18n/t';
import { notationOf } from './notation-of';
import type { PreparedExercise } from './prepared-exercises';
import type { ShownSheet } from './sheet-address';

/** Draws the exercises of a sheet, each with the sheet that it is of. */
export function exercisesOf({ notation, ...name }: ShownSheet): readonly ExerciseOfSheet[] {
  if ('parts' in name) return mixedSheet(name, (kind) => notationOf(kind, notation));
  const { exercises, ...sheet } = exerciseSheet(name, notationOf(name.kind, notation));
  return exercises.map((exercise) => ({ ...exercise, sheet }));
}

/** Draws the exercises of a sheet for a teacher's list. */
export function preparedOf(shown: ShownSheet): PreparedExercise[] {
  return exercisesOf(shown).map(({ sheet, position, question, solution }) => ({
    ...sheet,
    position,
    notation: notationOf(sheet.kind, shown.notation) ?? null,
    question: t(question),
    solution,
  }));
}
