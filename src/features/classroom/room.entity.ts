import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A classroom: what is written there stays until it expires, and then goes with it (contract 15). */
@Entity({ tableName: 'rooms' })
export class Room {
  declare [OptionalProps]?: 'closedAt' | 'allowsGuests' | 'isDoorOpen' | 'openedFrom';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** What people join by: see `room-code.ts`. */
  @Property({ type: 'string', length: 6, unique: true })
  code!: string;

  /** Who has opened it. Not a foreign key: features do not know each other's tables. */
  @Property({ type: 'integer' })
  @Index()
  ownerId!: number;

  /** Whether people without an account may join. */
  @Property({ type: 'boolean', default: true })
  allowsGuests: boolean = true;

  /** Whether anybody else may join: its owner closes and opens the door. */
  @Property({ type: 'boolean', default: true })
  isDoorOpen: boolean = true;

  @Property({ type: 'datetime' })
  openedAt!: Date;

  /** The address that it was opened from; empty where that takes no place of a network, as for staff. */
  @Property({ type: 'string', length: 64, default: '' })
  openedFrom: string = '';

  @Property({ type: 'datetime' })
  @Index()
  expiresAt!: Date;

  /** When its owner closed it before its time. */
  @Property({ type: 'datetime', nullable: true })
  closedAt: Date | null = null;
}
