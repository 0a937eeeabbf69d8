import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SchoolClass } from './classes/school-class.entity.js';

/** Lock of transactions that open rooms, or create or delete the classes under which results are kept. */
export const ROOMS_LOCK = 'vigia rooms';

/** A classroom. Its content is kept until the room expires and is then deleted with it (contract 15). */
@Entity({ tableName: 'rooms' })
export class Room {
  declare [OptionalProps]?: 'closedAt' | 'allowsGuests' | 'isDoorOpen' | 'openedFrom' | 'schoolClass';

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

  /** The class under which its results are kept when it ends; null if they are not, or the class was forgotten. */
  @ManyToOne(() => SchoolClass, { nullable: true, deleteRule: 'set null' })
  @Index()
  schoolClass: Rel<SchoolClass> | null = null;

  /**
   * Time when the room was closed: by its owner, because their account may no longer log in, or, if its results are
   * kept, when it expired. Its results are kept in the same transaction. Null while it is open or if it just expired.
   */
  @Property({ type: 'datetime', nullable: true })
  closedAt: Date | null = null;
}
