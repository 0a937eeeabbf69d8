import { useState } from 'react';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { Field } from '../../../components/forms/field';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { ABOUT_PASSKEYS, type OwnPasskey, RemovePasskey, RenamePasskey } from './passkeys.operations';

export type PasskeyAction = 'rename' | 'remove';

interface PasskeyDialogProps {
  passkey: OwnPasskey;
  onDone(): void;
  onClose(): void;
}

export function RenamePasskeyDialog({ passkey, onDone, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const { progress, run } = useAction(RenamePasskey, ABOUT_PASSKEYS);
  return (
    <ConfirmationDialog
      title={t('ui.passkeys.renameTitle', { name: passkey.name })}
      text={t('ui.passkeys.renameText')}
      action={t('ui.passkeys.rename')}
      progress={progress}
      ready={name.trim() !== ''}
      onDo={async () => {
        if (await run({ id: passkey.id, name })) onDone();
      }}
      onClose={onClose}
    >
      <Field
        label={t('ui.passkeys.name')}
        name="passkey-new-name"
        required
        maxLength={80}
        autoComplete="off"
        value={name}
        faults={findFaults(progress, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
    </ConfirmationDialog>
  );
}

/** Explains the consequences of removing a passkey, and removes it. */
export function RemovePasskeyDialog({ passkey, onDone, onClose }: PasskeyDialogProps) {
  const { progress, run } = useAction(RemovePasskey, ABOUT_PASSKEYS);
  return (
    <ConfirmationDialog
      title={t('ui.passkeys.removeTitle', { name: passkey.name })}
      text={t('ui.passkeys.removeText')}
      action={t('ui.passkeys.remove')}
      progress={progress}
      onDo={async () => {
        if (await run({ id: passkey.id })) onDone();
      }}
      onClose={onClose}
    />
  );
}
