import { Link } from 'wouter';
import { preparationText } from '../../../components/exercises/preparation-text';
import {
  comparePrepared,
  loadPrepared,
  type Preparation,
  preparedPlace,
  savePrepared,
  withPrepared,
} from '../../../components/exercises/prepared-exercises';
import type { ShownSheet } from '../../../components/exercises/sheet-address';
import { preparedOf } from '../../../components/exercises/sheet-exercises';
import { t } from '../../../lib/i18n/t';
import { useViewer } from '../../../lib/session/viewer';
import { paths } from '../../../paths';

interface PrepareSheetButtonProps {
  sheet: ShownSheet;
  onPrepared(preparation: Preparation): void;
}

/** Adds the exercises of the sheet to the list that the user sends to rooms. */
export function PrepareSheetButton({ sheet, onPrepared }: PrepareSheetButtonProps) {
  const [{ username }] = useViewer();
  const prepare = () => {
    const place = preparedPlace(username);
    const exercises = preparedOf(sheet);
    const before = loadPrepared(place);
    savePrepared(place, withPrepared(before, exercises));
    // Reads the list again, because the browser may have refused to store it.
    onPrepared(comparePrepared(before, loadPrepared(place), exercises));
  };
  return (
    <button className="button button-small" type="button" onClick={prepare}>
      {t('ui.practice.prepare')}
    </button>
  );
}

/** Says how many exercises the list took. Stands below the buttons, so that these stay where they are pressed. */
export function PreparationResult({ preparation }: { preparation: Preparation | undefined }) {
  return (
    <p className="practice-prepared hint" role="status">
      {preparation && (
        <>
          {preparationText(preparation)} <Link href={paths.classroom}>{t('ui.practice.preparedList')}</Link>
        </>
      )}
    </p>
  );
}
