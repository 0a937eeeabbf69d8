import { ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { InvalidFields, NotFound } from '../../../shared/errors/errors.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { Quota } from '../../../shared/rate-limits/quota.js';
import type { RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../../shared/time/clock.js';
import { gradeAnswer } from '../../conversion/rules/exercises/exercise.js';
import type { Mistake } from '../../conversion/rules/exercises/mistake.js';
import { ExerciseOver, NoTriesLeft } from '../classroom.errors.js';
import { ANSWERS_A_MINUTE, TRIES_MAX } from '../classroom-limits.js';
import type { Place } from '../participants/participants.js';
import { RoomParticipant } from '../participants/room-participant.entity.js';
import type { TellRoomChanges } from '../room-changes.js';
import type { ConfirmCaller } from '../rooms.js';
import { MISTAKE_MAX_LENGTH, RoomAnswer } from './room-answer.entity.js';
import type { RoomExercise } from './room-exercise.entity.js';
import { isStorable, type RoomExercises } from './room-exercises.js';

interface RoomAnswersDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly roomExercises: RoomExercises;
  readonly confirmCaller: ConfirmCaller;
  readonly rateLimits: RateLimits;
  readonly tell: TellRoomChanges;
}

interface AnswerForm {
  readonly exerciseId: number;
  readonly answer: string;
  /** The signed-in caller; null for a guest. */
  readonly viewer: Viewer | null;
}

export interface GivenAnswer {
  readonly answer: string;
  readonly isCorrect: boolean;
  readonly mistake: Mistake | null;
  readonly tries: number;
}

/** Grades answers to rooms' exercises on arrival and stores them (contract 15). */
export class RoomAnswers {
  readonly #quota: Quota;

  constructor(private readonly deps: RoomAnswersDeps) {
    const { rateLimits } = deps;
    this.#quota = new Quota({ rateLimits, name: 'room answers', limit: ANSWERS_A_MINUTE, seconds: 60 });
  }

  /**
   * Grades a participant's answer to the current exercise of their room, and stores it in place of the previous one.
   *
   * @throws {ExerciseOver} if another exercise has been sent.
   * @throws {InvalidFields} naming `answer` if it cannot be read; this does not count as a try.
   * @throws {NoTriesLeft} if the participant has solved it or has no tries left.
   * @throws {NotFound} if the participant has been removed, or the room closed, in the meantime.
   * @throws {RateLimited} if the participant sends too many answers.
   */
  async give(place: Place, { exerciseId, answer, viewer }: AnswerForm): Promise<GivenAnswer> {
    const { id: participantId, roomId } = place;
    const { em, roomExercises, confirmCaller, tell } = this.deps;
    await this.#quota.take(String(participantId));
    const exercise = await roomExercises.present(roomId);
    if (exercise?.id !== exerciseId) throw new ExerciseOver();
    if (!isStorable(answer)) throw new InvalidFields({ answer: ['classroom.unreadableAnswer'] });
    const { isCorrect, mistake, problem } = gradeAnswer(roomExercises.drawn(exercise), answer);
    if (problem !== undefined) throw new InvalidFields({ answer: [problem] });
    const given = { answer: answer.trim(), isCorrect, mistake };
    const keep = (unit: UnitOfWork) => this.#keep(unit, participantId, exercise, given);
    // The statement itself checks that a guest still exists; a signed-in user's session has to be confirmed first.
    const { id, tries } = viewer
      ? await em.fork().transactional(async (unit) => {
          await confirmCaller(unit, viewer);
          return keep(unit);
        })
      : await keep(em.fork());
    tell({ room: roomId, answers: [id] });
    return { ...given, tries };
  }

  /** Returns a participant's answer to an exercise; null before the first try. */
  of(participantId: number, exercise: Pick<RoomExercise, 'id'>): Promise<RoomAnswer | null> {
    const where = { exercise: exercise.id, participant: participantId };
    return this.deps.em.fork().findOne(RoomAnswer, where);
  }

  /** Returns the answers to an exercise, ordered by their first tries. */
  to(exercise: Pick<RoomExercise, 'id'>): Promise<RoomAnswer[]> {
    return this.deps.em.fork().find(RoomAnswer, { exercise: exercise.id }, { orderBy: { id: 'asc' } });
  }

  /**
   * Stores an answer with one statement, so two simultaneous tries count as two, and removed participants write
   * nothing.
   */
  async #keep(
    unit: UnitOfWork,
    participantId: number,
    exercise: RoomExercise,
    given: Omit<GivenAnswer, 'tries'>,
  ): Promise<Kept> {
    const now = this.deps.clock.now();
    const [kept] = await queryRows<Kept>(unit, KEEP, [
      given.answer,
      given.isCorrect,
      storedMistake(given.mistake),
      now,
      exercise.id,
      participantId,
      now,
    ]).catch((error: unknown) => {
      // PostgreSQL may delete a row after the statement has found it.
      throw error instanceof ForeignKeyConstraintViolationException ? new NotFound('classroom.notInRoom') : error;
    });
    if (kept) return kept;
    const isInRoom = await unit.count(RoomParticipant, { id: participantId, room: openRoom(now) });
    throw isInRoom > 0 ? new NoTriesLeft() : new NotFound('classroom.notInRoom');
  }
}

/** Returns the mistake that was recognised in an answer; null if there was none. */
export function mistakeOf({ mistake }: Pick<RoomAnswer, 'mistake'>): Mistake | null {
  return mistake === null ? null : JSON.parse(mistake);
}

/** Serialises a mistake for storage; null if its values are too long, which never happens with our exercises. */
function storedMistake(mistake: Mistake | null): string | null {
  const text = mistake && JSON.stringify(mistake);
  return text && text.length <= MISTAKE_MAX_LENGTH ? text : null;
}

interface Kept {
  readonly id: number;
  readonly tries: number;
}

const KEEP = `
  insert into room_answers (exercise_id, participant_id, answer, is_correct, mistake, tries, answered_at)
  select e.id, p.id, ?, ?, ?, 1, ?
  from room_participants p
  join rooms r on r.id = p.room_id
  join room_exercises e on e.room_id = r.id and e.id = ?
  where p.id = ? and r.closed_at is null and r.expires_at > ?
  on conflict (exercise_id, participant_id) do update
    set answer = excluded.answer, is_correct = excluded.is_correct, mistake = excluded.mistake,
      answered_at = excluded.answered_at, tries = room_answers.tries + 1
    where room_answers.tries < ${TRIES_MAX} and not room_answers.is_correct
  returning id, tries`;

function openRoom(now: Date) {
  return { closedAt: null, expiresAt: { $gt: now } };
}
