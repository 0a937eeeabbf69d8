import type { UnitOfWork } from '../../../platform/db/database.js';

/** Who must have a second factor: nobody, the staff, everybody. */
export type SecondFactorPolicy = 'OPTIONAL' | 'STAFF' | 'ALL';

/** Reads the policy that is in force, within the transaction of `unit`. */
export interface ReadsSecondFactorPolicy {
  read(unit: UnitOfWork): Promise<{ readonly secondFactor: SecondFactorPolicy }>;
}
