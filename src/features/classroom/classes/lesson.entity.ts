import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SchoolClass } from './school-class.entity.js';

/** Maximum length of the list of kinds, in characters. */
const KINDS_MAX_LENGTH = 1000;

/** A lesson whose results are kept after its room is gone. */
@Entity({ tableName: 'lessons' })
export class Lesson {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => SchoolClass, { deleteRule: 'cascade' })
  @Index()
  schoolClass!: Rel<SchoolClass>;

  /** The id of its room, which is deleted earlier, so it is no foreign key. Ids of rooms are not used again. */
  @Property({ type: 'integer', unique: true })
  roomId!: number;

  /** Time when its room was opened. */
  @Property({ type: 'datetime' })
  @Index()
  heldAt!: Date;

  /** Number of exercises sent. */
  @Property({ type: 'integer' })
  exercises!: number;

  /** The kinds of its exercises, each once, separated by spaces. */
  @Property({ type: 'string', length: KINDS_MAX_LENGTH })
  kinds!: string;
}
