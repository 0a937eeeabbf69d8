import { BigIntType, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../users/user.entity.js';

/** Maximum length of a passkey's name, in characters. */
export const PASSKEY_NAME_MAX_LENGTH = 80;

/** Maximum length of a credential's id: 1,023 bytes (WebAuthn, section 4), in base64url. */
export const CREDENTIAL_ID_MAX_LENGTH = 1364;

/** A passkey of an account (contract 14). No column is secret, since the private key never leaves the authenticator. */
@Entity({ tableName: 'passkeys' })
export class Passkey {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  @Index()
  user!: Rel<User>;

  /** Chosen by the authenticator, in base64url. */
  @Property({ type: 'string', length: CREDENTIAL_ID_MAX_LENGTH, unique: true })
  credentialId!: string;

  /** Public key in COSE format, in base64url. */
  @Property({ type: 'text' })
  publicKey!: string;

  /** Number of uses as counted by the authenticator; always 0 for passkeys that are synchronised between devices. */
  @Property({ type: new BigIntType('number') })
  counter!: number;

  /** Identifies the account to the authenticator, in base64url: see `deriveUserHandle`. */
  @Property({ type: 'string', length: 64 })
  userHandle!: string;

  /**
   * Transports for the browser (`internal`, `usb`, `hybrid` …), separated by commas; empty if the browser did not name
   * any.
   */
  @Property({ type: 'string', length: 100 })
  transports!: string;

  /** Whether the passkey is stored on more than one device. */
  @Property({ type: 'boolean' })
  isBackedUp!: boolean;

  @Property({ type: 'string', length: PASSKEY_NAME_MAX_LENGTH })
  name!: string;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  lastUsedAt!: Date | null;
}
