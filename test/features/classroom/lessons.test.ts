import { describe, expect, test, vi } from 'vitest';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { KeptLessons } from '../../../src/features/classroom/classes/kept-lessons.js';
import { Lesson } from '../../../src/features/classroom/classes/lesson.entity.js';
import { LessonResult } from '../../../src/features/classroom/classes/lesson-result.entity.js';
import { SchoolClass } from '../../../src/features/classroom/classes/school-class.entity.js';
import { TooManyLessons } from '../../../src/features/classroom/classroom.errors.js';
import { LESSONS_OF_OWNER_MAX } from '../../../src/features/classroom/classroom-limits.js';
import { RoomParticipant } from '../../../src/features/classroom/participants/room-participant.entity.js';
import { Room } from '../../../src/features/classroom/room.entity.js';
import { Rooms } from '../../../src/features/classroom/rooms.js';
import { reauthenticate } from '../../support/accounts/reauthentication.js';
import { codeOf, dataOf, startWithStaff } from '../../support/administration.js';
import { ANSWER, closeRoom, JOIN, joinAs, OPEN_ROOM, openRoom, sendExercise } from '../../support/classroom.js';
import { databaseKinds } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import type { Browser } from '../../support/http/browser.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

interface Classes {
  readonly schoolClasses: {
    readonly id: string;
    readonly name: string;
    readonly lessons: { readonly id: string; readonly exerciseCount: number; readonly keptUntil: string }[];
  }[];
}

const CLASSES = '{ schoolClasses { id name lessons { id heldAt keptUntil exerciseCount kinds } } }';

const PUPILS = `query ($class: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  pupils(class: $class, first: $first, after: $after, last: $last, before: $before) {
    nodes { nickname results { lesson answered solved } }
    pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
  }
}`;

interface PupilPage {
  readonly nodes: {
    readonly nickname: string;
    readonly results: { lesson: string; answered: number; solved: number }[];
  }[];
  readonly pageInfo: { readonly startCursor: string; readonly endCursor: string };
}

async function classesOf(teacher: Browser): Promise<Classes['schoolClasses']> {
  return (await dataOf<Classes>(teacher, CLASSES)).schoolClasses;
}

/** Returns the only class of a teacher. */
async function classOf(teacher: Browser): Promise<Classes['schoolClasses'][number]> {
  const classes = await classesOf(teacher);
  expect(classes).toHaveLength(1);
  return classes[0] as Classes['schoolClasses'][number];
}

async function pupilsOf(teacher: Browser, schoolClass: string, page: object = {}): Promise<PupilPage> {
  return (await dataOf<{ pupils: PupilPage }>(teacher, PUPILS, { class: schoolClass, ...page })).pupils;
}

/** Opens a room whose results are kept, with one exercise that a guest has solved. @returns its code. */
async function teach(app: TestApp, teacher: Browser, { as = '1º ano B', nickname = 'Bia' } = {}): Promise<string> {
  const room = await openRoom(teacher, true, as);
  const pupil = await joinAs(app.baseUrl, room, nickname);
  const { id, solution } = await sendExercise(teacher, room);
  await dataOf(pupil, ANSWER, { room, exercise: id, answer: solution });
  return room;
}

