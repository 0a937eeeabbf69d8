import { useId } from 'react';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { Mark, Record } from '../parts/records';
import { actionTexts, type UserAction } from './action-texts';
import type { User } from './users.operations';

interface UserRowProps {
  user: User;
  isGone: boolean;
  onAction(action: UserAction): void;
}

/** An account in the list, with all that can be done to it. */
export function UserRow({ user, isGone, onAction }: UserRowProps) {
  const hintId = useId();
  const { username, firstName, email, isActive, isStaff, isLastStaff, dateJoined, lastLogin } = user;
  const actions: UserAction[] = [
    isActive ? 'deactivate' : 'activate',
    isStaff ? 'revoke' : 'grant',
    // One's own is changed on the account page, with the present one.
    ...(user.isAuthenticated ? [] : (['setPassword'] as const)),
    'endSessions',
  ];
  const timestamp = (text: string) => formatTimestamp(new Date(text));
  return (
    <Record
      title={username}
      marks={
        <>
          {user.isAuthenticated && <Mark>{t('ui.users.own')}</Mark>}
          {isStaff && <Mark>{t('ui.users.staff')}</Mark>}
          {!isActive && <Mark tone="bad">{t('ui.users.isInactive')}</Mark>}
          {isGone && <Mark>{t('ui.users.gone')}</Mark>}
        </>
      }
      facts={[
        firstName,
        email,
        dateJoined && t('ui.users.joined', { moment: timestamp(dateJoined) }),
        lastLogin ? t('ui.users.lastLogin', { moment: timestamp(lastLogin) }) : t('ui.users.neverLoggedIn'),
      ]}
      actions={actions.map((action, index) => {
        const barred = isLastStaff === true && (action === 'deactivate' || action === 'revoke');
        return (
          <button
            // The key is the position, so that a button keeps the focus when its action turns into the opposite.
            // biome-ignore lint/suspicious/noArrayIndexKey: a button is identified by its position, since its action changes
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
    >
      {isLastStaff && (
        <p className="hint" id={hintId}>
          {t('ui.users.lastStaff')}
        </p>
      )}
    </Record>
  );
}
