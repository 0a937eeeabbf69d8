import type { UnitOfWork } from '../../../platform/db/database.js';
import type { NewAccounts } from '../../../shared/identity/new-accounts.js';
import type { SecondFactorPolicy } from '../second-factor/second-factor-policy.js';
import { ACCESS_POLICY_ID, AccessPolicyRow, type RegistrationMode } from './access-policy.entity.js';

export interface AccessRules {
  readonly registration: RegistrationMode;
  readonly secondFactor: SecondFactorPolicy;
  readonly newAccounts: NewAccounts;
}

interface AccessPolicyDeps {
  readonly em: UnitOfWork;
  /** Registration mode that applies until staff change it. */
  readonly startRegistration: RegistrationMode;
  /** Machines that new accounts see until staff decide. */
  readonly newAccountsSee: NewAccounts;
}

/** Reads the rules in force for accounts: registration, second factors, and what new ones see (contract 14, decision 109). */
export class AccessPolicy {
  constructor(private readonly deps: AccessPolicyDeps) {}

  /** Returns the rules in force, read within the transaction of `unit` if one is given. */
  async read(unit: UnitOfWork = this.deps.em.fork()): Promise<AccessRules> {
    const row = await unit.findOne(AccessPolicyRow, ACCESS_POLICY_ID);
    return {
      registration: row?.registration ?? this.deps.startRegistration,
      secondFactor: row?.secondFactor ?? 'OPTIONAL',
      newAccounts: row?.newAccounts ?? this.deps.newAccountsSee,
    };
  }
}
