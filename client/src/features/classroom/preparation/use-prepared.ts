import { useState } from 'react';
import {
  comparePrepared,
  isSame,
  loadPrepared,
  type Preparation,
  type PreparedExercise,
  preparedPlace,
  savePrepared,
  withPrepared,
} from '../../../components/exercises/prepared-exercises';
import { useViewer } from '../../../lib/session/viewer';

/** The exercises that a teacher has prepared, in order. */
export interface Prepared {
  readonly exercises: readonly PreparedExercise[];
  add(exercises: readonly PreparedExercise[]): Preparation;
  remove(exercise: PreparedExercise): void;
}

/** Keeps the prepared exercises of the signed-in teacher in this browser, over lessons and rooms. */
export function usePrepared(): Prepared {
  const [{ username }] = useViewer();
  const place = preparedPlace(username);
  const [exercises, setExercises] = useState(() => loadPrepared(place));
  const change = (next: readonly PreparedExercise[]) => {
    setExercises(next);
    savePrepared(place, next);
  };
  return {
    exercises,
    add(wanted) {
      const next = withPrepared(exercises, wanted);
      change(next);
      return comparePrepared(exercises, next, wanted);
    },
    remove: (exercise) => change(exercises.filter((one) => !isSame(one, exercise))),
  };
}