const rowsOf = ({ database }: TestApp, table: typeof SchoolClass | typeof Lesson | typeof LessonResult | typeof Room) =>
  database.em.fork().count(table as typeof Lesson, {});

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`results over several lessons on ${kind.name} (contract 15)`, () => {
    test('are kept when a room closes, by nickname in any case, and forgotten after 90 days', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const first = await openRoom(teacher, true, '  1º ano  B ');
      const bia = await joinAs(app.baseUrl, first, 'Bia');
      await joinAs(app.baseUrl, first, 'Ávila');
      const addition = await sendExercise(teacher, first, 1, 'ADDITION');
      await dataOf(bia, ANSWER, { room: first, exercise: addition.id, answer: addition.solution });
      const second = await sendExercise(teacher, first);
      await dataOf(bia, ANSWER, { room: first, exercise: second.id, answer: '0' });
      expect(await classesOf(teacher)).toEqual([]);
      await closeRoom(teacher, first);
      await closeRoom(teacher, first);
      expect(await classOf(teacher)).toMatchObject({
        name: '1º ano B',
        lessons: [{ exerciseCount: 2, kinds: ['DECIMAL_TO_BASE', 'ADDITION'], heldAt: app.clock.now().toISOString() }],
      });

      // The timers of an hour run once.
      await app.sleep({ minutes: 1440 });
      await closeRoom(teacher, await teach(app, teacher, { as: '1º ANO B', nickname: 'BIA' }));
      await app.services.rooms.prune();
      const { id, name, lessons } = await classOf(teacher);
      const [newer, older] = lessons.map((lesson) => lesson.id);
      expect([name, lessons.length, await rowsOf(app, Room)]).toEqual(['1º ANO B', 2, 1]);
      const { nodes } = await pupilsOf(teacher, id);
      expect(nodes.toSorted((one, other) => (one.nickname < other.nickname ? -1 : 1))).toEqual([
        {
          nickname: 'BIA',
          results: [
            { lesson: newer, answered: 1, solved: 1 },
            { lesson: older, answered: 2, solved: 1 },
          ],
        },
        { nickname: 'Ávila', results: [{ lesson: older, answered: 0, solved: 0 }] },
      ]);

      await app.sleep({ minutes: 89 * 1440 });
      await app.services.rooms.prune();
      // The teacher's session has ended by now.
      const kept = await app.database.em.fork().findAll(Lesson);
      expect(kept.map((lesson) => `Lesson:${lesson.id}`)).toEqual([newer]);
      await app.sleep({ minutes: 1440 });
      await app.services.rooms.prune();
      expect(await Promise.all([SchoolClass, Lesson, LessonResult].map((table) => rowsOf(app, table)))).toEqual([
        0, 0, 0,
      ]);
    });

    test('are kept once of a room that expires, though two nodes sweep at once', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      await teach(app, teacher);
      await app.sleep({ minutes: 1440 });
      const { rooms } = app.services;
      await Promise.all([rooms.prune(), rooms.prune()]);
      await rooms.prune();
      expect([await rowsOf(app, Room), await rowsOf(app, Lesson), await rowsOf(app, LessonResult)]).toEqual([0, 1, 1]);
    });

    test('are neither lost nor kept twice if they cannot be kept at first, and no other room waits', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const { em } = app.database;
      const code = await teach(app, teacher);
      await teach(app, teacher, { as: 'Turma B' });
      // A clock of its own, so that the service does not prune meanwhile.
      const clock = new FakeClock();
      const keptLessons = new KeptLessons({ em, clock });
      const failures: unknown[] = [];
      const failsFor = (failing: string) =>
        new Rooms({
          ...{ em, clock, schoolClasses: app.services.schoolClasses, tell: () => {} },
          confirmCaller: async () => {},
          activeUsers: async () => new Set(),
          keptLessons: {
            keep: async (unit, room) => {
              await keptLessons.keep(unit, room);
              if (room.code === failing) throw new Error('disk full');
            },
            prune: () => keptLessons.prune(),
          },
          report: (error) => String(failures.push(error)),
        });
      await failsFor(code).closeAbandoned();
      expect(await dataOf(teacher, '{ rooms { keepsResultsAs isOpen } }')).toEqual({
        rooms: [
          { keepsResultsAs: 'Turma B', isOpen: false },
          { keepsResultsAs: '1º ano B', isOpen: true },
        ],
      });
      await clock.sleep({ minutes: 1440 });
      await failsFor(code).prune();
      expect([await rowsOf(app, Room), await rowsOf(app, Lesson)]).toEqual([1, 1]);
      expect(failures).toEqual([new Error('disk full'), new Error('disk full')]);
      await failsFor('none').prune();
      expect([await rowsOf(app, Room), await rowsOf(app, Lesson)]).toEqual([0, 2]);
    });

    test('are kept of a room whose teacher may no longer log in', async () => {
      const { app } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      await teach(app, ana);
      await app.database.em.fork().nativeUpdate(User, { username: 'ana' }, { isActive: false });
      await app.services.rooms.closeAbandoned();
      expect(await rowsOf(app, LessonResult)).toBe(1);
    });

    test('are not kept without a class, an exercise or a participant', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const plain = await openRoom(teacher);
      await joinAs(app.baseUrl, plain, 'Bia');
      await sendExercise(teacher, plain);
      const nothingSent = await openRoom(teacher, true, '1B');
      await joinAs(app.baseUrl, nothingSent, 'Bia');
      const empty = await openRoom(teacher, true, '1B');
      await sendExercise(teacher, empty);
      for (const room of [plain, nothingSent, empty]) await closeRoom(teacher, room);
      expect(await rowsOf(app, Lesson)).toBe(0);
      await app.sleep({ minutes: 1440 });
      await app.services.rooms.prune();
      expect(await rowsOf(app, SchoolClass)).toBe(0);
    });

    test('are refused beyond 200 lessons before the room is open, which does not concern other rooms', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      await closeRoom(teacher, await teach(app, teacher));
      const unit = app.database.em.fork();
      const [{ schoolClass }] = (await unit.findAll(Lesson)) as [Lesson];
      const more = Array.from({ length: LESSONS_OF_OWNER_MAX - 2 }, (_, index) => ({
        ...{ schoolClass: schoolClass.id, roomId: 1_000_000 + index },
        ...{ heldAt: app.clock.now(), exercises: 1, kinds: 'ADDITION' },
      }));
      await unit.insertMany(Lesson, more);
      const last = await openRoom(teacher, true, '2C');
      const refused = (await teacher.graphql(OPEN_ROOM, { keepResultsAs: '3D' })).json<{ errors: object[] }>();
      expect(refused.errors).toMatchObject([
        { message: expect.stringContaining('200'), extensions: { code: 'BAD_USER_INPUT' } },
      ]);
      await openRoom(teacher);
      await closeRoom(teacher, last);
      await openRoom(teacher, true, '3D');
    });

    test('count towards that bound while their room ends', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      await closeRoom(teacher, await teach(app, teacher));
      const last = await teach(app, teacher);
      const unit = app.database.em.fork();
      const [{ schoolClass }] = (await unit.findAll(Lesson, { populate: ['schoolClass'] })) as [Lesson];
      const more = Array.from({ length: LESSONS_OF_OWNER_MAX - 2 }, (_, index) => ({
        ...{ schoolClass: schoolClass.id, roomId: 1_000_000 + index },
        ...{ heldAt: app.clock.now(), exercises: 1, kinds: 'ADDITION' },
      }));
      await unit.insertMany(Lesson, more);
      const count = unit.count.bind(unit);
      vi.spyOn(unit, 'count').mockImplementationOnce(async (...where) => {
        const counted = await count(...where);
        await closeRoom(teacher, last);
        return counted;
      });
      const { schoolClasses } = app.services;
      await expect(schoolClasses.forRoom(unit, schoolClass.ownerId, '2C')).rejects.toThrow(TooManyLessons);
    });

    test('are forgotten by pupil, by lesson and by class, and stay forgotten', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const forget = (field: string) => dataOf(teacher, `mutation { is: ${field} }`);
      for (const nickname of ['Bia', 'Caio']) await closeRoom(teacher, await teach(app, teacher, { nickname }));
      const { id, lessons } = await classOf(teacher);
      expect(await forget(`deletePupil(class: "${id}", nickname: " bIA ")`)).toEqual({ is: true });
      expect(await forget(`deletePupil(class: "${id}", nickname: "Bia")`)).toEqual({ is: false });
      expect((await pupilsOf(teacher, id)).nodes.map(({ nickname }) => nickname)).toEqual(['Caio']);
      expect(await forget(`deleteLesson(lesson: "${lessons[0]?.id}")`)).toEqual({ is: true });
      expect(await forget(`deleteLesson(lesson: "${lessons[0]?.id}")`)).toEqual({ is: false });
      expect((await pupilsOf(teacher, id)).nodes).toEqual([]);
      const open = await teach(app, teacher);
      expect(await forget(`deleteSchoolClass(class: "${id}")`)).toEqual({ is: true });
      expect(await forget(`deleteSchoolClass(class: "${id}")`)).toEqual({ is: false });
      expect(await codeOf(teacher, PUPILS, { class: id })).toBe('NOT_FOUND');
      await closeRoom(teacher, open);
      await app.sleep({ minutes: 1440 });
      await app.services.rooms.prune();
      expect(await Promise.all([SchoolClass, Lesson, LessonResult].map((table) => rowsOf(app, table)))).toEqual([
        0, 0, 0,
      ]);
    });

    test('go with a participant who is removed after the lesson, with an account, and with its teacher', async () => {
      const { app } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      const room = await teach(app, ana);
      await joinAs(app.baseUrl, room, 'Caio');
      const duda = await app.loginAs('duda');
      await dataOf(duda, JOIN, { code: room, nickname: 'Duda' });
      await closeRoom(ana, room);
      expect(await rowsOf(app, LessonResult)).toBe(3);
      const { id } = (await app.database.em.fork().findOne(RoomParticipant, { nickname: 'Caio' })) as RoomParticipant;
      await dataOf(ana, `mutation { removeParticipant(room: "${room}", participant: "${id}") }`);
      await reauthenticate(duda);
      expect((await dataOf<{ ownData: string }>(duda, '{ ownData }')).ownData).toContain('"Duda"');
      await dataOf(duda, 'mutation { deleteOwnAccount(username: "duda") }');
      const { id: classId } = await classOf(ana);
      expect((await pupilsOf(ana, classId)).nodes.map(({ nickname }) => nickname)).toEqual(['Bia']);
      await reauthenticate(ana);
      await dataOf(ana, 'mutation { deleteOwnAccount(username: "ana") }');
      expect(await Promise.all([SchoolClass, Lesson, LessonResult].map((table) => rowsOf(app, table)))).toEqual([
        0, 0, 0,
      ]);
    });

    test('are pages of pupils, in both directions', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const room = await teach(app, teacher);
      for (const nickname of ['Caio', 'ana']) await joinAs(app.baseUrl, room, nickname);
      await closeRoom(teacher, room);
      const { id } = await classOf(teacher);
      const first = await pupilsOf(teacher, id, { first: 2 });
      expect(first.nodes.map(({ nickname }) => nickname)).toEqual(['ana', 'Bia']);
      const next = await pupilsOf(teacher, id, { first: 2, after: first.pageInfo.endCursor });
      expect(next).toMatchObject({ nodes: [{ nickname: 'Caio' }], pageInfo: { hasNextPage: false } });
      expect(await pupilsOf(teacher, id, { last: 1, before: next.pageInfo.startCursor })).toMatchObject({
        nodes: [{ nickname: 'Bia' }],
        pageInfo: { hasNextPage: true, hasPreviousPage: true },
      });
    });
  });
}

