import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { NewAccounts } from '../../../shared/identity/new-accounts.js';
import type { SecondFactorPolicy } from '../second-factor/second-factor-policy.js';

/** Registration modes: open to everyone, by invitation only, or closed. */
export const registrationModes = ['OPEN', 'INVITE', 'CLOSED'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

export const ACCESS_POLICY_ID = 1;

/** Access policy set by staff (contract 14). The table has one row, or none until the first change. */
@Entity({ tableName: 'access_policy' })
export class AccessPolicyRow {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  /** Null if not overridden, in which case the setting applies. */
  @Property({ type: 'string', length: 10, nullable: true })
  registration!: RegistrationMode | null;

  @Property({ type: 'string', length: 10, default: 'OPTIONAL' })
  secondFactor!: SecondFactorPolicy;

  /** Null if not overridden, in which case the setting applies. */
  @Property({ type: 'string', length: 6, nullable: true })
  newAccounts!: NewAccounts | null;
}
