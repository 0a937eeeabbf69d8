import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A classroom. Its content is kept until the room expires and is then deleted with it (contract 15). */
@Entity({ tableName: 'rooms' })
export class Room {
  declare [OptionalProps]?: 'closedAt' | 'allowsGuests' | 'isDoorOpen' | 'openedFrom';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** The code for joining the room: see `room-code.ts`. */
  @Property({ type: 'string', length: 6, unique: true })
  code!: string;

  /** The owner's user id. Not a foreign key, since features do not know each other's tables. */
  @Property({ type: 'integer' })
  @Index()
  ownerId!: number;

  @Property({ type: 'boolean', default: true })
  allowsGuests: boolean = true;

  /** Whether newcomers may join, which the owner decides. */
  @Property({ type: 'boolean', default: true })
  isDoorOpen: boolean = true;

  @Property({ type: 'datetime' })
  openedAt!: Date;

  /**
   * The address from which it was opened; empty if the room does not count towards its network's limit, e.g. for staff.
   */
  @Property({ type: 'string', length: 64, default: '' })
  openedFrom: string = '';

  @Property({ type: 'datetime' })
  @Index()
  expiresAt!: Date;

  /**
   * Time when the room was closed early, by its owner or because their account may no longer log in; null otherwise.
   */
  @Property({ type: 'datetime', nullable: true })
  closedAt: Date | null = null;
}
