import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Maximum length of a browser's URL at its push service, in characters. */
export const ENDPOINT_MAX_LENGTH = 1000;

/** A browser in which its user wants to receive notifications (contract 12). */
@Entity({ tableName: 'push_subscriptions' })
export class PushSubscription {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** The owner. Not a foreign key, since features do not know each other's tables. */
  @Property({ type: 'integer' })
  @Index()
  userId!: number;

  @Property({ type: 'string', length: ENDPOINT_MAX_LENGTH, unique: true })
  endpoint!: string;

  /** The browser's public key for encrypting messages, in base64url. */
  @Property({ type: 'string', length: 100 })
  p256dh!: string;

  /** The secret shared by the browser and its senders, in base64url. */
  @Property({ type: 'string', length: 30 })
  auth!: string;

  /** Browser and system: `Firefox 140, Linux`. */
  @Property({ type: 'string', length: 100 })
  browser!: string;

  @Property({ type: 'datetime' })
  createdAt!: Date;
}
