import type { PersonalRecords } from '../../platform/audit/personal-records.js';
import { TermsSeen } from './terms-seen.entity.js';

/** Which versions of the terms a person has seen. It has the number of the account alone, and outlives it (decision 064). */
export const termsRecords: PersonalRecords = {
  name: 'termsSeen',
  read: async (unit, { userId }) => {
    const seen = await unit.find(TermsSeen, { userId }, { orderBy: { seenAt: 'desc' }, limit: 1000 });
    return seen.map(({ version, seenAt }) => ({ version: version.id, seenAt }));
  },
};