describe('results of lessons', () => {
  test('are announced to participants, with and without an account', async () => {
    const app = await createTestApp();
    const [ana, caio] = [await app.loginAs('ana'), await app.loginAs('caio')];
    const participation = 'query ($room: String!) { participation(room: $room) { keepsResults } }';
    for (const [keepResultsAs, keepsResults] of [
      ['1B', true],
      [undefined, false],
    ] as const) {
      const room = await openRoom(ana, true, keepResultsAs);
      const guest = app.browser({ origin: app.baseUrl });
      for (const pupil of [guest, caio]) {
        const join = `mutation { joinRoom(code: "${room}", nickname: "${pupil === guest ? 'Bia' : 'Caio'}") { keepsResults } }`;
        expect(await dataOf(pupil, join)).toEqual({ joinRoom: { keepsResults } });
        expect(await dataOf(pupil, participation, { room })).toEqual({ participation: { keepsResults } });
      }
      expect(await dataOf(ana, `{ room(code: "${room}") { keepsResultsAs } }`)).toEqual({
        room: { keepsResultsAs: keepResultsAs ?? null },
      });
    }
  });

  test('are unknown to everybody but their teacher', async () => {
    const app = await createTestApp();
    const [ana, caio] = [await app.loginAs('ana'), await app.loginAs('caio')];
    await closeRoom(ana, await teach(app, ana));
    const { id, lessons } = await classOf(ana);
    expect(await classesOf(caio)).toEqual([]);
    expect(await codeOf(caio, PUPILS, { class: id })).toBe('NOT_FOUND');
    expect(await codeOf(caio, 'query ($id: ID!) { schoolClass(id: $id) { name } }', { id })).toBe('NOT_FOUND');
    const forgetting = `mutation {
      deleteSchoolClass(class: "${id}") deleteLesson(lesson: "${lessons[0]?.id}") deletePupil(class: "${id}", nickname: "Bia")
    }`;
    expect(await dataOf(caio, forgetting)).toEqual({
      deleteSchoolClass: false,
      deleteLesson: false,
      deletePupil: false,
    });
    expect((await pupilsOf(ana, id)).nodes).toHaveLength(1);
  });

  test('are kept under a name of 1 to 40 visible characters', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    for (const keepResultsAs of ['', '\u200b', 'x'.repeat(41)]) {
      const answer = (await ana.graphql(OPEN_ROOM, { keepResultsAs })).json<{ errors: object[] }>();
      expect(answer.errors).toMatchObject([{ extensions: { fields: { keepResultsAs: [expect.any(String)] } } }]);
    }
    expect(await dataOf(ana, '{ rooms { code } }')).toEqual({ rooms: [] });
    await openRoom(ana, true, 'x'.repeat(40));
  });
});
