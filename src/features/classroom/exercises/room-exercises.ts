import { LRUCache } from 'lru-cache';
import { message } from '../../../i18n/message.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { lockWithin } from '../../../platform/db/lock-within.js';
import { InvalidFields, NotFound } from '../../../shared/errors/errors.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Clock } from '../../../shared/time/clock.js';
import { type Exercise, exerciseAt, isSeed, normalSeed } from '../../conversion/rules/exercises/exercise.js';
import { FIRST_SHEET_VERSION, isSheetVersion, SHEET_VERSION } from '../../conversion/rules/exercises/sheet.js';
import { type ExerciseKind, isExerciseLevel } from '../../conversion/rules/exercises/task.js';
import type { Notation } from '../../conversion/rules/logic/notation.js';
import { TooManyExercises } from '../classroom.errors.js';
import { ROOM_EXERCISES_MAX } from '../classroom-limits.js';
import type { Room } from '../room.entity.js';
import type { TellRoomChanges } from '../room-changes.js';
import type { ConfirmCaller, Rooms } from '../rooms.js';
import { RoomExercise } from './room-exercise.entity.js';

interface RoomExercisesDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly rooms: Rooms;
  readonly confirmCaller: ConfirmCaller;
  readonly tell: TellRoomChanges;
}

export interface ChosenExercise {
  readonly kind: ExerciseKind;
  readonly level: number;
  readonly seed: string;
  /** Position in the sheet, from 1. */
  readonly position: number;
  /** Version of the sheet; null for the first. */
  readonly version: number | null;
  /** Notation of expressions; null for that which the kind has without one. */
  readonly notation: Notation | null;
}

/** Maximum number of exercises cached after being drawn from their seeds. */
const DRAWN_MAX = 200;

/** Manages the exercises sent to each room (contract 15). */
export class RoomExercises {
  readonly #drawn = new LRUCache<number, Exercise>({ max: DRAWN_MAX });

  constructor(private readonly deps: RoomExercisesDeps) {}

  /**
   * Sends an exercise, which becomes the room's current one.
   *
   * @throws {InvalidFields} naming `level`, `seed`, `version` or `position`, whichever is invalid.
   * @throws {NotFound} if the owner has no such room, or it is closed.
   * @throws {TooManyExercises}
   */
  async send(owner: Viewer, code: string, chosen: ChosenExercise): Promise<RoomExercise> {
    const draft = checked(chosen);
    const { em, clock, rooms, confirmCaller, tell } = this.deps;
    const sent = await em.fork().transactional(async (unit) => {
      await confirmCaller(unit, owner);
      const room = await rooms.ownWithin(unit, owner.userId, code);
      if (room.closedAt) throw new NotFound('classroom.noSuchRoom');
      await lockWithin(unit, `vigia room ${room.id}`);
      const number = (await unit.count(RoomExercise, { room: room.id })) + 1;
      if (number > ROOM_EXERCISES_MAX) throw new TooManyExercises(ROOM_EXERCISES_MAX);
      const exercise = unit.create(RoomExercise, { ...draft, room, number, sentAt: clock.now() });
      await unit.persist(exercise).flush();
      return exercise;
    });
    tell({ room: sent.room.id, exercise: true });
    return sent;
  }

  /** Returns a room's current exercise, i.e. the last one sent; null before the first. */
  present(roomId: number): Promise<RoomExercise | null> {
    return this.deps.em.fork().findOne(RoomExercise, { room: roomId }, { orderBy: { number: 'desc' } });
  }

  /** Returns a room's exercises in order, starting after the exercise number `behind`. */
  listOf({ id }: Pick<Room, 'id'>, behind = 0, limit = ROOM_EXERCISES_MAX): Promise<RoomExercise[]> {
    const where = { room: id, number: { $gt: behind } };
    return this.deps.em.fork().find(RoomExercise, where, { orderBy: { number: 'asc' }, limit });
  }

  /** Draws a sent exercise from its seed. */
  drawn(sent: RoomExercise): Exercise {
    const known = this.#drawn.get(sent.id) ?? exerciseAt(sent, sent.position, sent.notation ?? undefined);
    // Never undefined: the exercise was drawn when it was sent, and a seed always gives the same sheet.
    if (!known) throw new Error(`There is no exercise ${sent.position} of ${sent.kind} ${sent.level} ${sent.seed}`);
    this.#drawn.set(sent.id, known);
    return known;
  }
}

function checked({ kind, level, seed: typed, position, version: named, notation }: ChosenExercise) {
  if (!isExerciseLevel(level)) throw new InvalidFields({ level: ['classroom.noSuchLevel'] });
  const seed = isStorable(typed) && isSeed(typed) ? normalSeed(typed) : undefined;
  if (seed === undefined || !isSeed(seed)) throw new InvalidFields({ seed: ['classroom.noSuchSeed'] });
  const version = named ?? FIRST_SHEET_VERSION;
  if (!isSheetVersion(version)) {
    throw new InvalidFields({ version: [message('classroom.noSuchVersion', { maximum: SHEET_VERSION })] });
  }
  const sheet = { kind, level, seed, version };
  if (!exerciseAt(sheet, position)) throw new InvalidFields({ position: ['classroom.noSuchPosition'] });
  return { ...sheet, position, notation };
}

/** Whether every supported database can store a text. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
