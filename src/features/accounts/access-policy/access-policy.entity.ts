import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { SecondFactorPolicy } from '../second-factor/second-factor-policy.js';

/** Registration modes: open to everybody, by invitation, or closed. */
export const registrationModes = ['OPEN', 'INVITE', 'CLOSED'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

export const ACCESS_POLICY_ID = 1;

/** Access policy as set by staff (contract 14): one row, or none before the first change. */
@Entity({ tableName: 'access_policy' })
export class AccessPolicyRow {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  /** Null while the setting applies. */
  @Property({ type: 'string', length: 10, nullable: true })
  registration!: RegistrationMode | null;

  @Property({ type: 'string', length: 10, default: 'OPTIONAL' })
  secondFactor!: SecondFactorPolicy;
}
