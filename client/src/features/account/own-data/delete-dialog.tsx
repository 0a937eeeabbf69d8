import { useState } from 'react';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { Field } from '../../../components/forms/field';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { csrfToken } from '../../../lib/session/csrf-token';
import { leaveByForm, mayEndSession } from '../../../lib/session/go-to-login';
import { useViewer } from '../../../lib/session/viewer';
import { paths } from '../../../paths';
import { DeleteOwnAccount } from './own-data.operations';

/** Asks for the username again, deletes the account, and logs out. */
export function DeleteDialog({ onClose }: { onClose(): void }) {
  const [{ username }] = useViewer();
  const [typed, setTyped] = useState('');
  const { progress, run } = useAction(DeleteOwnAccount);

  const remove = () =>
    mayEndSession(async () => {
      if (await run({ username: typed })) leave();
    });
  return (
    <ConfirmationDialog
      title={t('ui.ownData.deleteTitle', { username })}
      text={t('ui.ownData.deleteText')}
      action={t('ui.ownData.deleteAccount')}
      progress={progress}
      onDo={() => void remove()}
      onClose={onClose}
      ready={typed.trim() !== ''}
    >
      <Field
        label={t('ui.ownData.typeUsername', { username })}
        value={typed}
        faults={findFaults(progress, 'username')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConfirmationDialog>
  );
}

/** Logs out by submitting a form, which clears the ended session's cookies and shows a message on the login page. */
function leave(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = paths.logout;
  for (const [name, value] of [
    ['csrfmiddlewaretoken', csrfToken()],
    ['reason', 'account_deleted'],
  ] as const) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  leaveByForm();
  form.submit();
}
