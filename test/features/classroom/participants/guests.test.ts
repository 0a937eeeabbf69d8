import { once } from 'node:events';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { clientPages } from '../../../../src/app/client-pages.js';
import { otherAddresses, restRoutes } from '../../../../src/app/rest-routes.js';
import { JOINS } from '../../../../src/features/classroom/classroom-limits.js';
import { networkAllowances } from '../../../../src/shared/rate-limits/network-limits.js';
import { codeOf, dataOf } from '../../../support/administration.js';
import {
  ANSWER,
  cookieOf,
  JOIN,
  joinAs,
  openRoom,
  ROOM_ANSWERS,
  ROOM_EXERCISE,
  sendExercise,
} from '../../../support/classroom.js';
import type { Answer, Browser } from '../../../support/http/browser.js';
import { RawSubscriber } from '../../../support/http/raw-subscriber.js';
import { rootFields } from '../../../support/root-fields.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

/** Operations that guests may use in addition to those open to all visitors. */
const FOR_GUESTS = ['query participation', 'mutation answer', 'subscription roomExercise'];

async function startWithGuest(environment: Record<string, string> = {}) {
  const app = await createTestApp({ environment });
  const teacher = await app.loginAs('ana');
  const room = await openRoom(teacher);
  return { app, teacher, room, guest: await joinAs(app.baseUrl, room, 'Bia') };
}

async function fieldsOf(app: TestApp) {
  const staff = await app.loginAs('eva', { isStaff: true });
  return rootFields(buildClientSchema(await dataOf<IntrospectionQuery>(staff, getIntrospectionQuery())));
}

