import { Section } from '../../components/layout/section';
import { t } from '../../lib/i18n/t';
import { ExerciseChoice, useExerciseChoice } from './exercise-choice';
import { PrepareButton } from './prepare-button';
import { PreparedList } from './prepared-list';
import { usePrepared } from './use-prepared';

/** Prepares exercises for later rooms. */
export function PrepareLesson() {
  const choice = useExerciseChoice();
  const prepared = usePrepared();
  return (
    <>
      <Section title={t('ui.classroom.prepareTitle')} about={t('ui.classroom.prepareAbout')}>
        <div className="form">
          <ExerciseChoice choice={choice} />
          <div className="actions">
            <PrepareButton choice={choice} prepared={prepared} />
            <button className="button" type="button" onClick={choice.takeNext}>
              {t('ui.classroom.another')}
            </button>
          </div>
        </div>
      </Section>
      <PreparedList prepared={prepared} />
    </>
  );
}
