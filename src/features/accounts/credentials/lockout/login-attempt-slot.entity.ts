import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * One of the five slots of a username and address, taken by a login attempt that is pending or has failed (contract 3,
 * lockout). The primary key prevents two concurrent attempts from taking the same slot.
 */
@Entity({ tableName: 'login_places' })
export class LoginAttemptSlot {
  /** SHA-256 of the name's key, in hexadecimal. The key itself may be long, since visitors choose it. */
  @PrimaryKey({ type: 'string', length: 64 })
  usernameHash!: string;

  /** An IPv4 address, or an IPv6 address's /64 (`2001:db8::/64`). */
  @PrimaryKey({ type: 'string', length: 64 })
  address!: string;

  /** Number of the slot, from 0 to 4. */
  @PrimaryKey({ type: 'integer' })
  slot!: number;

  /** Time when the attempt took the slot or, once it has failed, when it failed. */
  @Property({ type: 'datetime' })
  @Index()
  since!: Date;

  /** The name's key as displayed: see `displayName`. */
  @Property({ type: 'string', length: 300 })
  username!: string;

  @Property({ type: 'boolean', default: false })
  failed!: boolean;
}
