import { Section } from '../../../components/layout/section';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { AddSheetForm } from './add-sheet-form';
import { ExerciseChoice, useExerciseChoice } from './exercise-choice';
import { PrepareButton } from './prepare-button';
import { PreparedList } from './prepared-list';
import { usePrepared } from './use-prepared';

/** Messages of this part, besides those of the page. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.prepared', import: 'default' }),
);

/** Prepares exercises for later rooms. Loaded after the page, which it would make larger. */
export default function PrepareLesson() {
  const choice = useExerciseChoice();
  const prepared = usePrepared();
  return (
    <div className="prepare-lesson">
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
        <AddSheetForm prepared={prepared} />
      </Section>
      <PreparedList prepared={prepared} />
    </div>
  );
}
