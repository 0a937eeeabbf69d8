import { describe, expect, test } from 'vitest';
import { RoomAnswer } from '../../../src/features/classroom/exercises/room-answer.entity.js';
import { RoomExercise } from '../../../src/features/classroom/exercises/room-exercise.entity.js';
import { RoomParticipant } from '../../../src/features/classroom/participants/room-participant.entity.js';
import { Room } from '../../../src/features/classroom/room.entity.js';
import { exerciseAt } from '../../../src/features/conversion/rules/exercises/exercise.js';
import { queryRows } from '../../../src/platform/db/query-rows.js';
import { codeOf, dataOf, startWithStaff } from '../../support/administration.js';
import {
  ANSWER,
  cookieOf,
  JOIN,
  joinAs,
  openRoom,
  ROOM_ANSWERS,
  ROOM_EXERCISE,
  sendExercise,
} from '../../support/classroom.js';
import { databaseKinds } from '../../support/databases/databases.js';
import { RawSubscriber } from '../../support/http/raw-subscriber.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

interface Pushed {
  readonly isSnapshot: boolean;
  readonly isOpen: boolean;
  readonly exercise: { id: string; number: number } | null;
  readonly participants: { id: string; nickname: string; isGuest: boolean }[];
  readonly removed: string[];
  readonly answers: {
    participant: string;
    answer: string;
    isCorrect: boolean;
    mistake: string | null;
    tries: number;
  }[];
}

