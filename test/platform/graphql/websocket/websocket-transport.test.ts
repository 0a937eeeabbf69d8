import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { LONG_ANSWER } from '../../../support/http/long-answer.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const SUBSCRIPTION = { query: 'subscription { metrics { cpuPercent sampledAt } }' };

async function countConnections(app: TestApp): Promise<number> {
  return new Promise((resolve) => {
    app.server.getConnections((_error, count) => resolve(count));
  });
}

type Live = ReturnType<TestApp['live']>;

function closeCode(client: Live): Promise<number | string> {
  return codeOf(client.iterate(SUBSCRIPTION));
}

async function codeOf(samples: AsyncIterator<unknown>): Promise<number | string> {
  try {
    while (!(await samples.next()).done);
    return 'completed';
  } catch (error) {
    return (error as { code: number }).code;
  }
}

/** Subscribes, waits for the first sample, and returns the eventual close code. */
async function subscribed(client: Live): Promise<{ code: Promise<number | string> }> {
  const samples = client.iterate(SUBSCRIPTION);
  await samples.next();
  return { code: codeOf(samples) };
}

describe('the subscription to metrics (contract 4)', () => {
  test('sends the newest sample at once, then one per interval', async () => {
    const app = await createTestApp();
    const samples = app.live({ as: await app.loginAs() }).iterate(SUBSCRIPTION);
    for (const cpuPercent of [11, 12, 13]) {
      const { value } = await samples.next();
      expect(value).toEqual({ data: { metrics: { cpuPercent, sampledAt: app.clock.now().toISOString() } } });
      await app.advance({ seconds: 5 });
    }
  });

  test('is the same sample for all, from one reading of the host', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const clients = Array.from({ length: 5 }, () => app.live({ as: person }).iterate(SUBSCRIPTION));
    const first = await Promise.all(clients.map((samples) => samples.next()));
    await app.advance({ seconds: 5 });
    const second = await Promise.all(clients.map((samples) => samples.next()));
    for (const round of [first, second]) {
      expect(new Set(round.map(({ value }) => JSON.stringify(value))).size).toBe(1);
    }
    expect(second[0]?.value).not.toEqual(first[0]?.value);
  });

  test('leaves no timer and no listener behind when the socket breaks', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const before = app.clock.running;
    for (let round = 0; round < 5; round += 1) {
      const client = app.live({ as: person });
      await client.iterate(SUBSCRIPTION).next();
      client.terminate();
    }
    expect(app.clock.running).toBe(before);
    await app.advance({ seconds: 30 });
    expect(app.lines.filter((line) => !line.includes('"info"'))).toEqual([]);
  });
});

