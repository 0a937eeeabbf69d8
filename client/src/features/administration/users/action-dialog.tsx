import { useState } from 'react';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { Field } from '../../../components/forms/field';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { AccessDialog } from './access/access-dialog';
import { actionTexts, type UserAction } from './action-texts';
import { SetPassword, simpleActions, type User } from './users.operations';

interface ActionDialogProps {
  action: UserAction;
  user: User;
  onDone(): void;
  onClose(): void;
}

type DialogProps<Action extends UserAction> = ActionDialogProps & { action: Action };

/** Asks for confirmation of an action on an account, and runs it. */
export function ActionDialog({ action, ...props }: ActionDialogProps) {
  if (action === 'access') return <AccessDialog {...props} />;
  if (action === 'setPassword') return <PasswordDialog action={action} {...props} />;
  return <SimpleDialog action={action} {...props} />;
}

function SimpleDialog({ action, user, onDone, onClose }: DialogProps<keyof typeof simpleActions>) {
  const { username } = user;
  const { progress, run } = useAction<unknown, { username: string }>(simpleActions[action]);
  return (
    <ConfirmationDialog
      {...wordsFor(action, user)}
      progress={progress}
      onDo={async () => {
        if (await run({ username })) onDone();
      }}
      onClose={onClose}
    />
  );
}

function PasswordDialog({ action, user, onDone, onClose }: DialogProps<'setPassword'>) {
  const { username } = user;
  const [password, setPassword] = useState('');
  const { progress, run } = useAction(SetPassword);
  return (
    <ConfirmationDialog
      {...wordsFor(action, user)}
      progress={progress}
      onDo={async () => {
        if (await run({ username, password })) onDone();
      }}
      onClose={onClose}
    >
      <Field
        label={t('ui.users.newPassword')}
        name="new-password"
        type="password"
        autoComplete="new-password"
        required
        value={password}
        faults={findFaults(progress, 'password')}
        onChange={({ target }) => setPassword(target.value)}
      />
    </ConfirmationDialog>
  );
}

/**
 * Returns the wording of the dialog and its button; for the user's own account, it explains the effect on themselves.
 */
function wordsFor(action: UserAction, { username, isAuthenticated }: User) {
  const { button, ...texts } = actionTexts[action];
  const { ask, text } = isAuthenticated && 'own' in texts ? texts.own : texts;
  return { title: t(ask, { username }), text: t(text, { username }), action: t(button) };
}
