import { EXERCISES_OF_SHEET, SHEET_VERSION } from '../../../../../src/features/conversion/rules/exercises/sheet';
import type { ChosenExercise } from '../../../components/exercises/prepared-exercises';

type UnwrittenExercise = Omit<ChosenExercise, 'notation'>;

/**
 * Picks the next exercise of a kind and a level: the next one on the sheet of the previous one, otherwise the first of
 * a new sheet.
 */
export function nextExercise(
  previous: UnwrittenExercise | null,
  { kind, level }: Pick<UnwrittenExercise, 'kind' | 'level'>,
): UnwrittenExercise {
  const next = { kind, level, version: SHEET_VERSION };
  const goesOn = previous?.kind === kind && previous.level === level && previous.version === SHEET_VERSION;
  if (goesOn && previous.position < EXERCISES_OF_SHEET) {
    return { ...next, seed: previous.seed, position: previous.position + 1 };
  }
  return { ...next, seed: newSeed(), position: 1 };
}

function newSeed(): string {
  return crypto.getRandomValues(new Uint32Array(1)).join('');
}
