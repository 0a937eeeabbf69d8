import { useState } from 'react';
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

/** Adds the exercises of the sheet to the list that the user sends to rooms, and says how many it took. */
export function PrepareSheetButton({ sheet }: { sheet: ShownSheet }) {
  const [{ username }] = useViewer();
  const [preparation, setPreparation] = useState<Preparation>();
  const prepare = () => {
    const place = preparedPlace(username);
    const exercises = preparedOf(sheet);
    const before = loadPrepared(place);
    savePrepared(place, withPrepared(before, exercises));
    // Reads the list again, because the browser may have refused to store it.
    setPreparation(comparePrepared(before, loadPrepared(place), exercises));
  };
  return (
    <>
      <button className="button button-small" type="button" onClick={prepare}>
        {t('ui.practice.prepare')}
      </button>
      <p className="practice-prepared hint" role="status">
        {preparation && (
          <>
            {preparationText(preparation)} <Link href={paths.classroom}>{t('ui.practice.preparedList')}</Link>
          </>
        )}
      </p>
    </>
  );
}
