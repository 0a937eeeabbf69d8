import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Longest address of a browser at its push service, in characters. */
export const ENDPOINT_MAX_LENGTH = 1000;

/** A browser in which its user wants notifications (contract 12). */
@Entity({ tableName: 'push_subscriptions' })
export class PushSubscription {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** The owner. Not a foreign key, because features do not know each other's tables. */
  @Property({ type: 'integer' })
  @Index()
  userId!: number;

  @Property({ type: 'string', length: ENDPOINT_MAX_LENGTH, unique: true })
  endpoint!: string;

  /** The browser's public key, for encrypting messages: base64url. */
  @Property({ type: 'string', length: 100 })
  p256dh!: string;

  /** The secret shared between the browser and its senders: base64url. */
  @Property({ type: 'string', length: 30 })
  auth!: string;

  /** `Firefox 140, Linux`. */
  @Property({ type: 'string', length: 100 })
  browser!: string;

  @Property({ type: 'datetime' })
  createdAt!: Date;
}
