import type { UnitOfWork } from '../../../platform/db/database.js';
import { User } from './user.entity.js';

/** Returns the username keys of all accounts with the staff role, active or not. */
export async function staffNames(unit: UnitOfWork): Promise<readonly string[]> {
  const staff = await unit.find(User, { isStaff: true }, { fields: ['usernameKey'], disableIdentityMap: true });
  return staff.map(({ usernameKey }) => usernameKey);
}
