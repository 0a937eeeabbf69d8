import type { ExerciseKind } from './classroom.operations';

const EXERCISES_OF_SHEET = 10;

/** An exercise by its sheet and its position there, from 1. */
export interface ChosenExercise {
  readonly kind: ExerciseKind;
  readonly level: number;
  readonly seed: string;
  readonly position: number;
}

/**
 * Picks the next exercise of a kind and a level: the next one on the sheet of the previous one, otherwise the first of
 * a new sheet.
 */
export function nextExercise(
  previous: ChosenExercise | null,
  { kind, level }: Pick<ChosenExercise, 'kind' | 'level'>,
): ChosenExercise {
  const goesOn = previous?.kind === kind && previous.level === level;
  if (goesOn && previous.position < EXERCISES_OF_SHEET) {
    return { kind, level, seed: previous.seed, position: previous.position + 1 };
  }
  return { kind, level, seed: newSeed(), position: 1 };
}

function newSeed(): string {
  return crypto.getRandomValues(new Uint32Array(1)).join('');
}
