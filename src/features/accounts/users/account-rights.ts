import { accessOf, type MachineAccess } from '../../../shared/identity/machine-access.js';
import { type Role, roleOf } from '../../../shared/identity/role.js';
import type { TokenScope } from '../../../shared/identity/token-scope.js';
import type { User } from './user.entity.js';

/** Columns of an account that say what it may do and see. */
export type RightsColumns = Pick<User, (typeof rightsColumns)[number]>;

export const rightsColumns = ['isStaff', 'isOperator', 'machines', 'machineTags'] as const;

/** The same, as fields of a row that belongs to a user. */
export const rightsOfUser = ['user.isStaff', 'user.isOperator', 'user.machines', 'user.machineTags'] as const;

/** Rights of a caller that follow from the account and, with a personal access token, from its scopes. */
export interface AccountRights extends MachineAccess {
  readonly role: Role;
  readonly isStaff: boolean;
}

/**
 * Returns the rights of an account. A personal access token sees the machines that its account sees, but acts as a
 * member: only one with the scope STAFF_READ, of staff, reads what is for staff. No token changes anything.
 */
export function rightsOf(user: RightsColumns, scopes?: readonly TokenScope[]): AccountRights {
  const own = roleOf(user);
  const isMember = scopes !== undefined && !(own === 'STAFF' && scopes.includes('STAFF_READ'));
  const role = isMember ? 'MEMBER' : own;
  return { role, isStaff: role === 'STAFF', ...accessOf(own, user) };
}
