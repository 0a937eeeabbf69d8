import { useId } from 'react';
import { t } from '../../../lib/i18n/t';
import { actionTexts, type UserAction } from './action-texts';
import type { User } from './users.operations';

interface UserActionsProps {
  user: User;
  onAction(action: UserAction): void;
}

/** Actions on an account, and why some are unavailable. */
export function UserActions({ user, onAction }: UserActionsProps) {
  const hintId = useId();
  const { username, isActive, isStaff, isLastStaff } = user;
  const actions: UserAction[] = [
    isActive ? 'deactivate' : 'activate',
    isStaff ? 'revoke' : 'grant',
    // Users change their own password on the account page, where the current one is required.
    ...(user.isAuthenticated ? [] : (['setPassword'] as const)),
    'endSessions',
    ...(user.hasSecondFactor && !user.isAuthenticated ? (['resetFactors'] as const) : []),
  ];
  return (
    <>
      {actions.map((action, index) => {
        const barred = isLastStaff === true && (action === 'deactivate' || action === 'revoke');
        return (
          <button
            // The key is the position so that a button keeps focus when its action turns into the opposite.
            // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies a button, since its action changes
            key={index}
            className="button button-small"
            type="button"
            aria-disabled={barred || undefined}
            aria-describedby={barred ? hintId : undefined}
            aria-label={`${t(actionTexts[action].button)}: ${username}`}
            onClick={() => barred || onAction(action)}
          >
            {t(actionTexts[action].button)}
          </button>
        );
      })}
      {isLastStaff && (
        <p className="hint" id={hintId}>
          {t('ui.users.lastStaff')}
        </p>
      )}
    </>
  );
}
