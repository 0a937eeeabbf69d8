import { isSame, PREPARED_MAX } from '../../../components/exercises/prepared-exercises';
import { t } from '../../../lib/i18n/t';
import type { useExerciseChoice } from './exercise-choice';
import type { Prepared } from './use-prepared';

interface PrepareButtonProps {
  choice: ReturnType<typeof useExerciseChoice>;
  prepared: Prepared;
}

/** Keeps the chosen exercise in the teacher's list, and then offers the next one. */
export function PrepareButton({ choice: { chosen, exercise, takeNext }, prepared }: PrepareButtonProps) {
  const isRefused =
    !exercise || prepared.exercises.length >= PREPARED_MAX || prepared.exercises.some((one) => isSame(one, chosen));
  return (
    <button
      className="button"
      type="button"
      aria-disabled={isRefused || undefined}
      onClick={() => {
        if (isRefused) return;
        prepared.add([{ ...chosen, question: exercise.question, solution: exercise.solution }]);
        takeNext();
      }}
    >
      {t('ui.classroom.prepare')}
    </button>
  );
}
