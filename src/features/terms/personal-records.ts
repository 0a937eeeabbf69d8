import type { PersonalRecords } from '../../platform/audit/personal-records.js';
import { TermsSeen } from './terms-seen.entity.js';

/**
 * Versions of the terms that a person has seen. A record contains only the account's number, and outlives the account
 * (decision 064).
 */
export const termsRecords: PersonalRecords = {
  name: 'termsSeen',
  read: async (unit, { userId }) => {
    const seen = await unit.find(TermsSeen, { userId }, { orderBy: { seenAt: 'desc' }, limit: 1000 });
    return seen.map(({ version, seenAt }) => ({ version: version.id, seenAt }));
  },
};
