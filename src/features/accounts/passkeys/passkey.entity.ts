import { BigIntType, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../users/user.entity.js';

/** The longest name of a passkey, in characters. */
export const PASSKEY_NAME_MAX_LENGTH = 80;

/** The longest id of a credential: 1,023 bytes (WebAuthn, section 4), in base64url. */
export const CREDENTIAL_ID_MAX_LENGTH = 1364;

/** A passkey of an account (contract 14). What is here is public: the private key never leaves the authenticator. */
@Entity({ tableName: 'passkeys' })
export class Passkey {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  @Index()
  user!: Rel<User>;

  /** As the authenticator chose it: base64url. */
  @Property({ type: 'string', length: CREDENTIAL_ID_MAX_LENGTH, unique: true })
  credentialId!: string;

  /** In the format of COSE: base64url. */
  @Property({ type: 'text' })
  publicKey!: string;

  /** How often it was used, as the authenticator counts; those that are synchronised between devices say 0 for ever. */
  @Property({ type: new BigIntType('number') })
  counter!: number;

  /** What the authenticator knows the account by, see `userHandleOf`: base64url. */
  @Property({ type: 'string', length: 64 })
  userHandle!: string;

  /** How browsers reach it (`internal`, `usb`, `hybrid` …), separated by commas; empty where they did not say. */
  @Property({ type: 'string', length: 100 })
  transports!: string;

  /** Whether it is kept on more than one device. */
  @Property({ type: 'boolean' })
  isBackedUp!: boolean;

  @Property({ type: 'string', length: PASSKEY_NAME_MAX_LENGTH })
  name!: string;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  lastUsedAt!: Date | null;
}