/** Normalises an answer by removing the parts that differ between calls. */
function told({ status, text }: Answer): [number, string] {
  return [status, text.replaceAll(/[\w-]{200,}/g, '…').replaceAll(/"id":"[^"]+"/g, '')];
}

describe('a guest of a room reaches nothing else (promise 52)', () => {
  test('the cookie is sent to GraphQL alone, and no script or other site can have it', async () => {
    const { app, room } = await startWithGuest();
    const visitor = app.browser({ origin: app.baseUrl });
    const answer = await visitor.graphql(JOIN, { code: room, nickname: 'Caio' });
    const [cookie = ''] = answer.headers.getSetCookie().filter((line) => line.startsWith('guestid='));
    expect(cookie).toMatch(/; Path=\/graphql; .*HttpOnly; SameSite=Strict$/);
    const secret = visitor.cookies.get('guestid') ?? '';
    expect(secret).toMatch(/^[\w-]{65}$/);
    const rows = await app.database.em.getConnection().execute('select * from room_participants');
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(answer.text).not.toContain(secret);
    expect(app.lines.join('')).not.toContain(secret);
  });

  test.each(['false', 'true'])(
    'over HTTP every field but three treats a guest as a visitor (PUBLIC_CONVERTER=%s)',
    async (PUBLIC_CONVERTER) => {
      const { app, guest } = await startWithGuest({ PUBLIC_CONVERTER });
      const visitor = app.browser({ origin: app.baseUrl });
      for (const { name, kind, document } of await fieldsOf(app)) {
        if (kind === 'subscription') continue;
        const [one, other] = [told(await visitor.graphql(document)), told(await guest.graphql(document))];
        if (FOR_GUESTS.includes(name)) expect([name, one[0], other[0] === 401]).toEqual([name, 401, false]);
        else expect([name, ...other]).toEqual([name, ...one]);
      }
      expect(told(await guest.graphql(getIntrospectionQuery()))).toEqual(
        told(await visitor.graphql(getIntrospectionQuery())),
      );
    },
  );

  test('over WebSocket every other field is refused before anything of it begins, and the schema is not shown', async () => {
    const { app, guest } = await startWithGuest({ PUBLIC_CONVERTER: 'true' });
    const socket = await RawSubscriber.open(app.baseUrl, undefined, { headers: cookieOf(guest) });
    const ask = (query: string) => {
      const next = new Promise<string>((resolve) =>
        socket.socket.once('message', (data) => resolve(JSON.stringify(JSON.parse(String(data)).payload))),
      );
      socket.subscribe('1', { query });
      return next;
    };
    for (const { name, kind, document } of await fieldsOf(app)) {
      if (FOR_GUESTS.includes(name)) continue;
      expect([name, await ask(document)]).toEqual([
        name,
        expect.stringContaining(kind === 'mutation' ? 'BAD_USER_INPUT' : 'UNAUTHENTICATED'),
      ]);
    }
    for (const query of [
      '{ __schema { types { name } } }',
      'query { participation(room: "222222") { __typename } me { username } }',
      'query { ...f } fragment f on Query { me { username } }',
      'query { ... on Query { metrics { cpuPercent } } }',
    ]) {
      expect([query, await ask(query)]).toEqual([query, expect.stringContaining('UNAUTHENTICATED')]);
    }
  });

  test('every REST address and every page treats a guest as a visitor, even if a program sends the cookie there', async () => {
    const { app, guest } = await startWithGuest();
    const visitor = app.browser({ origin: app.baseUrl });
    const all = [
      ...restRoutes.flatMap(({ addresses }) => addresses),
      ...Object.keys(otherAddresses),
      ...clientPages.map(({ path }) => path.replace(/:\w+/g, 'ABCDEF')),
      '/metrics',
      '/graphql',
      '/termos/texto/',
      '/agent',
      '/static/',
    ].flat();
    expect(all.length).toBeGreaterThan(30);
    for (const address of all) {
      const [one, other] = [await visitor.get(address), await guest.get(address)];
      const seen = ({ status, headers }: Answer) => [status, headers.get('location'), headers.get('www-authenticate')];
      expect([address, ...seen(other)]).toEqual([address, ...seen(one)]);
    }
  });

  test('another room is closed to a guest: its exercise, its answers and its socket', async () => {
    const { app, teacher, guest } = await startWithGuest();
    const other = await openRoom(teacher);
    const sent = await sendExercise(teacher, other);
    const query = 'query ($room: String!) { participation(room: $room) { nickname } }';
    expect(await dataOf(guest, query, { room: other })).toEqual({ participation: null });
    expect(await codeOf(guest, ANSWER, { room: other, exercise: sent.id, answer: '1' })).toBe('NOT_FOUND');
    const socket = await RawSubscriber.open(app.baseUrl, undefined, { headers: cookieOf(guest) });
    socket.subscribe('1', { query: ROOM_EXERCISE, variables: { room: other } });
    expect(JSON.stringify(await socket.take())).toContain('NOT_FOUND');
    socket.subscribe('2', { query: ROOM_ANSWERS, variables: { room: other } });
    const answers = socket.messages.find(({ id }) => id === '2') ?? (await socket.take());
    expect(JSON.stringify(answers)).toMatch(/UNAUTHENTICATED|complete/);
  });

  test('a forged, a foreign and an old cookie open nothing, and no socket without the page of this site', async () => {
    const { app, room, guest } = await startWithGuest();
    const genuine = guest.cookies.get('guestid') ?? '';
    const query = 'query ($room: String!) { participation(room: $room) { nickname } }';
    for (const secret of [
      '',
      'x',
      'A'.repeat(65),
      `${genuine.slice(0, -1)}${genuine.endsWith('A') ? 'B' : 'A'}`,
      'é'.repeat(65),
    ]) {
      const forger = app.browser({ origin: app.baseUrl });
      forger.cookies.set('guestid', encodeURIComponent(secret));
      expect([secret, await codeOf(forger, query, { room })]).toEqual([secret, 'UNAUTHENTICATED']);
    }
    const { cookie } = cookieOf(guest);
    const strangers: Record<string, string>[] = [{ cookie }, { cookie: 'guestid=x', origin: app.baseUrl }];
    for (const headers of strangers) {
      const live = app.live({ headers });
      const code = new Promise((resolve) => live.on('closed', (event) => resolve((event as { code: number }).code)));
      live.subscribe({ query: ROOM_EXERCISE, variables: { room } }, { next() {}, error() {}, complete() {} });
      expect(await code).toBe(4401);
    }
  });

  test('a mutation with the cookie must come from this site', async () => {
    const { app, teacher, room, guest } = await startWithGuest();
    const sent = await sendExercise(teacher, room);
    const forged = app.browser();
    forged.cookies.set('guestid', guest.cookies.get('guestid') ?? '');
    const answer = { room, exercise: sent.id, answer: '1' };
    expect(await codeOf(forged, ANSWER, answer)).toBe('FORBIDDEN');
    const foreign = await forged.graphql(ANSWER, answer, { origin: 'https://elsewhere.test' });
    expect(foreign.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect(await codeOf(guest, ANSWER, answer)).toBeUndefined();
  });

  test('a fourth socket of a guest is refused', async () => {
    const { app, guest } = await startWithGuest();
    const open = () => RawSubscriber.open(app.baseUrl, undefined, { headers: cookieOf(guest) });
    for (let count = 0; count < 3; count += 1) await open();
    const live = app.live({ headers: cookieOf(guest) });
    const code = new Promise((resolve) => live.on('closed', (event) => resolve((event as { code: number }).code)));
    live.subscribe({ query: ROOM_EXERCISE, variables: { room: 'x' } }, { next() {}, error() {}, complete() {} });
    expect(await code).toBe(1013);
  });
});

test('a guest follows a room three times on a socket, and no fourth time', async () => {
  const { app, room, guest } = await startWithGuest();
  const socket = await RawSubscriber.open(app.baseUrl, undefined, { headers: cookieOf(guest) });
  for (const id of ['1', '2', '3', '4']) socket.subscribe(id, { query: ROOM_EXERCISE, variables: { room } });
  await expect.poll(() => socket.messages.map(({ type }) => type).sort()).toEqual(['error', 'next', 'next', 'next']);
  const refused = socket.messages.find(({ type }) => type === 'error');
  expect([refused?.id, JSON.stringify(refused?.payload)]).toEqual([
    '4',
    expect.stringContaining('can run at most 3 at a time'),
  ]);
});

describe('joining a room', () => {
  const join = (visitor: Browser, code: string, nickname: string) => visitor.graphql(JOIN, { code, nickname });

  test('a nickname is unique in a room whatever its case, and has 1 to 30 characters that can be seen', async () => {
    const { app, room } = await startWithGuest();
    const visitor = app.browser({ origin: app.baseUrl });
    for (const taken of ['Bia', ' bIA ', 'ＢＩＡ']) {
      expect([taken, (await join(visitor, room, taken)).json()]).toMatchObject([
        taken,
        { errors: [{ extensions: { fields: { nickname: [expect.stringContaining('apelido')] } } }] },
      ]);
    }
    for (const bad of [
      '',
      '   ',
      'a'.repeat(31),
      'a\u0000',
      'a\u202eb',
      '\u200b',
      'a\u2028b',
      '\ud800',
      'a\u0301\u0301\u0301\u0301',
      '\u3164',
      '\u2800',
      'Bia\u2800',
      'Bia\u{1D159}',
    ]) {
      expect([bad, (await join(visitor, room, bad)).json()]).toMatchObject([
        bad,
        { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
      ]);
    }
    for (const good of ['a', '😀'.repeat(30), 'José  da Silva', '<b>x</b>']) {
      expect([good, (await join(app.browser({ origin: app.baseUrl }), room, good)).status]).toEqual([good, 200]);
    }
  });

  test('after a hundred wrong codes a network is refused for ten minutes, with the right one too; others join', async () => {
    const { app, room } = await startWithGuest({ TRUST_PROXY: '127.0.0.1' });
    const from = (address: string) => app.browser({ origin: app.baseUrl, 'x-forwarded-for': address });
    const guesser = from('192.0.2.1');
    for (let count = 0; count < 100; count += 1) {
      expect((await join(guesser, '222222', 'Eva')).status).toBe(404);
    }
    expect((await join(guesser, '222222', 'Eva')).status).toBe(429);
    expect((await join(guesser, room, 'Eva')).status).toBe(429);
    expect((await join(from('198.51.100.1'), room, 'Eva')).status).toBe(200);
    await app.sleep({ minutes: 10 });
    expect((await join(guesser, room, 'Eva 2')).status).toBe(200);
  });

  test('a hundred join at once from one address, and their sockets open at once, before any has said who it is', async () => {
    const { app, teacher } = await startWithGuest();
    const room = await openRoom(teacher);
    const guests = await Promise.all(Array.from({ length: 100 }, (_, index) => joinAs(app.baseUrl, room, `n${index}`)));
    const opened = guests.map((guest) => {
      const socket = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        headers: cookieOf(guest),
      });
      onTestFinished(() => socket.terminate());
      return once(socket, 'open');
    });
    expect(await Promise.all(opened)).toHaveLength(100);
  });
});

test('joins of a whole /48 are counted together, and others join all the same', async () => {
  const app = await createTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } });
  const room = await openRoom(await app.loginAs('ana'));
  const from = (address: string) => app.browser({ origin: app.baseUrl, 'x-forwarded-for': address });
  const take = (address: string) => app.services.rateLimits.take(networkAllowances(JOINS, address));
  for (let count = 0; count < 3999; count += 1) {
    expect(await take(`2001:db8:0:${((count % 8) * 256 + (count % 251)).toString(16)}::1`)).toBeUndefined();
  }
  expect(await codeOf(from('2001:db8:0:ff00::1'), JOIN, { code: room, nickname: 'Bia' })).toBeUndefined();
  expect(await codeOf(from('2001:db8:0:fe00::1'), JOIN, { code: room, nickname: 'Caio' })).toBe('RATE_LIMITED');
  expect(await codeOf(from('2001:db8:1::1'), JOIN, { code: room, nickname: 'Caio' })).toBeUndefined();
});
