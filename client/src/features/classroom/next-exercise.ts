import type { ExerciseKind, PresentExercise } from './classroom.operations';

const EXERCISES_OF_SHEET = 10;

/**
 * Picks the next exercise of a kind and a level: the next one on the current sheet, otherwise the first of a new sheet.
 */
export function nextExercise(
  present: PresentExercise | null,
  chosen: { readonly kind: ExerciseKind; readonly level: number },
): { kind: ExerciseKind; level: number; seed: string; position: number } {
  const goesOn = present?.kind === chosen.kind && present.level === chosen.level;
  if (goesOn && present.position < EXERCISES_OF_SHEET) {
    return { ...chosen, seed: present.seed, position: present.position + 1 };
  }
  return { ...chosen, seed: newSeed(), position: 1 };
}

function newSeed(): string {
  return crypto.getRandomValues(new Uint32Array(1)).join('');
}
