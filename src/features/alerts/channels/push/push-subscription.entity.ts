import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The longest address of a browser at its push service. */
export const ENDPOINT_MAX_LENGTH = 1000;

/** A browser that its user wants to be told by (contract 12). */
@Entity({ tableName: 'push_subscriptions' })
export class PushSubscription {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Whose it is. Not a foreign key: features do not know each other's tables. */
  @Property({ type: 'integer' })
  @Index()
  userId!: number;

  /** The address of the browser at its push service. */
  @Property({ type: 'string', length: ENDPOINT_MAX_LENGTH, unique: true })
  endpoint!: string;

  /** The public key of the browser, for which messages are encrypted: base64url. */
  @Property({ type: 'string', length: 100 })
  p256dh!: string;

  /** The secret that the browser shares with who sends to it: base64url. */
  @Property({ type: 'string', length: 30 })
  auth!: string;

  /** `Firefox 140, Linux`. */
  @Property({ type: 'string', length: 100 })
  browser!: string;

  @Property({ type: 'datetime' })
  createdAt!: Date;
}
