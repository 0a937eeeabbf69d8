import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { SecondFactorPolicy } from '../second-factor/second-factor-policy.js';

/** Who may create an account: anybody, only the invited, nobody. */
export const registrationModes = ['OPEN', 'INVITE', 'CLOSED'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** The id of the only row. */
export const ACCESS_POLICY_ID = 1;

/** What the staff have decided about who gets in (contract 14): one row, or none while they have decided nothing. */
@Entity({ tableName: 'access_policy' })
export class AccessPolicyRow {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  /** Null while it is as the setting has it. */
  @Property({ type: 'string', length: 10, nullable: true })
  registration!: RegistrationMode | null;

  @Property({ type: 'string', length: 10, default: 'OPTIONAL' })
  secondFactor!: SecondFactorPolicy;
}
