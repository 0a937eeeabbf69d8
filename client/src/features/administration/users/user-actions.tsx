import { type RowAction, RowMenu } from '../../../components/lists/row-menu';
import { t } from '../../../lib/i18n/t';
import { actionTexts, type UserAction } from './action-texts';
import type { User } from './users.operations';

interface UserActionsProps {
  user: User;
  onAction(action: UserAction): void;
}

/** Actions on an account, and why some are unavailable. */
export function UserActions({ user, onAction }: UserActionsProps) {
  const { username, isActive, isStaff, isLastStaff } = user;
  const actions: UserAction[] = [
    isActive ? 'deactivate' : 'activate',
    isStaff ? 'revoke' : 'grant',
    'access',
    // Users change their own password on the account page, where the current one is required.
    ...(user.isAuthenticated ? [] : (['setPassword'] as const)),
    'endSessions',
    ...(user.hasSecondFactor && !user.isAuthenticated ? (['resetFactors'] as const) : []),
  ];
  const inMenu = (action: UserAction): RowAction => ({
    label: t(actionTexts[action].button),
    name: `${t(actionTexts[action].button)}: ${username}`,
    barred: isLastStaff && (action === 'deactivate' || action === 'revoke') ? t('ui.users.lastStaff') : undefined,
    onChoose: () => onAction(action),
  });
  return <RowMenu of={username} actions={actions.map(inMenu)} />;
}
