import type { ExerciseKind } from '../../../../src/features/conversion/rules/exercises/task';
import { isNotation, type Notation } from '../../../../src/features/conversion/rules/logic/notation';
import { exerciseKindNames } from './kind-names';

/** An exercise by its sheet and its position there, from 1. */
export interface ChosenExercise {
  readonly kind: ExerciseKind;
  readonly level: number;
  readonly seed: string;
  readonly version: number;
  readonly position: number;
  /** Notation of its expressions; null for that which the kind has without one. */
  readonly notation: Notation | null;
}

/** An exercise prepared for a lesson, with what it asks, so that the list can be read without a query. */
export interface PreparedExercise extends ChosenExercise {
  readonly question: string;
  readonly solution: string;
}

/** Maximum prepared exercises: as many as a room takes. */
export const PREPARED_MAX = 60;

/** Where the list is stored: a browser storage and a per-user key. */
export interface PreparedPlace {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly key: string;
}

/** Returns where the list of a user is stored. */
export function preparedPlace(username: string): PreparedPlace {
  return { storage: localStorage, key: `vigia.prepared.${username}` };
}

/** Loads the prepared exercises; none if nothing readable is stored. */
export function loadPrepared({ storage, key }: PreparedPlace): readonly PreparedExercise[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(readPrepared).slice(0, PREPARED_MAX) : [];
  } catch {
    return [];
  }
}

/** Saves the prepared exercises. If storage is missing or full, the page works without it. */
export function savePrepared({ storage, key }: PreparedPlace, prepared: readonly PreparedExercise[]): void {
  try {
    storage.setItem(key, JSON.stringify(prepared));
  } catch {
    // The list then ends with the page.
  }
}

/** Adds exercises to the end, except those that are in the list already and those for which it has no room. */
export function withPrepared(
  prepared: readonly PreparedExercise[],
  exercises: readonly PreparedExercise[],
): readonly PreparedExercise[] {
  const list = [...prepared];
  for (const exercise of exercises) {
    if (list.length < PREPARED_MAX && !list.some((one) => isSame(one, exercise))) list.push(exercise);
  }
  return list;
}

/** Result of adding exercises to a list, in numbers of exercises. */
export interface Preparation {
  readonly added: number;
  /** Length of the list now. */
  readonly total: number;
  /** Exercises that the list has no room for. */
  readonly left: number;
}

/** Compares a list before and after exercises were added. */
export function comparePrepared(
  before: readonly PreparedExercise[],
  after: readonly PreparedExercise[],
  exercises: readonly PreparedExercise[],
): Preparation {
  const left = exercises.filter((exercise) => !after.some((one) => isSame(one, exercise))).length;
  return { added: after.length - before.length, total: after.length, left };
}

/** Whether two exercises are the same one of the same sheet. */
export function isSame(one: ChosenExercise, other: ChosenExercise): boolean {
  return keyOf(one) === keyOf(other);
}

/** Identifies an exercise in a list. */
export function keyOf({ kind, level, seed, version, position }: ChosenExercise): string {
  return `${kind} ${level} ${version} ${position} ${seed}`;
}

/** Returns a stored exercise, alone in a list; none if it is not valid. Those of before are of the first version. */
function readPrepared(stored: unknown): PreparedExercise[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const exercise = { version: 1, notation: null, ...stored } as PreparedExercise;
  const { kind, level, seed, version, position, notation, question, solution } = exercise;
  const isValid =
    typeof kind === 'string' &&
    Object.hasOwn(exerciseKindNames, kind) &&
    [level, version, position].every(Number.isInteger) &&
    (notation === null || isNotation(notation)) &&
    [seed, question, solution].every((text) => typeof text === 'string');
  return isValid ? [exercise] : [];
}
