/** Roles of an account, each with the rights of those before it. */
export const roles = ['MEMBER', 'OPERATOR', 'STAFF'] as const;

/**
 * Role of an account, which decides what it may change: operators the rules, silences and hosts, staff everything. The
 * machines that it sees are apart from that: see `MachineAccess`.
 */
export type Role = (typeof roles)[number];

/** Columns of an account from which its role follows. */
interface RoleFlags {
  readonly isStaff: boolean;
  readonly isOperator: boolean;
}

export function roleOf({ isStaff, isOperator }: RoleFlags): Role {
  if (isStaff) return 'STAFF';
  return isOperator ? 'OPERATOR' : 'MEMBER';
}

export function flagsOf(role: Role): RoleFlags {
  return { isStaff: role === 'STAFF', isOperator: role === 'OPERATOR' };
}

/** Whether a role may change rules, silences and hosts. */
export function mayOperate({ role }: { readonly role: Role }): boolean {
  return role !== 'MEMBER';
}
