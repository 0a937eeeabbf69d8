import { useState } from 'react';
import { preparationText } from '../../../components/exercises/preparation-text';
import type { Preparation } from '../../../components/exercises/prepared-exercises';
import { Field } from '../../../components/forms/field';
import { Notice } from '../../../components/status/notice';
import { asTyped } from '../../../lib/forms/as-typed';
import { fetchWhole } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';
import { EXERCISE_PARAMETER } from './prepared-link';
import type { Prepared } from './use-prepared';

/** Adds all exercises of a link to the teacher's list: those of a sheet, or of a list that was prepared elsewhere. */
export function AddSheetForm({ prepared }: { prepared: Prepared }) {
  const [link, setLink] = useState(linkOfPage);
  const [fault, setFault] = useState<string>();
  const [preparation, setPreparation] = useState<Preparation>();
  const add = async () => {
    const part = await fetchWhole(() => import('./prepared-from-link')).catch(() => undefined);
    const exercises = part?.preparedFromLink(link) ?? [];
    setFault(exercises.length > 0 ? undefined : t(part ? 'ui.classroom.notASheetLink' : 'ui.classroom.notLoaded'));
    if (exercises.length === 0) return;
    setPreparation(prepared.add(exercises));
    setLink('');
  };
  return (
    <form
      className="form add-sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field
        label={t('ui.classroom.sheetLink')}
        name="sheet-link"
        inputMode="url"
        value={link}
        hint={t('ui.classroom.sheetLinkAbout')}
        faults={fault === undefined ? [] : [fault]}
        {...asTyped}
        onChange={({ target }) => {
          setLink(target.value);
          setFault(undefined);
          setPreparation(undefined);
        }}
      />
      {preparation && <Notice tone="good">{preparationText(preparation)}</Notice>}
      <div className="actions">
        <button className="button" type="submit">
          {t('ui.classroom.addSheet')}
        </button>
      </div>
    </form>
  );
}

/** Returns the page's own address if it is the link of a list, which the teacher then only has to add. */
function linkOfPage(): string {
  return new URLSearchParams(location.search).has(EXERCISE_PARAMETER) ? location.href : '';
}
