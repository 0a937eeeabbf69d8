import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { User } from './user.entity.js';

/** Maximum length of an issuer, and of a subject, which OpenID Connect limits to as many ASCII characters. */
const ISSUER_MAX_LENGTH = 255;
const SUBJECT_MAX_LENGTH = 255;

/** Maximum length of an identity's displayed name, in characters. */
export const IDENTITY_NAME_MAX_LENGTH = 254;

/**
 * A person at an OpenID Connect provider who may sign in to an account (decision 110). Issuer and subject together
 * identify the person; a subject alone does not, since two providers may assign the same one.
 */
@Entity({ tableName: 'oidc_identities' })
@Unique({ properties: ['issuer', 'subject'] })
export class OidcIdentity {
  declare [OptionalProps]?: 'hasSecondFactor' | 'lastLoginAt';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  @Index()
  user!: Rel<User>;

  @Property({ type: 'string', length: ISSUER_MAX_LENGTH })
  issuer!: string;

  @Property({ type: 'string', length: SUBJECT_MAX_LENGTH })
  subject!: string;

  /** Name or address at the provider at the last login. For display only. */
  @Property({ type: 'string', length: IDENTITY_NAME_MAX_LENGTH })
  name!: string;

  /** Whether the provider asked for a second factor at the last login, which then also counts for personal tokens. */
  @Property({ type: 'boolean', default: false })
  hasSecondFactor: boolean = false;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  lastLoginAt: Date | null = null;
}
