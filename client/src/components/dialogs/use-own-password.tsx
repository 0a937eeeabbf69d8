import { type ReactNode, useState } from 'react';
import { faultsOf, type useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { Field } from '../field';

interface OwnPassword {
  /** For the argument of that name; undefined while it is not asked for. */
  ownPassword: string | undefined;
  /** What asks for it; nothing while it is not. */
  field: ReactNode;
  forget(): void;
}

/**
 * The own password, where it is asked for: because the page knows that the action requires it, or because the server answered so,
 * which knows better who is staff by now.
 */
export function useOwnPassword(progress: ReturnType<typeof useAction>['progress'], isExpected: boolean): OwnPassword {
  const [typed, setTyped] = useState('');
  const [isRequired, setRequired] = useState(false);
  const faults = faultsOf(progress, 'ownPassword');
  if (faults.length > 0 && !isRequired) setRequired(true);
  const isShown = isExpected || isRequired;
  return {
    ownPassword: isShown ? typed : undefined,
    field: isShown && (
      <Field
        label={t('ui.lists.ownPassword')}
        hint={t('ui.lists.ownPasswordHint')}
        name="own-password"
        type="password"
        autoComplete="current-password"
        required
        value={typed}
        faults={faults}
        onChange={({ target }) => setTyped(target.value)}
      />
    ),
    forget() {
      setTyped('');
      setRequired(false);
    },
  };
}
