import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { OidcIdentity } from '../users/oidc-identity.entity.js';
import { User } from '../users/user.entity.js';

/** Length to which a `User-Agent` is truncated, in characters. */
export const USER_AGENT_MAX_LENGTH = 300;

/** Maximum length of a provider's session id; a longer one is not stored. */
const PROVIDER_SESSION_MAX_LENGTH = 255;

/**
 * Returns the id under which a session may be shown: the beginning of its real id, from which the remainder cannot be
 * derived.
 */
export function publicSessionId({ id }: Pick<Session, 'id'>): string {
  return id.slice(0, PUBLIC_ID_LENGTH);
}

/** Length out of 64 characters: enough to be unique, and far too few to guess the remainder. */
const PUBLIC_ID_LENGTH = 22;

/** A signed-in browser (contract 3). The secret itself is stored only in the cookie. */
@Entity({ tableName: 'sessions' })
export class Session {
  declare [OptionalProps]?:
    | 'address'
    | 'userAgent'
    | 'authenticatedAt'
    | 'identity'
    | 'providerSession'
    | 'sealedIdToken'
    | 'hasProviderFactor';

  /** SHA-256 of the secret in the cookie, in hexadecimal. */
  @PrimaryKey({ type: 'string', length: 64 })
  id!: string;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  @Index()
  user!: Rel<User>;

  @Property({ type: 'datetime' })
  @Index()
  createdAt!: Date;

  @Property({ type: 'datetime' })
  @Index()
  expiresAt!: Date;

  /**
   * Time of the last reauthentication, or of the login at an OpenID Connect provider, which may have been long before the
   * session; null if neither applies.
   */
  @Property({ type: 'datetime', nullable: true })
  authenticatedAt: Date | null = null;

  /** IP address of the login. */
  @Property({ type: 'string', length: 64, default: '' })
  address: string = '';

  /**
   * The browser's `User-Agent`, truncated to {@link USER_AGENT_MAX_LENGTH} characters. Only for display, since it can
   * be forged.
   */
  @Property({ type: 'string', length: USER_AGENT_MAX_LENGTH, default: '' })
  userAgent: string = '';

  /** Identity that opened the session at an OpenID Connect provider; null for every other login. */
  @ManyToOne(() => OidcIdentity, { nullable: true, deleteRule: 'cascade' })
  @Index()
  identity: Rel<OidcIdentity> | null = null;

  /** The provider's own session (`sid`), which its back-channel logout may name. */
  @Property({ type: 'string', length: PROVIDER_SESSION_MAX_LENGTH, nullable: true })
  @Index()
  providerSession: string | null = null;

  /** Encrypted ID token, which a logout at the provider takes as a hint. */
  @Property({ type: 'text', nullable: true })
  sealedIdToken: string | null = null;

  /** Whether the provider asked for a second factor. */
  @Property({ type: 'boolean', default: false })
  hasProviderFactor: boolean = false;
}
