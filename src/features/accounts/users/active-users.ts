import type { UnitOfWork } from '../../../platform/db/database.js';
import { User } from './user.entity.js';

/** Returns the ids of those accounts that may log in. */
export async function activeUsers(unit: UnitOfWork, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const users = await unit.find(User, { id: { $in: [...ids] }, isActive: true }, { fields: ['id'] });
  return new Set(users.map(({ id }) => id));
}

/** Returns the ids of those accounts that are staff and may log in. */
export async function activeStaff(unit: UnitOfWork, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const users = await unit.find(User, { id: { $in: [...ids] }, isActive: true, isStaff: true }, { fields: ['id'] });
  return new Set(users.map(({ id }) => id));
}
