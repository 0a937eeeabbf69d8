import { useId } from 'react';
import type { Exercise } from '../../../../../src/features/conversion/rules/exercises/exercise';
import { t } from '../../../lib/i18n/t';
import type { Attempt } from './progress';
import { solutionText } from './solution-text';

interface HintsProps {
  exercise: Exercise;
  attempt: Attempt;
  onChange(changes: Partial<Attempt>): void;
}

/** Shows one more hint per click, and the solution after the last one. */
export function Hints({ exercise, attempt, onChange }: HintsProps) {
  const id = useId();
  const total = exercise.hints.length;
  const shown = Math.min(attempt.hints, total);
  const isDone = attempt.isSolved || attempt.isShown;
  return (
    <div className="exercise-hints" aria-live="polite">
      {shown > 0 && (
        <ol aria-label={t('ui.practice.hints')} id={id}>
          {exercise.hints.slice(0, shown).map((hint) => (
            <li key={t(hint)}>{t(hint)}</li>
          ))}
        </ol>
      )}
      {attempt.isShown && (
        <p className="exercise-solution">
          {t('ui.practice.solution')} <span className="figures">{solutionText(exercise)}</span>
        </p>
      )}
      {!isDone && shown < total && (
        <button className="button button-small" type="button" onClick={() => onChange({ hints: shown + 1 })}>
          {t('ui.practice.hint', { next: shown + 1, total })}
        </button>
      )}
      {!isDone && shown === total && (
        <button className="button button-small" type="button" onClick={() => onChange({ isShown: true })}>
          {t('ui.practice.showSolution')}
        </button>
      )}
    </div>
  );
}
