import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import { ACCESS_POLICY_ID, AccessPolicyRow, type RegistrationMode } from './access-policy.entity.js';
import type { AccessPolicy, AccessRules } from './access-policy.js';

interface RegistrationSettingDeps {
  readonly accessPolicy: AccessPolicy;
  readonly audit: AuditTrail;
}

/** Overrides the `REGISTRATION` setting (contract 14). */
export class RegistrationSetting {
  constructor(private readonly deps: RegistrationSettingDeps) {}

  /**
   * Changes the registration mode, which takes effect with the next registration on every node.
   *
   * @returns the rules now in force.
   */
  change(registration: RegistrationMode, origin: Origin): Promise<AccessRules> {
    const { accessPolicy, audit } = this.deps;
    return audit.withChange(origin, async (unit, record) => {
      const before = await accessPolicy.read(unit);
      const row = { id: ACCESS_POLICY_ID, registration };
      await unit.upsert(AccessPolicyRow, row, { onConflictMergeFields: ['registration'] });
      const change = { before: { registration: before.registration }, after: { registration } };
      await record({ event: 'registration_mode', result: 'success', origin, username: '', change });
      return { ...before, registration };
    });
  }
}
