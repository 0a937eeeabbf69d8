import { raw } from '@mikro-orm/core';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { recipientKey } from '../../../platform/mail/recipient-key.js';
import { DEFAULT_UNITS, type Units, unitsOf } from '../../../shared/units/units.js';
import { User } from './user.entity.js';

/** Maximum number of accounts read for one address. */
const ACCOUNTS_READ_MAX = 100;

/** Finds the units in which the recipients of messages read figures; the default ones for those without an account. */
export function findRecipientUnits(em: UnitOfWork) {
  return {
    async ofUser(userId: number): Promise<Units> {
      return unitsOf((await em.fork().findOne(User, { id: userId })) ?? DEFAULT_UNITS);
    },
    /** Of several accounts, one that has proved to read the mail of the address counts, and of those the oldest. */
    async ofMailbox(address: string): Promise<Units> {
      const where = { [raw('lower(email) = lower(?)', [address])]: [], isActive: true };
      const orderBy = [{ emailProvedAt: 'asc nulls last' }, { id: 'asc' }] as const;
      const users = await em.fork().find(User, where, { orderBy: [...orderBy], limit: ACCOUNTS_READ_MAX });
      return unitsOf(users.find(({ email }) => recipientKey(email) === recipientKey(address)) ?? DEFAULT_UNITS);
    },
  };
}
