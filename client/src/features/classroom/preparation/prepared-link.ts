import type { ChosenExercise } from '../../../components/exercises/prepared-exercises';
import { paths } from '../../../paths';

/** The query parameter for one exercise of a list; links name it once for each. */
export const EXERCISE_PARAMETER = 'exercicio';

/** Returns a link to a list of exercises, by which it comes to another browser. */
export function preparedLink(exercises: readonly ChosenExercise[]): string {
  const query = new URLSearchParams(exercises.map((exercise) => [EXERCISE_PARAMETER, formatExercise(exercise)]));
  return `${location.origin}${paths.classroom}?${query}`;
}

/** The seed is last, since it may contain points. */
function formatExercise({ kind, level, version, position, notation, seed }: ChosenExercise): string {
  return [kind, level, version, position, notation ?? '', seed].join('.');
}
