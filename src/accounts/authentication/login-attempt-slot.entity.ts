import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * One of the five places that a name and an address have for checks of a password that are undecided or have failed
 * (contract 3, lockout). The key lets no two attempts have the same place, however many come at once.
 */
@Entity({ tableName: 'login_places' })
export class LoginAttemptSlot {
  /** SHA-256 of the name as compared, in hexadecimal: a name that is compared may be long, and strangers choose it. */
  @PrimaryKey({ type: 'string', length: 64 })
  usernameHash!: string;

  /** The exact address. */
  @PrimaryKey({ type: 'string', length: 64 })
  address!: string;

  /** 0 to 4. */
  @PrimaryKey({ type: 'integer' })
  slot!: number;

  /** When the attempt took the place; once it has failed, when it failed. */
  @Property({ type: 'datetime' })
  @Index()
  since!: Date;

  /** The name as compared, for people to read: see `shownName`. */
  @Property({ type: 'string', length: 300 })
  username!: string;

  @Property({ type: 'boolean', default: false })
  failed!: boolean;
}
