import { raw } from '@mikro-orm/core';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { recipientKey } from '../../../platform/mail/recipient-key.js';
import { User } from './user.entity.js';

/** Finds the account that has an address for itself; null if none or several have it. Case is ignored. */
export async function findByEmail(unit: UnitOfWork, address: string): Promise<User | null> {
  const where = { [raw('lower(email) = lower(?)', [address])]: [] };
  const [owner, other] = await unit.find(User, where, { limit: 2 });
  return owner && !other && recipientKey(owner.email) === recipientKey(address) ? owner : null;
}
