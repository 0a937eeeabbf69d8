import { describe, expect, test } from 'vitest';
import { RoomParticipant } from '../../../src/features/classroom/participants/room-participant.entity.js';
import { Room } from '../../../src/features/classroom/room.entity.js';
import { codeOf, dataOf, startWithStaff } from '../../support/administration.js';
import { ANSWER, JOIN, openRoom, sendExercise } from '../../support/classroom.js';
import { databaseKinds } from '../../support/databases/databases.js';
import type { Browser } from '../../support/http/browser.js';
import type { TestApp } from '../../support/test-app.js';

const BEHIND_PROXY = { environment: { TRUST_PROXY: '127.0.0.1' } };

const SET_DOOR =
  'mutation ($room: String!, $isOpen: Boolean!) { setRoomDoor(room: $room, isOpen: $isOpen) { isDoorOpen } }';
const REMOVE = 'mutation ($room: String!, $id: ID!) { removeParticipant(room: $room, participant: $id) }';
const REMOVE_MANY = `mutation ($room: String!, $ids: [ID!]!, $closeDoor: Boolean) {
  removeParticipants(room: $room, participants: $ids, closeDoor: $closeDoor)
}`;
const WATCH = `subscription ($room: String!) { roomAnswers(room: $room) {
  isSnapshot isDoorOpen fullNetworks participants { id nickname }
} }`;

interface Watched {
  readonly isDoorOpen: boolean;
  readonly fullNetworks: number;
  readonly participants: readonly { id: string; nickname: string }[];
}

/** Opens a room from an address. @returns the error's code and message, if any. */
async function openFrom(address: string, as: Browser): Promise<[code: string | undefined, text: string | undefined]> {
  const answer = await as.graphql('mutation { openRoom { code } }', {}, { 'x-forwarded-for': address });
  const [error] = answer.json<{ errors?: { message: string; extensions: { code: string } }[] }>().errors ?? [];
  return [error?.extensions.code, error?.message];
}

/** Joins as a guest from an address. @returns the error's message, if any. */
async function joinFrom(app: TestApp, address: string, code: string, nickname: string): Promise<string | undefined> {
  const guest = app.browser({ origin: app.baseUrl, 'x-forwarded-for': address });
  const answer = await guest.graphql(JOIN, { code, nickname });
  return answer.json<{ errors?: { message: string }[] }>().errors?.[0]?.message;
}

/** Inserts open rooms of other owners, each opened from one of the addresses. */
async function addRooms(app: TestApp, addresses: readonly string[]): Promise<void> {
  const times = { openedAt: app.clock.now(), expiresAt: new Date(app.clock.now().getTime() + 60_000) };
  const row = (openedFrom: string, index: number) => ({
    code: `R${String(index).padStart(5, '0')}`,
    ownerId: 900 + index,
    openedFrom,
    ...times,
  });
  await app.database.em.fork().insertMany(Room, addresses.map(row));
}

/** Inserts guests into a room, each from one of the addresses. */
async function addGuests(app: TestApp, code: string, addresses: readonly string[]): Promise<void> {
  const unit = app.database.em.fork();
  const { id } = await unit.findOneOrFail(Room, { code });
  const row = (joinedFrom: string, index: number) => {
    const nickname = `${joinedFrom} ${index}`;
    return { room: id, nickname: `n${index}`, nicknameKey: nickname, joinedFrom, joinedAt: app.clock.now() };
  };
  await unit.insertMany(RoomParticipant, addresses.map(row));
}

