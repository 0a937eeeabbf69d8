import type { UnitOfWork } from '../../../platform/db/database.js';
import { accessOf, type MachineAccess } from '../../../shared/identity/machine-access.js';
import { roleOf } from '../../../shared/identity/role.js';
import { rightsColumns } from './account-rights.js';
import { User } from './user.entity.js';

/** Returns the ids of those accounts that may log in. */
export async function activeUsers(unit: UnitOfWork, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const users = await unit.find(User, { id: { $in: [...ids] }, isActive: true }, { fields: ['id'] });
  return new Set(users.map(({ id }) => id));
}

/** Returns the machines that each account sees which may log in, leaving out the others. */
export async function accessOfUsers(
  unit: UnitOfWork,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MachineAccess>> {
  const fields = ['id', ...rightsColumns] as const;
  const users = await unit.find(User, { id: { $in: [...ids] }, isActive: true }, { fields });
  return new Map(users.map((user) => [user.id, accessOf(roleOf(user), user)]));
}

/** Returns the ids of those accounts that are staff and may log in. */
export async function activeStaff(unit: UnitOfWork, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const users = await unit.find(User, { id: { $in: [...ids] }, isActive: true, isStaff: true }, { fields: ['id'] });
  return new Set(users.map(({ id }) => id));
}