describe('the right to connect (contract 4, promise 22)', () => {
  test('a session of this site, or a bearer token with or without a browser', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const { access } = await app.scriptAs();
    const connectionParams = { Authorization: `Bearer ${access}` };
    for (const client of [
      app.live({ as: person }),
      app.live({ connectionParams }),
      app.live({ connectionParams, headers: { origin: app.baseUrl } }),
    ]) {
      expect((await client.iterate(SUBSCRIPTION).next()).value).toHaveProperty('data.metrics.cpuPercent');
    }
  });

  test.each([
    ['Authorization', (token: string) => ({ Authorization: `Bearer ${token}` })],
    ['authorization', (token: string) => ({ authorization: `bearer ${token}` })],
    ['headers.Authorization', (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })],
    ['headers.authorization, without Bearer', (token: string) => ({ headers: { authorization: token } })],
    ['Authorization, without Bearer', (token: string) => ({ Authorization: token })],
  ])('a token as %s', async (_name, paramsWith) => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const { token } = await app.programAs('ana', ['READ']);
    for (const each of [access, token]) {
      const client = app.live({ connectionParams: paramsWith(each) });
      expect((await client.iterate(SUBSCRIPTION).next()).value).toHaveProperty('data.metrics.cpuPercent');
    }
  });

  test('a token in the header of the handshake; one in the payload stands over it, other schemes are ignored', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const headers = { authorization: `Bearer ${access}` };
    expect((await app.live({ headers }).iterate(SUBSCRIPTION).next()).value).toHaveProperty('data.metrics');
    expect(await closeCode(app.live({ headers, connectionParams: { Authorization: 'Bearer x.y.z' } }))).toBe(4401);
    const behindBasic = app.live({ as: await app.loginAs(), headers: { authorization: 'Basic YTpi' } });
    expect((await behindBasic.iterate(SUBSCRIPTION).next()).value).toHaveProperty('data.metrics');
  });

  test.each([
    ['nothing', {}, /^No credentials: send \{"Authorization": "Bearer <token>"\}/],
    ['a token of no form', { Authorization: 'Bearer nonsense' }, /^Malformed token: send/],
    ['another scheme', { Authorization: 'Basic YTpi' }, /^Malformed token/],
    ['a scheme alone', { authorization: 'Bearer' }, /^Malformed token/],
    ['an empty text', { headers: { Authorization: '' } }, /^Malformed token/],
    ['a number', { Authorization: 7 }, /^Malformed token/],
    ['a list', { Authorization: ['Bearer x'] }, /^Malformed token/],
    [
      'a token of nobody',
      { Authorization: 'Bearer x.y.z' },
      /^The token or session has ended: reconnect with a new one$/,
    ],
    ['an unknown personal token', { Authorization: `vigia_pat_${'x'.repeat(43)}` }, /^The token or session has ended/],
  ])('%s is closed with 4401 and what to send', async (_name, connectionParams, reason) => {
    const app = await createTestApp();
    const closed = await app
      .live({ connectionParams })
      .iterate(SUBSCRIPTION)
      .next()
      .catch((event: { code: number; reason: string }) => event);
    expect(closed).toMatchObject({ code: 4401, reason: expect.stringMatching(reason) });
    expect(Buffer.byteLength((closed as { reason: string }).reason)).toBeLessThanOrEqual(123);
  });

  test('a session that has ended is told so, and a token that has expired', async () => {
    const app = await createTestApp();
    const [person, { access }] = [await app.loginAs(), await app.scriptAs()];
    const cookie = `sessionid=${person.cookies.get('sessionid')}`;
    await person.post('/accounts/logout/', { csrfmiddlewaretoken: person.cookies.get('csrftoken') ?? '' });
    await app.sleep({ minutes: 10 });
    const bySession = app.live({ headers: { cookie, origin: app.baseUrl } });
    for (const client of [bySession, app.live({ connectionParams: { Authorization: `Bearer ${access}` } })]) {
      const reason = 'The token or session has ended: reconnect with a new one';
      await expect(client.iterate(SUBSCRIPTION).next()).rejects.toMatchObject({ code: 4401, reason });
    }
  });

  test('without the subprotocol a connection is closed with 4406', async () => {
    const app = await createTestApp();
    const socket = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/graphql`);
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([4406, 'Subprotocol not acceptable']);
  });

  test('an invalid token is rejected even beside a valid session', async () => {
    const app = await createTestApp();
    const client = app.live({ as: await app.loginAs(), connectionParams: { Authorization: 'Bearer nonsense' } });
    expect(await closeCode(client)).toBe(4401);
  });

  test('a session without an Origin does not count: it is no page of this site', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const cookie = `sessionid=${person.cookies.get('sessionid')}`;
    expect(await closeCode(app.live({ headers: { cookie } }))).toBe(4401);
  });

  test('a foreign origin is rejected before the upgrade, whatever the credentials; a listed one is not', async () => {
    const app = await createTestApp({ environment: { CORS_ORIGINS: 'https://friend.example' } });
    const person = await app.loginAs();
    const cookie = `sessionid=${person.cookies.get('sessionid')}`;
    const status = async (origin: string) => {
      const socket = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        headers: { cookie, origin },
      });
      const rejected = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number);
      const opened = once(socket, 'open').then(() => 101);
      socket.on('error', () => {});
      const code = await Promise.race([rejected, opened]);
      socket.terminate();
      return code;
    };
    expect(await status('https://evil.example')).toBe(403);
    expect(await status('null')).toBe(403);
    expect(await status('https://friend.example')).toBe(101);
    expect(await status(app.baseUrl)).toBe(101);
  });
});

describe('what ends a connection (promises 18, 22)', () => {
  test('the logout of its session, at once, and no other session', async () => {
    const app = await createTestApp();
    const [one, other] = [await app.loginAs(), await app.loginAs()];
    const first = await subscribed(app.live({ as: one }));
    const second = { samples: app.live({ as: other }).iterate(SUBSCRIPTION) };
    await second.samples.next();
    await one.post('/accounts/logout/', { csrfmiddlewaretoken: one.cookies.get('csrftoken') ?? '' });
    expect(await first.code).toBe(4403);
    await app.advance({ seconds: 5 });
    expect((await second.samples.next()).value).toHaveProperty('data.metrics.cpuPercent');
  });

  test('the deactivation of its user, within one interval', async () => {
    const app = await createTestApp();
    const [bySession, byToken] = [
      await subscribed(app.live({ as: await app.loginAs() })),
      await subscribed(app.live({ connectionParams: { Authorization: `Bearer ${(await app.scriptAs()).access}` } })),
    ];
    await app.database.em.fork().nativeUpdate(User, { usernameKey: 'ana' }, { isActive: false });
    await app.advance({ seconds: 5 });
    expect(await bySession.code).toBe(4403);
    expect(await byToken.code).toBe(4403);
  });

  test('the end of its token, within one interval', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const { code } = await subscribed(app.live({ connectionParams: { Authorization: `Bearer ${access}` } }));
    await app.sleep({ minutes: 10 });
    expect(await code).toBe(4403);
  });

  test('a client that ignores the closing is cut', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const socket = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.on('error', () => {});
    socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${access}` } }));
    await once(socket, 'message');
    socket.pause();
    await app.database.em.fork().nativeUpdate(User, { usernameKey: 'ana' }, { isActive: false });
    await app.advance({ seconds: 5 });
    await expect.poll(() => countConnections(app)).toBe(0);
    socket.terminate();
  });

  test('the stop of the service, with 1001', async () => {
    const app = await createTestApp();
    const { code } = await subscribed(app.live({ as: await app.loginAs() }));
    await app.close();
    expect(await code).toBe(1001);
  });
});