function eventsOf<T>(app: TestApp, as: Parameters<TestApp['live']>[0], query: string, room: string) {
  const results = app.live(as).iterate({ query, variables: { room } });
  return async (): Promise<T | undefined> => {
    const { value, done } = await results.next();
    if (done) return undefined;
    if (value?.errors) throw new Error(JSON.stringify(value.errors));
    return Object.values(value?.data ?? {})[0] as T;
  };
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`a room on ${kind.name} (contract 15)`, () => {
    // On SQLite, an answer cannot come in between.
    if (kind.name === 'PostgreSQL') {
      test('a participant who is removed while answering is told so', async () => {
        const { app, staff: teacher } = await startWithStaff(kind);
        const room = await openRoom(teacher);
        const bia = await joinAs(app.baseUrl, room, 'Bia');
        const { id, solution } = await sendExercise(teacher, room);
        const waiting =
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
        const { em } = app.database;
        let answered: Promise<string | undefined> | undefined;
        await em.fork().transactional(async (unit) => {
          await unit.nativeDelete(RoomParticipant, { nickname: 'Bia' });
          answered = codeOf(bia, ANSWER, { room, exercise: id, answer: solution });
          await expect.poll(() => queryRows(em.fork(), waiting)).toHaveLength(1);
        });
        expect(await answered).toBe('NOT_FOUND');
      });
    }

    test('a teacher sees who joins and what they answer, and participants what is asked', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const room = await openRoom(teacher);
      expect(room).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
      const next = eventsOf<Pushed>(app, { as: teacher }, ROOM_ANSWERS, room);
      expect(await next()).toEqual({
        isSnapshot: true,
        isOpen: true,
        exercise: null,
        participants: [],
        removed: [],
        answers: [],
      });
      const bia = await joinAs(app.baseUrl, ` ${room.slice(0, 3).toLowerCase()}-${room.slice(3)}`, 'Bia');
      const joined = await next();
      expect(joined).toMatchObject({ isSnapshot: false, participants: [{ nickname: 'Bia', isGuest: true }] });
      const seen = eventsOf<{ exercise: { id: string; question: string } | null }>(
        app,
        { as: bia, headers: { origin: app.baseUrl } },
        ROOM_EXERCISE,
        room,
      );
      expect(await seen()).toMatchObject({ nickname: 'Bia', exercise: null, answer: null });
      const sent = await sendExercise(teacher, room);
      expect(await seen()).toMatchObject({
        exercise: { id: sent.id.replace('RoomExercise', 'RoomQuestion'), question: sent.question, triesMax: 3 },
      });
      expect(await next()).toMatchObject({ isSnapshot: true, exercise: { id: sent.id, number: 1 }, answers: [] });

      const wrong = [...sent.solution].reverse().join('').replace(/^/, '1');
      const answer = { room, exercise: sent.id, answer: wrong };
      expect(await dataOf(bia, ANSWER, answer)).toMatchObject({ answer: { isCorrect: false, tries: 1 } });
      const biaId = joined?.participants[0]?.id;
      expect(await next()).toMatchObject({
        isSnapshot: false,
        answers: [{ participant: biaId, answer: wrong, isCorrect: false, tries: 1 }],
      });
      expect(await dataOf(bia, ANSWER, { ...answer, answer: ` ${sent.solution} ` })).toEqual({
        answer: { answer: sent.solution, isCorrect: true, mistake: null, mistakeText: null, tries: 2 },
      });
      expect(await next()).toMatchObject({ answers: [{ participant: biaId, isCorrect: true, tries: 2 }] });
      expect(await codeOf(bia, ANSWER, answer)).toBe('BAD_USER_INPUT');

      const second = await sendExercise(teacher, room, 2);
      expect(await next()).toMatchObject({
        isSnapshot: true,
        exercise: { number: 2 },
        participants: [{}],
        answers: [],
      });
      expect(await codeOf(bia, ANSWER, answer)).toBe('BAD_USER_INPUT');
      await dataOf(teacher, 'mutation ($room: String!) { closeRoom(room: $room) { isOpen } }', { room });
      expect(await next()).toMatchObject({ isOpen: false });
      expect(await codeOf(bia, ANSWER, { room, exercise: second.id, answer: '1' })).toBe('UNAUTHENTICATED');
    });

    test('a usual mistake is named, text that is no answer costs no try, and the fourth try is refused', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const room = await openRoom(teacher);
      const bia = await joinAs(app.baseUrl, room, 'Bia');
      const sent = await sendExercise(teacher, room);
      const [, value = ''] = /(\d+)/.exec(sent.question) ?? [];
      const give = (answer: string) => bia.graphql(ANSWER, { room, exercise: sent.id, answer });
      expect((await give('\u0000')).json()).toMatchObject({ errors: [{ extensions: { fields: { answer: [{}] } } }] });
      expect((await give('   ')).json()).toMatchObject({ errors: [{ extensions: { fields: { answer: [{}] } } }] });
      const named = (await give(value)).json<{ data: { answer: { mistake: string; tries: number } } }>();
      expect(named.data.answer).toMatchObject({ tries: 1, isCorrect: false });
      expect(named.data.answer.mistake).not.toBeNull();
      await give('0');
      expect((await give('0')).json()).toMatchObject({ data: { answer: { tries: 3 } } });
      expect((await give(sent.solution)).json()).toMatchObject({
        errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
      });
    });

    test('an exercise is of the version of its sheet, and everybody sees it in the notation that was chosen', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const room = await openRoom(teacher);
      const bia = await joinAs(app.baseUrl, room, 'Bia');
      const send = `mutation ($room: String!, $seed: String!, $version: Int, $notation: Notation) {
        sendExercise(room: $room, kind: IMPLICATION, level: 2, seed: $seed, position: 4, version: $version, notation: $notation) {
          id version notation question solution
        }
      }`;
      const sheet = (version: 1 | 2) => ({ kind: 'IMPLICATION', level: 2, seed: 'vigia', version }) as const;
      const first = await dataOf(teacher, send, { room, seed: 'vigia' });
      expect(first).toMatchObject({
        sendExercise: { version: 1, notation: null, solution: exerciseAt(sheet(1), 4)?.solution },
      });
      const second = await dataOf<{ sendExercise: { id: string; question: string; solution: string } }>(teacher, send, {
        room,
        seed: 'vigia',
        version: 2,
        notation: 'MATHEMATICS',
      });
      const drawn = exerciseAt(sheet(2), 4, 'MATHEMATICS');
      const { id, question, solution } = second.sendExercise;
      expect(second).toMatchObject({
        sendExercise: { version: 2, notation: 'MATHEMATICS', solution: drawn?.solution },
      });
      expect(question).toContain(drawn?.expression);
      expect(drawn?.expression).toMatch(/[→↔]/);
      const participation = '{ participation(room: "CODE") { exercise { question } } }'.replace('CODE', room);
      expect(await dataOf(bia, participation, {})).toEqual({ participation: { exercise: { question } } });
      expect(await dataOf(bia, ANSWER, { room, exercise: id, answer: solution })).toMatchObject({
        answer: { isCorrect: true },
      });
      for (const version of [0, 3]) {
        expect((await teacher.graphql(send, { room, seed: 'vigia', version })).json()).toMatchObject({
          errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { version: [{}] } } }],
        });
      }
    });

    test('everything of a room goes when it expires, and no code opens it before it is gone', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const room = await openRoom(teacher);
      const bia = await joinAs(app.baseUrl, room, 'Bia');
      const sent = await sendExercise(teacher, room);
      await dataOf(bia, ANSWER, { room, exercise: sent.id, answer: '0' });
      // As on a machine that slept, timers that came due fire only once.
      await app.sleep({ minutes: 1440 });
      expect(await codeOf(bia, ANSWER, { room, exercise: sent.id, answer: '0' })).toBe('UNAUTHENTICATED');
      expect(await codeOf(app.browser({ origin: app.baseUrl }), JOIN, { code: room, nickname: 'Caio' })).toBe(
        'NOT_FOUND',
      );
      await app.services.rooms.prune();
      for (const table of [Room, RoomParticipant, RoomExercise, RoomAnswer]) {
        expect(await app.database.em.fork().count(table as typeof Room, {})).toBe(0);
      }
    });

    test('a removed participant loses their place, their answers and their socket', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const room = await openRoom(teacher);
      const bia = await joinAs(app.baseUrl, room, 'Bia');
      const sent = await sendExercise(teacher, room);
      await dataOf(bia, ANSWER, { room, exercise: sent.id, answer: '0' });
      const next = eventsOf<Pushed>(app, { as: teacher }, ROOM_ANSWERS, room);
      const id = (await next())?.participants[0]?.id;
      const socket = await RawSubscriber.open(app.baseUrl, undefined, { headers: cookieOf(bia) });
      const closed = new Promise((resolve) => socket.socket.once('close', resolve));
      socket.subscribe('1', { query: ROOM_EXERCISE, variables: { room } });
      expect(await socket.take()).toMatchObject({ type: 'next', payload: { data: {} } });
      const remove = 'mutation ($room: String!, $id: ID!) { removeParticipant(room: $room, participant: $id) }';
      expect(await dataOf(teacher, remove, { room, id })).toEqual({ removeParticipant: true });
      expect(await next()).toMatchObject({ isSnapshot: false, removed: [id] });
      const last = { type: 'next', payload: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } };
      expect(await socket.take()).toMatchObject(last);
      expect(await closed).toBe(4403);
      expect(await codeOf(bia, ANSWER, { room, exercise: sent.id, answer: '0' })).toBe('UNAUTHENTICATED');
      expect(await dataOf(teacher, remove, { room, id })).toEqual({ removeParticipant: false });
      expect(await app.database.em.fork().count(RoomAnswer, {})).toBe(0);
    });

    test('the results are CSV in parts of five exercises, and formulas in it are harmless', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const room = await openRoom(teacher);
      const bia = await joinAs(app.baseUrl, room, '=1+1');
      await joinAs(app.baseUrl, room, 'Caio');
      const first = await sendExercise(teacher, room);
      await dataOf(bia, ANSWER, { room, exercise: first.id, answer: first.solution });
      for (let position = 2; position <= 6; position += 1) await sendExercise(teacher, room, position);
      const part = (after: number) =>
        dataOf<{ roomCsv: { csv: string; endNumber: number; hasMore: boolean } }>(
          teacher,
          'query ($room: String!, $after: Int!) { roomCsv(room: $room, after: $after) { csv endNumber hasMore } }',
          { room, after },
        );
      const { roomCsv: one } = await part(0);
      const lines = one.csv.split('\r\n');
      expect(lines).toHaveLength(1 + 5 * 2 + 1);
      expect(lines[0]).toBe('Exercício,Enunciado,Apelido,Resposta,Certa,Erro,Tentativas,Respondida em (UTC)');
      expect(lines[1]).toContain(`,'=1+1,${first.solution},1,,1,`);
      expect(lines[2]).toMatch(/,Caio,,,,,$/);
      expect(one).toMatchObject({ endNumber: 5, hasMore: true });
      const { roomCsv: two } = await part(5);
      expect(two).toMatchObject({ endNumber: 6, hasMore: false });
      expect(two.csv.split('\r\n')).toHaveLength(3);
    });
  });
}

