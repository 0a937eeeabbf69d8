import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ANSWER_MAX_LENGTH } from '../../conversion/rules/exercises/exercise.js';
import { RoomParticipant } from '../participants/room-participant.entity.js';
import { RoomExercise } from './room-exercise.entity.js';

/** Maximum length of a stored mistake, in characters. */
export const MISTAKE_MAX_LENGTH = 500;

/** A participant's newest answer to an exercise; another try replaces it. */
@Entity({ tableName: 'room_answers' })
@Unique({ properties: ['exercise', 'participant'] })
export class RoomAnswer {
  declare [OptionalProps]?: 'mistake';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => RoomExercise, { deleteRule: 'cascade', index: false })
  exercise!: Rel<RoomExercise>;

  @ManyToOne(() => RoomParticipant, { deleteRule: 'cascade' })
  @Index()
  participant!: Rel<RoomParticipant>;

  @Property({ type: 'string', length: ANSWER_MAX_LENGTH })
  answer!: string;

  @Property({ type: 'boolean' })
  isCorrect!: boolean;

  /** The recognised mistake as JSON; null if there was none. */
  @Property({ type: 'string', length: MISTAKE_MAX_LENGTH, nullable: true })
  mistake: string | null = null;

  @Property({ type: 'integer' })
  tries!: number;

  @Property({ type: 'datetime' })
  answeredAt!: Date;
}
