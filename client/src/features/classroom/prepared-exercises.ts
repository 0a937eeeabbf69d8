import { exerciseKindNames } from '../../components/exercises/kind-names';
import type { ChosenExercise } from './next-exercise';

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

/** Loads the prepared exercises; none if nothing readable is stored. */
export function loadPrepared({ storage, key }: PreparedPlace): readonly PreparedExercise[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPrepared).slice(0, PREPARED_MAX) : [];
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

/** Adds an exercise to the end, unless it is in the list already or the list is full. */
export function withPrepared(
  prepared: readonly PreparedExercise[],
  exercise: PreparedExercise,
): readonly PreparedExercise[] {
  const isKnown = prepared.some((one) => isSame(one, exercise));
  return isKnown || prepared.length >= PREPARED_MAX ? prepared : [...prepared, exercise];
}

/** Whether two exercises are the same one of the same sheet. */
export function isSame(one: ChosenExercise, other: ChosenExercise): boolean {
  return keyOf(one) === keyOf(other);
}

/** Identifies an exercise in a list. */
export function keyOf({ kind, level, seed, position }: ChosenExercise): string {
  return `${kind} ${level} ${position} ${seed}`;
}

function isPrepared(stored: unknown): stored is PreparedExercise {
  if (typeof stored !== 'object' || stored === null) return false;
  const { kind, level, seed, position, question, solution } = stored as Record<keyof PreparedExercise, unknown>;
  return (
    typeof kind === 'string' &&
    Object.hasOwn(exerciseKindNames, kind) &&
    [level, position].every(Number.isInteger) &&
    [seed, question, solution].every((text) => typeof text === 'string')
  );
}
