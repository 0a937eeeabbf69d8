import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';

/** Why an item waits for longer than others: the bound on messages an hour, or the quiet hours of its channel. */
export type HeldBy = 'limit' | 'quiet';

/** One thing that a channel is to be told of. Items that are due together become one message: they share its batch. */
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

  /** What it is called by who put it: the same thing is put once. */
  @Property({ type: 'string', length: 100 })
  itemId!: string;

  /** What it is about. Not a foreign key: incidents have a life of their own. */
  @Property({ type: 'integer', nullable: true })
  incidentId: number | null = null;

  @Property({ type: 'string', length: 10 })
  severity!: 'WARNING' | 'BAD';

  @Property({ type: 'datetime' })
  queuedAt!: Date;

  /** Everything that its text is made of, as JSON. */
  @Property({ type: 'text' })
  content!: string;

  @Property({ type: 'string', length: 10, nullable: true })
  heldBy: HeldBy | null = null;

  /** The messages that it became part of; null while it waits to become one. */
  @Property({ type: 'string', length: 36, nullable: true })
  batch: string | null = null;
}
