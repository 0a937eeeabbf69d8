import './exercise-choice.css';
import { CopyButton } from '../../../components/copy-button';
import { keyOf, PREPARED_MAX } from '../../../components/exercises/prepared-exercises';
import { Section } from '../../../components/layout/section';
import { Notice } from '../../../components/status/notice';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { keepFocus } from '../../../lib/page/remember-focus';
import { SendExercise } from '../classroom.operations';
import { preparedLink } from './prepared-link';
import type { Prepared } from './use-prepared';

interface PreparedListProps {
  prepared: Prepared;
  /** The room to which they can be sent; undefined outside a room. */
  code?: string;
}

/** Lists the prepared exercises. One that has been sent leaves the list. */
export function PreparedList({ prepared, code }: PreparedListProps) {
  const { progress, run } = useAction(SendExercise);
  const failure = overallFailure(progress);
  if (prepared.exercises.length === 0) return null;
  return (
    <Section
      title={t('ui.classroom.prepared')}
      about={t('ui.classroom.preparedAbout', { count: prepared.exercises.length, maximum: PREPARED_MAX })}
      actions={
        <CopyButton label={t('ui.classroom.prepared')} text={preparedLink(prepared.exercises)}>
          {t('ui.classroom.copyPrepared')}
        </CopyButton>
      }
    >
      {failure && <Notice tone="bad">{failure}</Notice>}
      <ol className="prepared" tabIndex={-1}>
        {prepared.exercises.map((exercise, index) => {
          const { question, solution, ...chosen } = exercise;
          const number = index + 1;
          return (
            <li key={keyOf(exercise)}>
              <div>
                <p className="prepared-question">{question}</p>
                <details>
                  <summary>{t('ui.classroom.checkSolution')}</summary>
                  <p className="send-solution">{solution}</p>
                </details>
              </div>
              <div className="actions">
                {code && (
                  <button
                    className="button button-small"
                    type="button"
                    aria-label={t('ui.classroom.sendPrepared', { number })}
                    aria-disabled={progress.state === 'busy'}
                    onClick={async () => {
                      if (!(await run({ room: code, ...chosen }))) return;
                      keepFocus();
                      prepared.remove(exercise);
                    }}
                  >
                    {t('ui.classroom.sendThis')}
                  </button>
                )}
                <button
                  className="button button-small"
                  type="button"
                  aria-label={t('ui.classroom.removePrepared', { number })}
                  onClick={() => {
                    keepFocus();
                    prepared.remove(exercise);
                  }}
                >
                  {t('ui.classroom.takeOff')}
                </button>
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
