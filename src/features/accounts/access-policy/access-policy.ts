import type { UnitOfWork } from '../../../platform/db/database.js';
import type { SecondFactorPolicy } from '../second-factor/second-factor-policy.js';
import { ACCESS_POLICY_ID, AccessPolicyRow, type RegistrationMode } from './access-policy.entity.js';

/** Who gets in. */
export interface AccessRules {
  readonly registration: RegistrationMode;
  readonly secondFactor: SecondFactorPolicy;
}

interface AccessPolicyDeps {
  readonly em: UnitOfWork;
  /** Who may create an account until the staff decide. */
  readonly startRegistration: RegistrationMode;
}

/** Who may create an account, and who must have a second factor (contract 14). */
export class AccessPolicy {
  constructor(private readonly deps: AccessPolicyDeps) {}

  /** What is in force now. Read within the transaction of `unit` where there is one. */
  async read(unit: UnitOfWork = this.deps.em.fork()): Promise<AccessRules> {
    const row = await unit.findOne(AccessPolicyRow, ACCESS_POLICY_ID);
    return {
      registration: row?.registration ?? this.deps.startRegistration,
      secondFactor: row?.secondFactor ?? 'OPTIONAL',
    };
  }
}
