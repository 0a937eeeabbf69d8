import type { UnitOfWork } from '../../../platform/db/database.js';

/** Accounts that must have a second factor: none, staff, or all. */
export type SecondFactorPolicy = 'OPTIONAL' | 'STAFF' | 'ALL';

/** Reads the policy in force, within the transaction of `unit`. */
export interface ReadsSecondFactorPolicy {
  read(unit: UnitOfWork): Promise<{ readonly secondFactor: SecondFactorPolicy }>;
}
