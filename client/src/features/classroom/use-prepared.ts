import { useState } from 'react';
import { useViewer } from '../../lib/session/viewer';
import {
  isSame,
  loadPrepared,
  type PreparedExercise,
  type PreparedPlace,
  savePrepared,
  withPrepared,
} from './prepared-exercises';

/** The exercises that a teacher has prepared, in order. */
export interface Prepared {
  readonly exercises: readonly PreparedExercise[];
  add(exercise: PreparedExercise): void;
  remove(exercise: PreparedExercise): void;
}

/** Keeps the prepared exercises of the signed-in teacher in this browser, over lessons and rooms. */
export function usePrepared(): Prepared {
  const [{ username }] = useViewer();
  const place: PreparedPlace = { storage: localStorage, key: `vigia.prepared.${username}` };
  const [exercises, setExercises] = useState(() => loadPrepared(place));
  const change = (next: readonly PreparedExercise[]) => {
    setExercises(next);
    savePrepared(place, next);
  };
  return {
    exercises,
    add: (exercise) => change(withPrepared(exercises, exercise)),
    remove: (exercise) => change(exercises.filter((one) => !isSame(one, exercise))),
  };
}
