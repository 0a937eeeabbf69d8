import { useId, useState } from 'react';
import { useLocation } from 'wouter';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { teacherRoomPath } from '../../../paths';
import { OpenRoom } from '../classroom.operations';

/** Opens a room. `classNames` are suggested for the class under which its results are kept. */
export function OpenRoomForm({ classNames }: { classNames: readonly string[] }) {
  const [, navigate] = useLocation();
  const suggestions = useId();
  const [allowGuests, setAllowGuests] = useState(true);
  const [keepsResults, setKeepsResults] = useState(false);
  const [className, setClassName] = useState('');
  const { progress, run } = useAction(OpenRoom);
  const open = async () => {
    const opened = await run({ allowGuests, keepResultsAs: keepsResults ? className : null });
    if (opened) navigate(teacherRoomPath(opened.openRoom.code));
  };
  return (
    <ActionForm
      progress={progress}
      ready={!keepsResults || className.trim() !== ''}
      action={t('ui.classroom.open')}
      done={t('ui.classroom.opened')}
      onSend={open}
    >
      <div className="room-choices">
        <label className="room-choice">
          <input type="checkbox" checked={allowGuests} onChange={({ target }) => setAllowGuests(target.checked)} />
          {t('ui.classroom.allowGuests')}
        </label>
        <label className="room-choice">
          <input type="checkbox" checked={keepsResults} onChange={({ target }) => setKeepsResults(target.checked)} />
          {t('ui.classroom.keepResults')}
        </label>
      </div>
      {keepsResults && (
        <>
          <Field
            label={t('ui.classroom.className')}
            hint={t('ui.classroom.classNameHint')}
            faults={findFaults(progress, 'keepResultsAs')}
            name="className"
            value={className}
            autoComplete="off"
            list={suggestions}
            maxLength={60}
            onChange={({ target }) => setClassName(target.value)}
          />
          <datalist id={suggestions}>
            {classNames.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </ActionForm>
  );
}
