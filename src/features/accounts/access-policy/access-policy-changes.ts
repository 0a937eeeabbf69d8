import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { NewAccounts } from '../../../shared/identity/new-accounts.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { OwnFactorFirst } from '../second-factor/second-factor.errors.js';
import type { SecondFactorPolicy } from '../second-factor/second-factor-policy.js';
import type { SecondFactors } from '../second-factor/second-factors.js';
import { ACCESS_POLICY_ID, AccessPolicyRow } from './access-policy.entity.js';
import type { AccessPolicy, AccessRules } from './access-policy.js';

interface AccessPolicyChangesDeps {
  readonly audit: AuditTrail;
  readonly accessPolicy: AccessPolicy;
  readonly secondFactors: SecondFactors;
  readonly changedAccounts: ChangedAccounts;
}

/** Changes the access policy on behalf of staff (contract 14). */
export class AccessPolicyChanges {
  constructor(private readonly deps: AccessPolicyChangesDeps) {}

  /**
   * Sets which accounts must have a second factor. From their next call on, accounts without one can only set one up.
   *
   * @throws {OwnFactorFirst} if the viewer has no second factor, since staff who locked themselves out could not undo
   * the change.
   */
  async setSecondFactor(secondFactor: SecondFactorPolicy, origin: Origin): Promise<AccessRules> {
    const { audit, accessPolicy, secondFactors, changedAccounts } = this.deps;
    const rules = await audit.withChange(origin, async (unit, record) => {
      const isLacking = origin.by && secondFactor !== 'OPTIONAL' && !(await secondFactors.has(origin.by.userId, unit));
      if (isLacking) throw new OwnFactorFirst();
      const before = await accessPolicy.read(unit);
      await unit.upsert(
        AccessPolicyRow,
        { id: ACCESS_POLICY_ID, secondFactor },
        { onConflictMergeFields: ['secondFactor'] },
      );
      const change = { before: { secondFactor: before.secondFactor }, after: { secondFactor } };
      await record({ event: 'second_factor_policy', result: 'success', origin, username: '', change });
      return { ...before, secondFactor };
    });
    changedAccounts.announce();
    return rules;
  }

  /** Sets which machines new accounts see. Existing accounts keep what they see. */
  setNewAccounts(newAccounts: NewAccounts, origin: Origin): Promise<AccessRules> {
    return this.deps.audit.withChange(origin, async (unit, record) => {
      const before = await this.deps.accessPolicy.read(unit);
      await storeNewAccounts(unit, newAccounts);
      const change = { before: { newAccounts: before.newAccounts }, after: { newAccounts } };
      await record({ event: 'new_accounts', result: 'success', origin, username: '', change });
      return { ...before, newAccounts };
    });
  }
}

/** Stores which machines new accounts see, in the transaction of `unit`. */
export async function storeNewAccounts(unit: UnitOfWork, newAccounts: NewAccounts): Promise<void> {
  const row = { id: ACCESS_POLICY_ID, newAccounts };
  await unit.upsert(AccessPolicyRow, row, { onConflictMergeFields: ['newAccounts'] });
}
