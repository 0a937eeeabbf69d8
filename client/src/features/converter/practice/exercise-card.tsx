import { useEffect, useId, useRef } from 'react';
import {
  ANSWER_MAX_LENGTH,
  type Exercise,
  gradeAnswer,
} from '../../../../../src/features/conversion/rules/exercises/exercise';
import type { Grade } from '../../../../../src/features/conversion/rules/exercises/exercise-rules';
import { mistakeText } from '../../../../../src/features/conversion/rules/exercises/mistake';
import { asTyped } from '../../../lib/forms/as-typed';
import { t } from '../../../lib/i18n/t';
import { AnswerPreview } from './answer-preview';
import { Hints } from './hints';
import type { Attempt } from './progress';

interface ExerciseCardProps {
  /** Number in the sheet shown, from 1. */
  number: number;
  exercise: Exercise;
  attempt: Attempt;
  /** Whether it is the only exercise shown, so that its button is the primary one. */
  isAlone: boolean;
  /** Whether the user navigated to it, so that its field takes focus. */
  hasFocus: boolean;
  hasNext: boolean;
  onChange(changes: Partial<Attempt>): void;
  onNext(): void;
}

/**
 * An exercise with its question, answer and feedback. Enter checks the answer, then moves on to the next exercise.
 * Remount it for another exercise.
 */
export function ExerciseCard({
  number,
  exercise,
  attempt,
  isAlone,
  hasFocus,
  hasNext,
  onChange,
  onNext,
}: ExerciseCardProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { answer, checked } = attempt;
  const grade = checked === null || checked !== answer ? undefined : gradeAnswer(exercise, checked);
  const isDone = grade?.isCorrect ?? false;
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  const check = () => {
    const given = gradeAnswer(exercise, answer);
    const isAttempt = given.problem === undefined;
    onChange({
      checked: answer,
      tries: attempt.tries + (isAttempt && !attempt.isSolved ? 1 : 0),
      isSolved: attempt.isSolved || (given.isCorrect && !attempt.isShown),
    });
  };
  return (
    <article className="exercise" aria-labelledby={`${id}-question`}>
      <h3 className="exercise-number">{t('ui.practice.exercise', { position: number })}</h3>
      <p className="exercise-question" id={`${id}-question`}>
        {t(exercise.question)}
      </p>
      <form
        className="exercise-answer"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDone) onNext();
          else check();
        }}
      >
        <label className="visually-hidden" htmlFor={`${id}-answer`}>
          {t('ui.practice.answer')}
        </label>
        <input
          ref={field}
          id={`${id}-answer`}
          name={`answer-${number}`}
          value={answer}
          maxLength={ANSWER_MAX_LENGTH}
          placeholder={t('ui.practice.answer')}
          {...asTyped}
          enterKeyHint={isDone ? 'next' : 'done'}
          data-grade={grade && (isDone ? 'correct' : 'wrong')}
          aria-describedby={`${id}-question ${id}-result`}
          onChange={({ target }) => onChange({ answer: target.value })}
        />
        <button className={isAlone ? 'button button-primary' : 'button'} type="submit">
          {t(isDone ? (hasNext ? 'ui.practice.next' : 'ui.practice.finish') : 'ui.practice.check')}
        </button>
      </form>
      <Result id={`${id}-result`} grade={grade} />
      <AnswerPreview exercise={exercise} answer={answer} />
      <Hints exercise={exercise} attempt={attempt} onChange={onChange} />
    </article>
  );
}

/** Feedback on the answer; screen readers announce its changes. */
function Result({ id, grade }: { id: string; grade: Grade | undefined }) {
  return (
    <p className="exercise-result" id={id} role="status" data-grade={grade && (grade.isCorrect ? 'correct' : 'wrong')}>
      {grade && <ResultText grade={grade} />}
    </p>
  );
}

function ResultText({ grade: { isCorrect, mistake, problem } }: { grade: Grade }) {
  if (isCorrect) return <strong>{t('ui.practice.correct')}</strong>;
  if (problem) return t(problem);
  return mistake ? t(mistakeText(mistake)) : t('rules.exercise.notYet');
}
