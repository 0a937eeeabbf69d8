import { createClient } from 'graphql-sse';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { EventStream } from '../../../support/http/event-stream.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const SUBSCRIPTION = { query: 'subscription { metrics { cpuPercent sampledAt } }' };

const bearer = ({ access }: { readonly access: string }) => ({ authorization: `Bearer ${access}` });

/** Opens a stream of samples and waits for the first one. */
async function openSamples(app: TestApp, headers: Readonly<Record<string, string>>): Promise<EventStream> {
  const stream = await EventStream.open(app.baseUrl, { body: SUBSCRIPTION, headers });
  await expect.poll(() => stream.events.length).toBe(1);
  return stream;
}

async function cookieHeaders(app: TestApp, name = 'ana') {
  const person = await app.loginAs(name);
  return { person, headers: { cookie: `sessionid=${person.cookies.get('sessionid')}`, origin: app.baseUrl } };
}

async function refusal(app: TestApp, sent: Parameters<typeof EventStream.open>[1]) {
  const stream = await EventStream.open(app.baseUrl, sent);
  await expect.poll(() => stream.isOver).toBe(true);
  const [error] = JSON.parse(stream.text).errors as { message: string; extensions: { code: string } }[];
  return { status: stream.status, headers: stream.response.headers, ...error };
}

const ENDED = [
  { event: 'next', data: { errors: [{ extensions: { code: 'UNAUTHENTICATED' }, message: expect.any(String) }] } },
  { event: 'complete', data: undefined },
];

describe('a subscription as an event stream (decision 100)', () => {
  test('sends the newest sample at once, then one per interval, to the client of graphql-sse', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const client = createClient({ url: `${app.baseUrl}/graphql/stream`, headers: bearer(script), retryAttempts: 0 });
    onTestFinished(() => client.dispose());
    const samples = client.iterate(SUBSCRIPTION);
    for (const cpuPercent of [11, 12, 13]) {
      const { value } = await samples.next();
      expect(value).toEqual({ data: { metrics: { cpuPercent, sampledAt: app.clock.now().toISOString() } } });
      await app.advance({ seconds: 5 });
    }
    await samples.return?.(undefined);
    await expect.poll(() => [...app.services.connections]).toEqual([]);
  });

  test('is neither stored, changed nor held back on its way', async () => {
    const app = await createTestApp();
    const { response } = await openSamples(app, bearer(await app.scriptAs()));
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-frame-options': 'DENY',
    });
  });

  test('is open to a token by GET, and to a session by POST from this site alone', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const path = `/graphql/stream?query=${encodeURIComponent(SUBSCRIPTION.query)}`;
    const byGet = await EventStream.open(app.baseUrl, { method: 'GET', path, headers: bearer(script) });
    await expect.poll(() => byGet.events).toMatchObject([{ event: 'next' }]);
    const { headers } = await cookieHeaders(app);
    await openSamples(app, headers);
    const { cookie } = headers;
    const refused: Parameters<typeof EventStream.open>[1][] = [
      { method: 'GET', path, headers: { cookie } },
      { body: SUBSCRIPTION, headers: { cookie } },
      { body: SUBSCRIPTION, headers: { cookie, origin: 'https://evil.example' } },
      { body: SUBSCRIPTION, headers: { authorization: 'Bearer nonsense', ...headers } },
      { body: SUBSCRIPTION },
    ];
    for (const sent of refused) {
      expect(await refusal(app, sent)).toMatchObject({ status: 401, extensions: { code: 'UNAUTHENTICATED' } });
    }
  });

  test('shows signs of life every 12 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const app = await createTestApp();
    const stream = await openSamples(app, bearer(await app.scriptAs()));
    const signs = () => stream.text.split('\n\n').filter((event) => event === ':').length;
    const before = signs();
    vi.advanceTimersByTime(12_000);
    await expect.poll(signs).toBe(before + 1);
  });
});

