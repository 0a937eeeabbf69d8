import type { Columns } from '../../../components/lists/columns';
import { Mark } from '../../../components/lists/records';
import { shortDay, shortTimestamp } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import { describeMachines, roleNames } from '../parts/rights';
import type { UserAction } from './action-texts';
import { UserActions } from './user-actions';
import type { User } from './users.operations';

/** Marks accounts that do not see all machines. */
function SeenMachines({ user: { machines, machineTags } }: { user: User }) {
  const seen = describeMachines(machines, machineTags);
  return seen && <Mark>{seen}</Mark>;
}

interface UserListProps {
  isGone(user: User): boolean;
  onAction(action: UserAction, user: User): void;
}

/** Columns of the accounts, with all available actions. */
export function userColumns({ isGone, onAction }: UserListProps): Columns<User> {
  return {
    keyOf: ({ username }) => username,
    title: {
      name: t('ui.users.username'),
      cell: (user) => (
        <>
          {user.username} {user.isAuthenticated && <Mark>{t('ui.users.own')}</Mark>}
          {user.role !== null && user.role !== 'MEMBER' && <Mark>{t(roleNames[user.role])}</Mark>}
          <SeenMachines user={user} />
          {user.hasSecondFactor && <Mark>{t('ui.users.hasSecondFactor')}</Mark>}
          {!user.isActive && <Mark tone="bad">{t('ui.users.isInactive')}</Mark>}
          {isGone(user) && <Mark>{t('ui.users.gone')}</Mark>}
        </>
      ),
    },
    after: [
      {
        name: t('ui.users.firstName'),
        inList: 'alone',
        cell: ({ firstName, email }) => (
          <>
            {firstName} <span className="user-email">{email}</span>
          </>
        ),
      },
      {
        name: t('ui.users.joined'),
        width: '6.5rem',
        cell: ({ dateJoined }) => dateJoined && shortDay(dateJoined),
      },
      {
        name: t('ui.users.lastLogin'),
        width: '9.5rem',
        cell: ({ lastLogin }) => (lastLogin ? shortTimestamp(lastLogin) : t('ui.users.never')),
      },
    ],
    actions: {
      width: '4.5rem',
      of: (user) => <UserActions user={user} onAction={(action) => onAction(action, user)} />,
    },
  };
}
