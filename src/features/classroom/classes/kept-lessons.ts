import { LockMode } from '@mikro-orm/core';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { deleteInSlices } from '../../../platform/db/delete-in-slices.js';
import { lockWithin } from '../../../platform/db/lock-within.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import type { Clock } from '../../../shared/time/clock.js';
import { LESSON_DAYS } from '../classroom-limits.js';
import { RoomExercise } from '../exercises/room-exercise.entity.js';
import { RoomParticipant } from '../participants/room-participant.entity.js';
import { ROOMS_LOCK, type Room } from '../room.entity.js';
import { Lesson } from './lesson.entity.js';
import { LessonResult } from './lesson-result.entity.js';

interface KeptLessonsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

const KEPT_MS = LESSON_DAYS * 86_400_000;

/** Returns the time from which the results of a lesson are deleted. */
export function keptUntil({ heldAt }: Pick<Lesson, 'heldAt'>): Date {
  return new Date(heldAt.getTime() + KEPT_MS);
}

/** Keeps the results of rooms that have ended, for those teachers who want them (contract 15). */
export class KeptLessons {
  constructor(private readonly deps: KeptLessonsDeps) {}

  /**
   * Summarises a room that the transaction has just closed, if its results are to be kept. Without exercises or
   * participants there is nothing to keep.
   */
  async keep(unit: UnitOfWork, room: Room): Promise<void> {
    if (!room.schoolClass) return;
    const where = { room: room.id };
    const exercises = await unit.find(RoomExercise, where, { orderBy: { number: 'asc' } });
    // Makes an account that is being deleted wait, so that its deletion finds the results.
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const participants = await unit.find(RoomParticipant, where, { orderBy: { id: 'asc' }, lockMode });
    if (exercises.length === 0 || participants.length === 0) return;
    const tallies = await queryRows<Tally>(unit, TALLIES, [room.id]);
    const tallyOf = new Map(tallies.map((tally) => [tally.participant_id, tally]));
    const lesson = unit.create(Lesson, {
      schoolClass: room.schoolClass,
      roomId: room.id,
      heldAt: room.openedAt,
      exercises: exercises.length,
      kinds: [...new Set(exercises.map(({ kind }) => kind))].join(' '),
    });
    unit.persist(lesson);
    for (const { id, nickname, nicknameKey, userId } of participants) {
      const { answered = 0, solved = 0 } = tallyOf.get(id) ?? {};
      const counts = { answered: Number(answered), solved: Number(solved) };
      unit.persist(unit.create(LessonResult, { lesson, nickname, nicknameKey, userId, ...counts }));
    }
    await unit.flush();
  }

  /** Deletes the results of participants who are removed from a room, if it has ended. */
  async drop(unit: UnitOfWork, room: Pick<Room, 'id'>, nicknameKeys: readonly string[]): Promise<void> {
    await unit.nativeDelete(LessonResult, { lesson: { roomId: room.id }, nicknameKey: { $in: [...nicknameKeys] } });
  }

  /** Deletes lessons held more than {@link LESSON_DAYS} days ago, and classes without lessons and rooms. */
  async prune(): Promise<void> {
    const { em, clock } = this.deps;
    const values = [new Date(clock.now().getTime() - KEPT_MS)];
    const over = 'held_at <= ?';
    const ofLessons = `lesson_id in (select id from lessons where ${over})`;
    await deleteInSlices(this.deps, { table: 'lesson_results', where: ofLessons, values });
    await deleteInSlices(this.deps, { table: 'lessons', where: over, values });
    await em.fork().transactional(async (unit) => {
      await lockWithin(unit, ROOMS_LOCK);
      await queryRows(unit, DELETE_UNUSED_CLASSES);
    });
  }
}

/** Counts of answers, which PostgreSQL returns as text. */
interface Tally {
  readonly participant_id: number;
  readonly answered: number | string;
  readonly solved: number | string;
}

const TALLIES = `
  select a.participant_id, count(*) as answered, sum(case when a.is_correct then 1 else 0 end) as solved
  from room_answers a join room_exercises e on e.id = a.exercise_id
  where e.room_id = ? group by a.participant_id`;

const DELETE_UNUSED_CLASSES = `
  delete from school_classes
  where not exists (select 1 from lessons l where l.school_class_id = school_classes.id)
    and not exists (select 1 from rooms r where r.school_class_id = school_classes.id)`;
