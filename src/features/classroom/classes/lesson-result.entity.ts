import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { NICKNAME_KEY_MAX_LENGTH, NICKNAME_MAX_LENGTH } from '../participants/nickname.js';
import { Lesson } from './lesson.entity.js';

/** How a participant did in a lesson. */
@Entity({ tableName: 'lesson_results' })
@Unique({ properties: ['lesson', 'nicknameKey'] })
export class LessonResult {
  declare [OptionalProps]?: 'userId';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => Lesson, { deleteRule: 'cascade', index: false })
  lesson!: Rel<Lesson>;

  @Property({ type: 'string', length: NICKNAME_MAX_LENGTH })
  nickname!: string;

  /** The compared form of the nickname: see `nicknameKey`. */
  @Property({ type: 'string', length: NICKNAME_KEY_MAX_LENGTH })
  nicknameKey!: string;

  /** The account that took part; null for a guest. */
  @Property({ type: 'integer', nullable: true })
  @Index()
  userId: number | null = null;

  /** Number of exercises with an answer, right or wrong. */
  @Property({ type: 'integer' })
  answered!: number;

  /** Number of exercises with a correct answer. */
  @Property({ type: 'integer' })
  solved!: number;
}
