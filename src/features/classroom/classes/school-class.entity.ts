import { Entity, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { CLASS_NAME_KEY_MAX_LENGTH, CLASS_NAME_MAX_LENGTH } from './class-name.js';

/** A teacher's class, under which the results of its lessons are kept (contract 15). */
@Entity({ tableName: 'school_classes' })
@Unique({ properties: ['ownerId', 'nameKey'] })
export class SchoolClass {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** The owner's user id. Not a foreign key, since features do not know each other's tables. */
  @Property({ type: 'integer' })
  ownerId!: number;

  /** Name as the teacher last wrote it. */
  @Property({ type: 'string', length: CLASS_NAME_MAX_LENGTH })
  name!: string;

  /** The compared form of the name, which is that of nicknames: see `nicknameKey`. */
  @Property({ type: 'string', length: CLASS_NAME_KEY_MAX_LENGTH })
  nameKey!: string;
}
