import { type FormEvent, useRef, useState } from 'react';
import { type CombinedError, useMutation } from 'urql';
import { Field } from '../../../components/forms/field';
import { Notice } from '../../../components/status/notice';
import { asTyped } from '../../../lib/forms/as-typed';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { t } from '../../../lib/i18n/t';
import { GiveAnswer, type OwnAnswer, type Question } from './room.operations';
import { isOut } from './use-participation';

interface PresentQuestionProps {
  room: string;
  question: Question;
  answer: OwnAnswer | null;
  onAnswered(answer: OwnAnswer): void;
  /** Called when the answer is refused because the participant is no longer in the room. */
  onOut(): void;
}

/** Shows the question, an answer field while the participant has tries left, and the result of the previous answer. */
export function PresentQuestion({ room, question, answer, onAnswered, onOut }: PresentQuestionProps) {
  const { id, number, question: text, triesMax } = question;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<CombinedError>();
  const [{ fetching }, give] = useMutation(GiveAnswer);
  const triesLeft = triesMax - (answer?.tries ?? 0);
  const isDone = answer?.isCorrect || triesLeft <= 0;
  // Pressing Enter twice must not use up another try.
  const isRefused = answer !== null && typed.trim() === answer.answer;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (fetching || isRefused) return;
    const result = await give({ room, exercise: id, answer: typed });
    setError(result.error);
    if (isOut(result.error)) onOut();
    if (!result.data) return;
    onAnswered(result.data.answer);
    // Selects the text so that a wrong answer can be replaced or corrected.
    if (field.current?.value === typed) field.current.select();
  };
  const failure = error && describeFailure(error);
  const faults = failure?.fields.answer ?? [];
  return (
    <section className="question" aria-labelledby={`question-${id}`}>
      <h2 id={`question-${id}`}>{t('ui.room.exerciseNumber', { number })}</h2>
      <p className="question-text">{text}</p>
      {answer && <Outcome answer={answer} triesLeft={isDone ? 0 : triesLeft} />}
      {!isDone && (
        <form className="form" onSubmit={send} noValidate>
          <Field
            ref={field}
            className="question-answer"
            label={t('ui.room.answer')}
            name="answer"
            value={typed}
            faults={faults}
            {...asTyped}
            maxLength={200}
            onChange={({ target }) => setTyped(target.value)}
          />
          {failure && faults.length === 0 && <Notice tone="bad">{failure.text}</Notice>}
          <div className="actions">
            <button
              className={typed === '' || isRefused ? 'button' : 'button button-primary'}
              type="submit"
              aria-disabled={fetching || isRefused || undefined}
            >
              {t('ui.room.send')}
            </button>
          </div>
        </form>
      )}
      {isDone && <p className="hint">{t('ui.room.waitForNext')}</p>}
    </section>
  );
}

function Outcome({ answer, triesLeft }: { answer: OwnAnswer; triesLeft: number }) {
  if (answer.isCorrect) return <Notice tone="good">{t('ui.room.correct', { answer: answer.answer })}</Notice>;
  return (
    <Notice>
      <p>{t('ui.room.wrong', { answer: answer.answer })}</p>
      {answer.mistakeText && <p>{answer.mistakeText}</p>}
      <p>{t('ui.room.triesLeft', { count: triesLeft })}</p>
    </Notice>
  );
}
