import { type Message, message } from '../../../../i18n/message.js';
import type { Notation } from '../logic/notation.js';
import type { RuleKey } from '../sign-text.js';
import { type Exercise, exerciseSheet, likenessOf, type SheetName } from './exercise.js';
import { EXERCISES_OF_SHEET } from './sheet.js';
import { type ExerciseKind, type ExerciseLevel, isExerciseLevel } from './task.js';

/** Maximum parts of a mixed sheet. */
export const SHEET_PARTS_MAX = 10;

/** Maximum exercises of a mixed sheet. */
export const MIXED_EXERCISES_MAX = 40;

/**
 * Version of the sheets that mixed sheets take their exercises from. Links to mixed sheets do not name it, so another
 * version needs a name in theirs.
 */
const MIXED_SHEET_VERSION = 2;

/** Number of exercises to take from the sheet of a kind and level. */
export interface SheetPart {
  readonly kind: ExerciseKind;
  readonly level: ExerciseLevel;
  readonly count: number;
}

/** Identifies a mixed sheet. */
export interface MixedSheetName {
  readonly parts: readonly SheetPart[];
  readonly seed: string;
}

/** An exercise and the sheet it belongs to, where it is the one at its `position`. */
export interface ExerciseOfSheet extends Exercise {
  readonly sheet: Required<SheetName>;
}

/**
 * Returns why the parts are not those of a mixed sheet; undefined if they are. Two parts of the same kind and level
 * would be one.
 */
export function findPartsProblem(
  parts: readonly { readonly kind: ExerciseKind; readonly level: number; readonly count: number }[],
): Message<RuleKey> | undefined {
  if (parts.length < 1 || parts.length > SHEET_PARTS_MAX) {
    return message('rules.exercise.parts.number', { maximum: SHEET_PARTS_MAX });
  }
  if (!parts.every(({ level }) => isExerciseLevel(level))) return 'rules.exercise.parts.level';
  if (!parts.every(({ count }) => Number.isInteger(count) && count >= 1 && count <= EXERCISES_OF_SHEET)) {
    return message('rules.exercise.parts.count', { maximum: EXERCISES_OF_SHEET });
  }
  const sheets = new Set(parts.map(({ kind, level }) => `${kind} ${level}`));
  if (sheets.size < parts.length) return 'rules.exercise.parts.twice';
  return countExercises(parts) > MIXED_EXERCISES_MAX
    ? message('rules.exercise.parts.total', { maximum: MIXED_EXERCISES_MAX })
    : undefined;
}

/** Returns how many exercises the parts have together. */
export function countExercises(parts: readonly Pick<SheetPart, 'count'>[]): number {
  return parts.reduce((total, { count }) => total + count, 0);
}

/**
 * Returns the exercises of a mixed sheet, which are the same every time: for each part, in order, the first exercises
 * of the sheet of its kind and level with the same seed. An exercise like one of an earlier part is left out for a later
 * one of its sheet, as long as that has any.
 *
 * @param notationOf returns the notation of a kind's expressions; undefined for that which the kind has without one.
 */
export function mixedSheet(
  { parts, seed }: MixedSheetName,
  notationOf: (kind: ExerciseKind) => Notation | undefined,
): ExerciseOfSheet[] {
  const taken: ExerciseOfSheet[] = [];
  for (const { kind, level, count } of parts) {
    const { exercises, ...sheet } = exerciseSheet(
      { kind, level, seed, version: MIXED_SHEET_VERSION },
      notationOf(kind),
    );
    const earlier = new Set(taken.filter((one) => one.sheet.kind === kind).map(({ task }) => likenessOf(task)));
    const isAlike = ({ task }: Exercise) => earlier.has(likenessOf(task));
    const unlikeFirst = exercises.toSorted((one, other) => Number(isAlike(one)) - Number(isAlike(other)));
    const chosen = unlikeFirst.slice(0, count);
    const inOrder = chosen.toSorted((one, other) => one.position - other.position);
    taken.push(...inOrder.map((exercise) => ({ ...exercise, sheet })));
  }
  return taken;
}
