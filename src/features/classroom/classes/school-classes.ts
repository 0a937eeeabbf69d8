import type { UnitOfWork } from '../../../platform/db/database.js';
import { lockWithin } from '../../../platform/db/lock-within.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { InvalidFields, NotFound } from '../../../shared/errors/errors.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { keysetOf, type Page, type PageRequest, pageOf, rowsFor } from '../../../shared/page.js';
import { TooManyLessons } from '../classroom.errors.js';
import { LESSONS_OF_OWNER_MAX } from '../classroom-limits.js';
import { nicknameKey, readNickname } from '../participants/nickname.js';
import { ROOMS_LOCK, Room } from '../room.entity.js';
import { readClassName } from './class-name.js';
import { Lesson } from './lesson.entity.js';
import { LessonResult } from './lesson-result.entity.js';
import { SchoolClass } from './school-class.entity.js';

interface SchoolClassesDeps {
  readonly em: UnitOfWork;
  readonly confirmCaller: (unit: UnitOfWork, owner: Viewer) => Promise<void>;
}

/** A class with its kept lessons. */
export interface ListedClass {
  readonly id: number;
  readonly name: string;
  /** At least one, newest first. */
  readonly lessons: readonly Lesson[];
}

/** A pupil of a class: everybody who took part under one nickname, in any case. */
export interface Pupil {
  readonly nicknameKey: string;
  /** The nickname as written in the newest lesson. */
  readonly nickname: string;
  /** Results, newest first; at least one. Lessons without this pupil are left out. */
  readonly results: readonly PupilResult[];
}

export interface PupilResult {
  readonly lessonId: number;
  readonly answered: number;
  readonly solved: number;
}

/** Teachers' classes and what is kept about them (contract 15). Other people's classes are reported as unknown. */
export class SchoolClasses {
  constructor(private readonly deps: SchoolClassesDeps) {}

  /**
   * Returns the class under which a new room's results will be kept, within the transaction that opens the room.
   *
   * @throws {InvalidFields} naming `keepResultsAs` if the typed name is not valid.
   * @throws {TooManyLessons} so that nothing is lost when the room ends.
   */
  async forRoom(unit: UnitOfWork, ownerId: number, typed: string): Promise<SchoolClass> {
    const read = readClassName(typed);
    if (!read) throw new InvalidFields({ keepResultsAs: ['classroom.notAClassName'] });
    // Counts the rooms first: one that ends meanwhile, at any node, then counts twice rather than not at all.
    const toKeep = await unit.count(Room, { schoolClass: { ownerId }, closedAt: null });
    const kept = await unit.count(Lesson, { schoolClass: { ownerId } });
    if (kept + toKeep >= LESSONS_OF_OWNER_MAX) throw new TooManyLessons(LESSONS_OF_OWNER_MAX);
    const { name, nameKey } = read;
    const known = await unit.findOne(SchoolClass, { ownerId, nameKey });
    if (!known) return unit.create(SchoolClass, { ownerId, name, nameKey });
    known.name = name;
    return known;
  }

  /** Returns a person's classes with lessons, the most recently taught first. */
  async of(ownerId: number): Promise<ListedClass[]> {
    const options = { populate: ['schoolClass'], orderBy: { heldAt: 'desc', id: 'desc' } } as const;
    const lessons = await this.deps.em.fork().find(Lesson, { schoolClass: { ownerId } }, options);
    const byClass = Map.groupBy(lessons, ({ schoolClass }) => schoolClass);
    return [...byClass].map(([{ id, name }, ofClass]) => ({ id, name, lessons: ofClass }));
  }

  /** Returns a person's class with its lessons. @throws {NotFound} if none is kept. */
  async own(ownerId: number, id: number): Promise<ListedClass> {
    const found = (await this.of(ownerId)).find((listed) => listed.id === id);
    if (!found) throw new NotFound('classroom.noSuchClass');
    return found;
  }

  /** Returns a page of a person's class, ordered by the compared form of nicknames. @throws {NotFound} */
  async pupils(ownerId: number, id: number, request: PageRequest<readonly [string]>): Promise<Page<Pupil>> {
    await this.own(ownerId, id);
    const { order, bound } = keysetOf(request, 'asc');
    const after = bound ? `and r.nickname_key ${order === 'asc' ? '>' : '<'} ?` : '';
    const rows = await queryRows<ResultRow>(
      this.deps.em.fork(),
      `select r.lesson_id, r.nickname, r.nickname_key, r.answered, r.solved ${OF_CLASS}
      and r.nickname_key in (
        select distinct r.nickname_key ${OF_CLASS} ${after} order by r.nickname_key ${order} limit ?
      )
      order by r.nickname_key ${order}, l.held_at desc, l.id desc`,
      [id, id, ...(request.after ?? []), rowsFor(request)],
    );
    const pupils = [...Map.groupBy(rows, (row) => row.nickname_key)].map(([key, ofPupil]) => pupilOf(key, ofPupil));
    return pageOf(pupils, request, ({ nicknameKey: key }) => [key]);
  }

  /** Deletes a class with its lessons; its open rooms no longer keep their results. @returns false if unknown. */
  async deleteSchoolClass(owner: Viewer, id: number): Promise<boolean> {
    return this.#delete(owner, async (unit) => {
      await lockWithin(unit, ROOMS_LOCK);
      const own = await unit.findOne(SchoolClass, { id, ownerId: owner.userId });
      if (!own) return false;
      // Takes the rooms first, as ending a room does, so that neither waits for the other.
      await unit.nativeUpdate(Room, { schoolClass: id }, { schoolClass: null });
      return (await unit.nativeDelete(SchoolClass, { id })) > 0;
    });
  }

  /** Deletes a lesson with its results. @returns false if it is unknown. */
  async deleteLesson(owner: Viewer, id: number): Promise<boolean> {
    return this.#delete(owner, async (unit) => {
      const own = await unit.findOne(Lesson, { id, schoolClass: { ownerId: owner.userId } });
      return own !== null && (await unit.nativeDelete(Lesson, { id })) > 0;
    });
  }

  /** Deletes all results of a class under a nickname, in any case. @returns false if there are none. */
  async deletePupil(owner: Viewer, classId: number, typed: string): Promise<boolean> {
    const nickname = readNickname(typed);
    if (nickname === undefined) return false;
    return this.#delete(owner, async (unit) => {
      const lessons = await unit.find(Lesson, { schoolClass: { id: classId, ownerId: owner.userId } });
      const where = { lesson: { $in: lessons.map(({ id }) => id) }, nicknameKey: nicknameKey(nickname) };
      return (await unit.nativeDelete(LessonResult, where)) > 0;
    });
  }

  #delete(owner: Viewer, remove: (unit: UnitOfWork) => Promise<boolean>): Promise<boolean> {
    const { em, confirmCaller } = this.deps;
    return em.fork().transactional(async (unit) => {
      await confirmCaller(unit, owner);
      return remove(unit);
    });
  }
}

interface ResultRow {
  readonly lesson_id: number;
  readonly nickname: string;
  readonly nickname_key: string;
  readonly answered: number;
  readonly solved: number;
}

const OF_CLASS = 'from lesson_results r join lessons l on l.id = r.lesson_id where l.school_class_id = ?';

/** Builds a pupil from rows in order of lessons, newest first. */
function pupilOf(key: string, rows: readonly ResultRow[]): Pupil {
  const results = rows.map(({ lesson_id: lessonId, answered, solved }) => ({ lessonId, answered, solved }));
  return { nicknameKey: key, nickname: rows[0]?.nickname ?? '', results };
}
