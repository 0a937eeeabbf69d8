import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';

/** Reason for delaying an item: the hourly limit on messages, or its channel's quiet hours. */
export type HeldBy = 'limit' | 'quiet';

/** An event to report to a channel. Items that are due together become one message with a common batch. */
@Entity({ tableName: 'outbox_items' })
@Unique({ properties: ['channelId', 'itemId'] })
@Index({ properties: ['batch', 'channelId'] })
@Index({ properties: ['incidentId'] })
@Index({ properties: ['queuedAt'] })
export class OutboxItem {
  declare [OptionalProps]?: 'incidentId' | 'heldBy' | 'batch';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'integer' })
  channelId!: number;

  /** Id assigned by the producer; unique within a channel, so nothing is reported twice. */
  @Property({ type: 'string', length: 100 })
  itemId!: string;

  /** Not a foreign key, because incidents are deleted independently. */
  @Property({ type: 'integer', nullable: true })
  incidentId: number | null = null;

  @Property({ type: 'string', length: 10 })
  severity!: 'WARNING' | 'BAD';

  @Property({ type: 'datetime' })
  queuedAt!: Date;

  /** All data needed for its text, as JSON. */
  @Property({ type: 'text' })
  content!: string;

  @Property({ type: 'string', length: 10, nullable: true })
  heldBy: HeldBy | null = null;

  /** Batch of the messages that contain the item; null until it is part of one. */
  @Property({ type: 'string', length: 36, nullable: true })
  batch: string | null = null;
}
