import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { FIRST_SHEET_VERSION, type SheetVersion } from '../../conversion/rules/exercises/sheet.js';
import type { ExerciseKind, ExerciseLevel } from '../../conversion/rules/exercises/task.js';
import type { Notation } from '../../conversion/rules/logic/notation.js';
import { Room } from '../room.entity.js';

/** An exercise that was sent to a room. Its kind, level, seed, version and position determine its content. */
@Entity({ tableName: 'room_exercises' })
@Unique({ properties: ['room', 'number'] })
export class RoomExercise {
  declare [OptionalProps]?: 'version' | 'notation';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => Room, { deleteRule: 'cascade', index: false })
  room!: Rel<Room>;

  /** Sequence number within the room, from 1. */
  @Property({ type: 'integer' })
  number!: number;

  @Property({ type: 'string', length: 40 })
  kind!: ExerciseKind;

  @Property({ type: 'integer' })
  level!: ExerciseLevel;

  @Property({ type: 'string', length: 64 })
  seed!: string;

  @Property({ type: 'integer' })
  position!: number;

  @Property({ type: 'integer', default: 1 })
  version: SheetVersion = FIRST_SHEET_VERSION;

  /** Notation of its expressions; null for that which the kind has without one. */
  @Property({ type: 'string', length: 20, nullable: true })
  notation: Notation | null = null;

  @Property({ type: 'datetime' })
  sentAt!: Date;
}