/** Returns the next event sent to a room's owner. */
async function nextOf(results: ReturnType<ReturnType<TestApp['live']>['iterate']>): Promise<Watched | undefined> {
  const { value } = await results.next();
  return (value?.data as { roomAnswers: Watched } | undefined)?.roomAnswers;
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`places in the classroom on ${kind.name}`, () => {
    test('strangers behind one address open twenty rooms, and leave the others to other networks and to staff', async () => {
      const { app, staff } = await startWithStaff(kind, BEHIND_PROXY);
      const address = '192.0.2.1';
      for (const name of ['ana', 'bia', 'caio', 'davi']) {
        const stranger = await app.loginAs(name);
        for (let count = 0; count < 5; count += 1)
          expect(await openFrom(address, stranger)).toEqual([undefined, undefined]);
      }
      const eva = await app.loginAs('eva');
      expect(await openFrom(address, eva)).toEqual(['BAD_USER_INPUT', expect.stringContaining('sua rede')]);
      expect(await openFrom('198.51.100.1', eva)).toEqual([undefined, undefined]);
      expect(await openFrom(address, staff)).toEqual([undefined, undefined]);
    });

    test('a /24 opens twenty-five rooms, a /48 thirty', async () => {
      const { app } = await startWithStaff(kind, BEHIND_PROXY);
      const ana = await app.loginAs('ana');
      await addRooms(
        app,
        times(24, (index) => `192.0.2.${index + 1}`),
      );
      expect(await openFrom('192.0.2.100', ana)).toEqual([undefined, undefined]);
      expect(await openFrom('192.0.2.101', ana)).toEqual(['BAD_USER_INPUT', expect.stringContaining('sua rede')]);
      await app.database.em.fork().nativeDelete(Room, {});
      await addRooms(
        app,
        times(29, (index) => `2001:db8:0:${index + 1}00::1`),
      );
      expect(await openFrom('2001:db8:0:ff00::1', ana)).toEqual([undefined, undefined]);
      expect(await openFrom('2001:db8:0:fe00::1', ana)).toEqual([
        'BAD_USER_INPUT',
        expect.stringContaining('sua rede'),
      ]);
    });

    test('the last ten of fifty rooms are for staff', async () => {
      const { app, staff } = await startWithStaff(kind, BEHIND_PROXY);
      await addRooms(
        app,
        times(39, (index) => `10.${index}.0.1`),
      );
      const ana = await app.loginAs('ana');
      expect(await openFrom('192.0.2.1', ana)).toEqual([undefined, undefined]);
      expect(await openFrom('192.0.2.1', ana)).toEqual([
        'BAD_USER_INPUT',
        expect.stringContaining('demais no momento'),
      ]);
      expect(await openFrom('192.0.2.1', staff)).toEqual([undefined, undefined]);
      const others = await app.loginAs('eva', { isStaff: true });
      for (let count = 0; count < 4; count += 1)
        expect(await openFrom('192.0.2.1', staff)).toEqual([undefined, undefined]);
      for (let count = 0; count < 5; count += 1)
        expect(await openFrom('192.0.2.1', others)).toEqual([undefined, undefined]);
      const last = await app.loginAs('rui', { isStaff: true });
      expect((await openFrom('192.0.2.1', last))[0]).toBe('BAD_USER_INPUT');
    });

    test('a hundred guests join a room from one address; its owner is told, and others and accounts still join', async () => {
      const { app, staff: teacher } = await startWithStaff(kind, BEHIND_PROXY);
      const room = await openRoom(teacher);
      await addGuests(app, room, Array(99).fill('192.0.2.1'));
      const results = app.live({ as: teacher }).iterate({ query: WATCH, variables: { room } });
      let seen: Watched | undefined;
      const next = async () => {
        seen = await nextOf(results);
        return seen?.fullNetworks;
      };
      expect(await next()).toBe(0);
      expect(await joinFrom(app, '192.0.2.1', room, 'Bia')).toBeUndefined();
      await expect.poll(next).toBe(1);
      const bia = seen?.participants.find(({ nickname }) => nickname === 'Bia');
      expect(await joinFrom(app, '192.0.2.1', room, 'Caio')).toMatch(/sua rede/);
      expect(await joinFrom(app, '198.51.100.1', room, 'Davi')).toBeUndefined();
      const eva = await app.loginAs('eva');
      const join = await eva.graphql(JOIN, { code: room, nickname: 'Eva' }, { 'x-forwarded-for': '192.0.2.1' });
      expect(join.json()).toMatchObject({ data: { joinRoom: { nickname: 'Eva' } } });
      expect(await dataOf(teacher, REMOVE, { room, id: bia?.id })).toEqual({ removeParticipant: true });
      await expect.poll(next).toBe(0);
      expect(await joinFrom(app, '192.0.2.1', room, 'Caio')).toBeUndefined();
    });

    test('a /56 has a hundred and thirty guests in a room, a /48 a hundred and fifty', async () => {
      const { app, staff: teacher } = await startWithStaff(kind, BEHIND_PROXY);
      const room = await openRoom(teacher);
      await addGuests(
        app,
        room,
        times(129, (index) => `2001:db8:0:${index.toString(16)}::1`),
      );
      expect(await joinFrom(app, '2001:db8:0:f0::1', room, 'Bia')).toBeUndefined();
      expect(await joinFrom(app, '2001:db8:0:f1::1', room, 'Caio')).toMatch(/sua rede/);
      await addGuests(
        app,
        room,
        times(19, (index) => `2001:db8:0:${index + 10}00::1`),
      );
      expect(await joinFrom(app, '2001:db8:0:ff00::1', room, 'Davi')).toBeUndefined();
      expect(await joinFrom(app, '2001:db8:0:fe00::1', room, 'Eva')).toMatch(/sua rede/);
      expect(await joinFrom(app, '2001:db8:1::1', room, 'Eva')).toBeUndefined();
    });

    test('strangers are removed at once and stay outside, while the class and other rooms keep their places', async () => {
      const { app, staff: teacher } = await startWithStaff(kind, BEHIND_PROXY);
      const room = await openRoom(teacher);
      const other = await openRoom(teacher);
      expect(await joinFrom(app, '198.51.100.1', room, 'Bia')).toBeUndefined();
      await addGuests(app, room, Array(100).fill('192.0.2.1'));
      expect(await joinFrom(app, '198.51.100.1', other, 'Caio')).toBeUndefined();
      const results = app.live({ as: teacher }).iterate({ query: WATCH, variables: { room } });
      const before = await nextOf(results);
      expect(before?.fullNetworks).toBe(1);
      const elsewhere = app.live({ as: teacher }).iterate({ query: WATCH, variables: { room: other } });
      const [caio] = (await nextOf(elsewhere))?.participants ?? [];
      const strangers = before?.participants.filter(({ nickname }) => nickname !== 'Bia').map(({ id }) => id) ?? [];
      const ids = [...strangers, caio?.id];
      expect(await dataOf(teacher, REMOVE_MANY, { room, ids, closeDoor: true })).toEqual({ removeParticipants: 100 });
      const after = await nextOf(results);
      expect(after).toMatchObject({ isDoorOpen: false, fullNetworks: 0, participants: [{ nickname: 'Bia' }] });
      expect(await joinFrom(app, '192.0.2.1', room, 'n0')).toMatch(/fechada/);
      expect(await app.database.em.fork().count(RoomParticipant, {})).toBe(2);
    });

    test('up to two hundred participants are removed at once, and the door stays as it is unless asked', async () => {
      const { staff: teacher } = await startWithStaff(kind);
      const room = await openRoom(teacher);
      const ids = times(200, (index) => `RoomParticipant:${index + 1}`);
      expect(await dataOf(teacher, REMOVE_MANY, { room, ids })).toEqual({ removeParticipants: 0 });
      expect(await dataOf(teacher, '{ rooms { isDoorOpen } }')).toEqual({ rooms: [{ isDoorOpen: true }] });
      expect(await codeOf(teacher, REMOVE_MANY, { room, ids: [...ids, '201'] })).toBe('BAD_USER_INPUT');
      expect(await codeOf(teacher, REMOVE_MANY, { room, ids: [] })).toBe('BAD_USER_INPUT');
    });

    test('a closed door keeps out who has not joined, nobody else, until its owner opens it again', async () => {
      const { app, staff: teacher } = await startWithStaff(kind);
      const room = await openRoom(teacher);
      const bia = app.browser({ origin: app.baseUrl });
      await dataOf(bia, JOIN, { code: room, nickname: 'Bia' });
      const results = app.live({ as: teacher }).iterate({ query: WATCH, variables: { room } });
      const isDoorOpen = async () => (await nextOf(results))?.isDoorOpen;
      expect(await isDoorOpen()).toBe(true);
      expect(await dataOf(teacher, SET_DOOR, { room, isOpen: false })).toEqual({ setRoomDoor: { isDoorOpen: false } });
      await expect.poll(isDoorOpen).toBe(false);
      const visitor = app.browser({ origin: app.baseUrl });
      const caio = await app.loginAs('caio');
      for (const one of [visitor, caio]) {
        expect(await codeOf(one, JOIN, { code: room, nickname: 'Caio' })).toBe('FORBIDDEN');
      }
      const sent = await sendExercise(teacher, room);
      const answer = { room, exercise: sent.id, answer: sent.solution };
      expect(await dataOf(bia, ANSWER, answer)).toMatchObject({ answer: { isCorrect: true } });
      expect(await codeOf(caio, SET_DOOR, { room, isOpen: true })).toBe('NOT_FOUND');
      expect(await codeOf(bia, SET_DOOR, { room, isOpen: true })).toBe('UNAUTHENTICATED');
      expect(await dataOf(teacher, SET_DOOR, { room, isOpen: true })).toEqual({ setRoomDoor: { isDoorOpen: true } });
      expect(await codeOf(caio, JOIN, { code: room, nickname: 'Caio' })).toBeUndefined();
      await dataOf(teacher, SET_DOOR, { room, isOpen: false });
      // A signed-in user who joined earlier remains the same participant.
      expect(await codeOf(caio, JOIN, { code: room, nickname: 'Caio' })).toBeUndefined();
    });
  });
}