describe('what a connection may ask', () => {
  async function ask(query: string) {
    const app = await createTestApp();
    const client = app.live({ as: await app.loginAs() });
    try {
      return { result: (await client.iterate({ query }).next()).value };
    } catch (errors) {
      return { errors: errors as { message: string; extensions: { code: string } }[] };
    }
  }

  test('queries', async () => {
    expect(await ask('{ me { username } }')).toEqual({ result: { data: { me: { username: 'ana' } } } });
  });

  test('errors of a query have the same form as over HTTP', async () => {
    const { result } = await ask('{ convert(type: BIN2DEC, value: "7") { result } }');
    expect(result).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
    expect(JSON.stringify(result)).not.toMatch(/stack|node_modules/);
  });

  test.each([
    ['a mutation', 'mutation { login(username: "a", password: "b") { access } }'],
    ['a syntax error', '{ me'],
    ['an unknown field', '{ mee { username } }'],
    ['eleven root fields', `{ ${Array.from({ length: 11 }, (_, n) => `a${n}: me { username }`).join(' ')} }`],
    ['more than 1,000 tokens', `{ me { ${'username '.repeat(1000)} } }`],
    ['more than 10,000 characters', '{ me { username } }'.padEnd(10_001)],
  ])('%s is refused', async (_name, query) => {
    const { errors } = await ask(query);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.message).not.toContain('Did you mean');
  });

  test('ten operations at a time; an eleventh gets an error and the others go on', async () => {
    const app = await createTestApp();
    const client = app.live({ as: await app.loginAs() });
    const open = Array.from({ length: 10 }, () => client.iterate(SUBSCRIPTION));
    await Promise.all(open.map((samples) => samples.next()));
    await expect(client.iterate(SUBSCRIPTION).next()).rejects.toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    await app.advance({ seconds: 5 });
    for (const samples of open) expect((await samples.next()).value).toHaveProperty('data.metrics.cpuPercent');
  });

  test('a client that has stopped reading is dropped before it costs more than a few MiB', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const socket = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${access}` } }));
    await once(socket, 'message');
    socket.pause();
    socket.on('error', () => {});
    const before = process.memoryUsage().rss;
    const subscribe = async () => {
      socket.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: LONG_ANSWER }));
      return countConnections(app);
    };
    await expect.poll(subscribe, { interval: 1 }).toBe(0);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    socket.terminate();
  });

  test.each([
    [
      'messages',
      (socket: WebSocket) => socket.send(JSON.stringify({ type: 'ping', payload: { a: 'x'.repeat(60_000) } })),
    ],
    ['frames', (socket: WebSocket) => socket.ping('x'.repeat(125))],
  ])('a stranger who asks for signs of life by %s and reads none is cut like any other', async (_name, ping) => {
    const app = await createTestApp();
    const socket = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.pause();
    socket.on('error', () => {});
    for (let n = 0; n < 2000; n += 1) ping(socket);
    await expect.poll(() => countConnections(app)).toBe(0);
    socket.terminate();
  });

  test('a ping is answered, without what it carried', async () => {
    const app = await createTestApp();
    const socket = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'ping', payload: { a: 1 } }));
    const [message] = await once(socket, 'message');
    expect(JSON.parse(String(message))).toEqual({ type: 'pong' });
    socket.ping('here');
    const [data] = await once(socket, 'pong');
    expect(String(data)).toBe('here');
    socket.terminate();
  });

  test('directives of GraphQL itself', async () => {
    const query = 'query { me { username @skip(if: true) email @include(if: true) } }';
    expect(await ask(query)).toEqual({ result: { data: { me: { email: 'ana@example.com' } } } });
  });

  test.each([
    ['a syntax error', '{ me', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ mee }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'too many root fields',
      `{ ${Array.from({ length: 11 }, (_, n) => `a${n}: me { username }`).join(' ')} }`,
      'BAD_USER_INPUT',
    ],
  ])('%s has the code that HTTP gives it', async (_name, query, code) => {
    const { errors } = await ask(query);
    expect(errors?.[0]?.extensions.code).toBe(code);
    const app = await createTestApp();
    const answer = await (await app.scriptAs()).graphql(query);
    expect(answer.json<{ errors: { extensions: object }[] }>().errors[0]?.extensions).toEqual({ code });
  });

  test('a message over 64 KiB closes with 1009', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const socket = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    const payload = { Authorization: `Bearer ${access}`, padding: 'x'.repeat(64 * 1024) };
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
  });
});
