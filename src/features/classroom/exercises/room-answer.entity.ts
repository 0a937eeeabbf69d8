import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ANSWER_MAX_LENGTH } from '../../conversion/rules/exercises/exercise.js';
import { RoomParticipant } from '../participants/room-participant.entity.js';
import { RoomExercise } from './room-exercise.entity.js';

/** The longest mistake as it is stored, in characters. */
export const MISTAKE_MAX_LENGTH = 500;

/** The newest answer of a participant to an exercise: another try takes its place. */
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

  /** The mistake that was recognised, as JSON; null when there is none. */
  @Property({ type: 'string', length: MISTAKE_MAX_LENGTH, nullable: true })
  mistake: string | null = null;

  /** How many answers it took. */
  @Property({ type: 'integer' })
  tries!: number;

  @Property({ type: 'datetime' })
  answeredAt!: Date;
}