describe('what a stream may ask', () => {
  async function ask(body: object) {
    const app = await createTestApp();
    const headers = { ...bearer(await app.scriptAs()), 'accept-language': 'en' };
    const stream = await EventStream.open(app.baseUrl, { body, headers });
    await expect.poll(() => stream.isOver).toBe(true);
    return { status: stream.status, events: stream.events };
  }

  test('a query, whose answer ends the stream', async () => {
    expect(await ask({ query: '{ me { username } }' })).toEqual({
      status: 200,
      events: [
        { event: 'next', data: { data: { me: { username: 'ana' } } } },
        { event: 'complete', data: undefined },
      ],
    });
  });

  test.each([
    ['a mutation', { query: 'mutation { changePreferences(theme: DARK) { theme } }' }, 'BAD_USER_INPUT'],
    ['a syntax error', { query: '{ me' }, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', { query: '{ mee }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['another name', { query: '{ me { username } }', operationName: 'A' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['a field of staff', { query: 'subscription { securityEvents { id } }' }, 'FORBIDDEN'],
    ['a name that is too long', { query: '{ me { username } }', operationName: 'x'.repeat(257) }, 'BAD_USER_INPUT'],
  ])('%s is refused on the stream', async (_name, body, code) => {
    const { status, events } = await ask(body);
    expect([status, events]).toMatchObject([
      200,
      [{ event: 'next', data: { errors: [{ extensions: { code } }] } }, { event: 'complete' }],
    ]);
  });

  test.each([
    ['another type of answer', { headers: { accept: 'application/json' } }, 406, 'Accept: text/event-stream'],
    ['a form', { headers: { 'content-type': 'text/plain' } }, 415, 'application/json'],
    ['a batch', { body: [{ query: '{ me { username } }' }] }, 400, 'Send one operation per request'],
    ['a hash', { body: { extensions: { persistedQuery: {} } } }, 400, 'PersistedQueryNotSupported'],
    ['an id', { body: { documentId: 'x' } }, 400, 'PersistedQueryNotSupported'],
    ['nothing', { body: {} }, 400, 'Send an operation'],
    ['nothing by GET', { method: 'GET', body: undefined }, 400, 'Send the operation in the URL'],
    ['variables that are no JSON', { method: 'GET', path: '/graphql/stream?variables={' }, 400, 'in the URL'],
  ] as const)(
    '%s is a status, with what to send instead',
    async (_name, { headers, ...sent }: object & { headers?: object }, status, text) => {
      const app = await createTestApp();
      const all = { ...bearer(await app.scriptAs()), 'accept-language': 'en', ...headers };
      const seen = await refusal(app, { body: SUBSCRIPTION, ...sent, headers: all });
      expect([seen.status, seen.message]).toEqual([status, expect.stringContaining(text)]);
    },
  );
});

describe('what ends a stream (promises 18, 22, 41)', () => {
  test('the logout of its session, at once and with the reason, and no other', async () => {
    const app = await createTestApp();
    const one = await cookieHeaders(app);
    const [stream, other] = [
      await openSamples(app, one.headers),
      await openSamples(app, (await cookieHeaders(app)).headers),
    ];
    await one.person.post('/accounts/logout/', { csrfmiddlewaretoken: one.person.cookies.get('csrftoken') ?? '' });
    await expect.poll(() => stream.isOver).toBe(true);
    expect(stream.events.slice(1)).toEqual(ENDED);
    await app.advance({ seconds: 5 });
    await expect.poll(() => other.events.length).toBe(2);
  });

  test('the deactivation of its user, and the end of its token, within one interval', async () => {
    const app = await createTestApp();
    const streams = [
      await openSamples(app, bearer(await app.scriptAs('ana'))),
      await openSamples(app, bearer(await app.scriptAs('bia'))),
    ];
    await app.database.em.fork().nativeUpdate(User, { usernameKey: 'ana' }, { isActive: false });
    await app.advance({ seconds: 5 });
    await expect.poll(() => streams.map(({ isOver }) => isOver)).toEqual([true, false]);
    await app.sleep({ minutes: 10 });
    await expect.poll(() => streams[1]?.isOver).toBe(true);
    for (const stream of streams) expect(stream.events.slice(-2)).toEqual(ENDED);
  });

  test('the stop of the service, without a word, so that clients come again', async () => {
    const app = await createTestApp();
    const stream = await openSamples(app, bearer(await app.scriptAs()));
    await app.close();
    expect(stream.events.map(({ event }) => event)).toEqual(['next']);
    await expect.poll(() => stream.isOver).toBe(true);
  });
});

describe('the number of streams (promise 23)', () => {
  test('sockets and streams of a user are twenty together; one more is 503, and a place is free again', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const live = app.live({ connectionParams: { Authorization: `Bearer ${script.access}` } });
    await live.iterate(SUBSCRIPTION).next();
    const streams = [];
    for (let count = 1; count < 20; count += 1) streams.push(await openSamples(app, bearer(script)));
    const refused = await refusal(app, { body: SUBSCRIPTION, headers: bearer(script) });
    expect(refused).toMatchObject({ status: 503, extensions: { code: 'SERVICE_UNAVAILABLE' } });
    expect(refused.headers['retry-after']).toBe('5');
    await openSamples(app, bearer(await app.scriptAs('bia')));
    streams[0]?.response.destroy();
    const again = async () =>
      (await EventStream.open(app.baseUrl, { body: SUBSCRIPTION, headers: bearer(script) })).status;
    await expect.poll(again).toBe(200);
  });

  test('staff see streams among the open connections', async () => {
    const app = await createTestApp();
    await openSamples(app, bearer(await app.scriptAs()));
    const staff = await app.loginAs('eva', { isStaff: true });
    const answer = await staff.graphql(
      '{ openSockets { nodes { username subscriptions } } serviceHealth { openSockets } }',
    );
    expect(answer.json()).toEqual({
      data: {
        openSockets: { nodes: [{ username: 'ana', subscriptions: 1 }] },
        serviceHealth: { openSockets: 1 },
      },
    });
  });
});