describe('who may do what in a room', () => {
  test('a room of somebody else is answered like one that does not exist', async () => {
    const app = await createTestApp();
    const [ana, caio] = [await app.loginAs('ana'), await app.loginAs('caio')];
    const room = await openRoom(ana);
    for (const query of [
      'query ($room: String!) { room(code: $room) { code } }',
      'query ($room: String!) { roomCsv(room: $room) { csv } }',
      'mutation ($room: String!) { closeRoom(room: $room) { code } }',
      'mutation ($room: String!) { removeParticipant(room: $room, participant: "1") }',
      'mutation ($room: String!) { removeParticipants(room: $room, participants: ["1"], closeDoor: true) }',
      'mutation ($room: String!) { sendExercise(room: $room, kind: DECIMAL_TO_BASE, level: 1, seed: "a", position: 1) { id } }',
    ]) {
      expect([query, await codeOf(caio, query, { room })]).toEqual([query, 'NOT_FOUND']);
    }
    const next = eventsOf(app, { as: caio }, ROOM_ANSWERS, room);
    await expect(next()).rejects.toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(await dataOf(ana, '{ rooms { code isOpen } }')).toEqual({ rooms: [{ code: room, isOpen: true }] });
  });

  test('a sixth room of one person is refused until one is closed', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const codes = [];
    for (let count = 0; count < 5; count += 1) codes.push(await openRoom(ana));
    expect(new Set(codes).size).toBe(5);
    expect(await codeOf(ana, 'mutation { openRoom { code } }')).toBe('BAD_USER_INPUT');
    await dataOf(ana, 'mutation ($room: String!) { closeRoom(room: $room) { code } }', { room: codes[0] });
    expect(await codeOf(ana, 'mutation { openRoom { code } }')).toBeUndefined();
  });

  test('the fifty-first open room is refused', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana', { isStaff: true });
    const unit = app.database.em.fork();
    const [openedAt, expiresAt] = [app.clock.now(), new Date(app.clock.now().getTime() + 60_000)];
    const row = (index: number) => ({
      code: `R${String(index).padStart(5, '0')}`,
      ownerId: 900 + index,
      openedAt,
      expiresAt,
    });
    await unit.insertMany(
      Room,
      Array.from({ length: 49 }, (_, index) => row(index)),
    );
    expect(await codeOf(ana, 'mutation { openRoom { code } }')).toBeUndefined();
    expect(await codeOf(ana, 'mutation { openRoom { code } }')).toBe('BAD_USER_INPUT');
  });

  test('the two hundred and first participant is refused', async () => {
    const app = await createTestApp();
    const room = await openRoom(await app.loginAs('ana'));
    const unit = app.database.em.fork();
    const { id } = await unit.findOneOrFail(Room, { code: room });
    await unit.insertMany(
      RoomParticipant,
      Array.from({ length: 199 }, (_, index) => ({
        room: id,
        nickname: `n${index}`,
        nicknameKey: `n${index}`,
        joinedAt: app.clock.now(),
      })),
    );
    await joinAs(app.baseUrl, room, 'Bia');
    expect(await codeOf(app.browser({ origin: app.baseUrl }), JOIN, { code: room, nickname: 'Caio' })).toBe(
      'BAD_USER_INPUT',
    );
  });

  test('a sixty-first exercise is refused', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const room = await openRoom(ana);
    const unit = app.database.em.fork();
    const { id } = await unit.findOneOrFail(Room, { code: room });
    const row = {
      room: id,
      kind: 'DECIMAL_TO_BASE',
      level: 1,
      seed: 'a',
      position: 1,
      sentAt: app.clock.now(),
    } as const;
    await unit.insertMany(
      RoomExercise,
      Array.from({ length: 59 }, (_, index) => ({ ...row, number: index + 1 })),
    );
    expect((await sendExercise(ana, room)).number).toBe(60);
    await expect(sendExercise(ana, room)).rejects.toThrow('60');
  });

  test('a room without guests takes who is signed in, once under one nickname', async () => {
    const app = await createTestApp();
    const room = await openRoom(await app.loginAs('ana'), false);
    expect(await codeOf(app.browser({ origin: app.baseUrl }), JOIN, { code: room, nickname: 'Bia' })).toBe('FORBIDDEN');
    const caio = await app.loginAs('caio');
    expect(await dataOf(caio, JOIN, { code: room, nickname: 'Caio' })).toMatchObject({
      joinRoom: { nickname: 'Caio' },
    });
    expect(await dataOf(caio, JOIN, { code: room, nickname: 'Other' })).toMatchObject({
      joinRoom: { nickname: 'Caio' },
    });
    expect(caio.cookies.has('guestid')).toBe(false);
    expect(await dataOf(caio, 'query ($room: String!) { participation(room: $room) { nickname } }', { room })).toEqual({
      participation: { nickname: 'Caio' },
    });
  });

  test('a closed room takes nothing more, of who is signed in either, and its results stay', async () => {
    const app = await createTestApp();
    const [ana, caio] = [await app.loginAs('ana'), await app.loginAs('caio')];
    const room = await openRoom(ana);
    await dataOf(caio, JOIN, { code: room, nickname: 'Caio' });
    const sent = await sendExercise(ana, room);
    await dataOf(caio, ANSWER, { room, exercise: sent.id, answer: '0' });
    await dataOf(ana, 'mutation ($room: String!) { closeRoom(room: $room) { code } }', { room });
    const send =
      'mutation ($room: String!) { sendExercise(room: $room, kind: ADDITION, level: 1, seed: "a", position: 1) { id } }';
    expect(await codeOf(ana, send, { room })).toBe('NOT_FOUND');
    expect(await codeOf(caio, ANSWER, { room, exercise: sent.id, answer: sent.solution })).toBe('NOT_FOUND');
    expect(await codeOf(await app.loginAs('bia'), JOIN, { code: room, nickname: 'Bia' })).toBe('NOT_FOUND');
    const csv = 'query ($room: String!) { roomCsv(room: $room) { csv } }';
    expect(await dataOf(ana, csv, { room })).toEqual({ roomCsv: { csv: expect.stringContaining(',Caio,0,0,') } });
  });

  test('a participant answers sixty times a minute at most, what cannot be read included', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const room = await openRoom(ana);
    const { id: exercise } = await sendExercise(ana, room);
    const [bia, caio] = [await joinAs(app.baseUrl, room, 'Bia'), await joinAs(app.baseUrl, room, 'Caio')];
    const give = async (guest: typeof bia) => (await guest.graphql(ANSWER, { room, exercise, answer: ' ' })).status;
    for (let count = 0; count < 60; count += 1) expect(await give(bia)).toBe(400);
    expect([await give(bia), await give(caio)]).toEqual([429, 400]);
  });

  test('a room of an account that may not log in any more is closed within ten seconds', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const room = await openRoom(ana);
    const bia = await joinAs(app.baseUrl, room, 'Bia');
    const live = app.live({ as: bia, headers: { origin: app.baseUrl } });
    const closed = new Promise((resolve) => live.on('closed', (event) => resolve((event as { code: number }).code)));
    const seen = live.iterate({ query: ROOM_EXERCISE, variables: { room } });
    await seen.next();
    const staff = await app.loginAs('eva', { isStaff: true });
    await dataOf(staff, 'mutation { deactivateUser(username: "ana") { isActive } }');
    await app.advance({ seconds: 10 });
    expect(await closed).toBe(4403);
    expect(await codeOf(app.browser({ origin: app.baseUrl }), JOIN, { code: room, nickname: 'Caio' })).toBe(
      'NOT_FOUND',
    );
  });

  test('what is kept of a person is in their export, and goes with their account', async () => {
    const app = await createTestApp();
    const [ana, caio] = [await app.loginAs('ana'), await app.loginAs('caio')];
    const room = await openRoom(ana);
    await dataOf(caio, JOIN, { code: room, nickname: 'Caio' });
    const sent = await sendExercise(ana, room);
    await dataOf(caio, ANSWER, { room, exercise: sent.id, answer: sent.solution });
    const exported = async (person: typeof ana) =>
      JSON.parse((await dataOf<{ ownData: string }>(person, '{ ownData }')).ownData);
    expect((await exported(ana)).rooms).toMatchObject([{ code: room }]);
    expect((await exported(caio)).joinedRooms).toMatchObject([
      { code: room, nickname: 'Caio', answers: [{ exercise: 1, answer: sent.solution, isCorrect: true }] },
    ]);
    expect(await dataOf(caio, 'mutation { deleteOwnAccount(username: "caio") }')).toEqual({ deleteOwnAccount: true });
    expect(await app.database.em.fork().count(RoomParticipant, {})).toBe(0);
    expect(await dataOf(ana, 'mutation { deleteOwnAccount(username: "ana") }')).toEqual({ deleteOwnAccount: true });
    expect(await app.database.em.fork().count(Room, {})).toBe(0);
  });
});
