import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isApiPath } from '../../src/platform/web/requests/addresses.js';
import { tryRight } from '../support/accounts/login-methods.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const RUNS = 100;
const REQUESTS_A_RUN = 20;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '\u0000',
    'ana',
    'ANA ',
    '\ud800',
    '__proto__',
    'constructor',
    '💥',
    '\u202e',
    '%00',
    "'; --",
    'a\r\nb: c',
  ),
  fc.nat({ max: 12_000 }).map((length) => 'x'.repeat(length)),
);

const nastyValue = fc.oneof(
  { weight: 3, arbitrary: nastyText },
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, 0, -1, 1e308, [], {}, [['ana']], { $gt: '' }, { toString: 'x' }),
  fc.integer({ min: 1, max: 200 }).map((depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown),
);

const FIELDS = [
  'username',
  'password',
  'refresh',
  'first_name',
  'email',
  'password1',
  'password2',
  'next',
  'type',
  'value',
  'value1',
  'value2',
];
const fieldName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FIELDS) },
  fc.constantFrom('__proto__', 'constructor', 'username[]', 'username[a]', 'csrfmiddlewaretoken', 'is_staff', ''),
);

const jsonBody = fc
  .oneof(fc.dictionary(fieldName, nastyValue), nastyValue)
  .map((value) => JSON.stringify(value))
  .chain((json) =>
    fc.constantFrom(json, json, json, json.replace('"username"', '"__proto__"'), `${json.slice(0, -1)}`),
  );

const formBody = fc.array(fc.tuple(fieldName, nastyText), { maxLength: 10 }).chain((pairs) => {
  const encoded = new URLSearchParams(pairs).toString();
  return fc.constantFrom(encoded, encoded, encoded, `${encoded}&username=%E0%A4%A`, encoded.replaceAll('%', '%%'));
});

const OPERATIONS = [
  'mutation M($a: String!, $b: String!) { login(username: $a, password: $b) { access } }',
  'mutation M($a: String!) { refreshToken(refresh: $a) { access } }',
  'mutation M($a: RegisterInput!) { register(input: $a) { username } }',
  'mutation M($a: ChangePasswordInput!) { changePassword(input: $a) }',
  'mutation M($a: ID!) { endSession(id: $a) }',
  'query Q($a: ConversionType!, $b: String!) { convert(type: $a, value: $b) { result } }',
  'query Q($a: LogicOperation!, $b: Int!, $c: Int!) { logic(operation: $a, value1: $b, value2: $c) }',
  '{ me { username } sessions { id } }',
];
const registration = fc.record(
  { username: nastyValue, firstName: nastyValue, email: nastyValue, password1: nastyValue, password2: nastyValue },
  { requiredKeys: [] },
);
const passwordChange = fc.record({ oldPassword: nastyText, newPassword1: nastyText, newPassword2: nastyText });
const graphqlBody = fc
  .record({
    query: fc.oneof({ weight: 6, arbitrary: fc.constantFrom<unknown>(...OPERATIONS) }, nastyValue),
    variables: fc.oneof(
      fc.record({
        a: fc.oneof(nastyValue, registration, passwordChange, fc.constant('DEC2BIN')),
        b: nastyValue,
        c: nastyValue,
      }),
      nastyValue,
    ),
    operationName: fc.option(nastyValue, { freq: 5 }),
  })
  .map((body) => JSON.stringify(body));

const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=x',
  'multipart/form-data; boundary=x',
  'text/plain',
  ';',
);

const API_PATHS = ['/accounts/api/v1/token/', '/accounts/api/v1/token/refresh/'];
const FORM_PATHS = [
  '/accounts/login/',
  '/accounts/login/chave/',
  '/admin/login/',
  '/accounts/registrar/',
  '/accounts/primeira-conta/',
];
const READ_PATHS = [
  '/sistema/conversor/api/v1/converter',
  '/sistema/conversor/v1/api',
  '/accounts/login/',
  '/graphql',
  '/conta/',
];

const posted = (path: string, type: string, body: string): Call => ({
  method: 'POST',
  path,
  headers: { 'content-type': type },
  body: Buffer.from(body),
});

const call: fc.Arbitrary<Call> = fc.oneof(
  fc.tuple(fc.constantFrom(...API_PATHS), jsonBody).map(([path, body]) => posted(path, 'application/json', body)),
  fc
    .tuple(fc.constantFrom(...API_PATHS, ...FORM_PATHS), formBody)
    .map(([path, body]) => posted(path, 'application/x-www-form-urlencoded', body)),
  fc.tuple(fc.constantFrom(...FORM_PATHS), jsonBody).map(([path, body]) => posted(path, 'application/json', body)),
  graphqlBody.map((body) => posted('/graphql', 'application/json', body)),
  fc.tuple(fc.constantFrom(...READ_PATHS), formBody).map(([path, query]) => ({
    method: 'GET',
    path: `${path}?${query.slice(0, 12_000)}`,
    headers: {},
    body: Buffer.alloc(0),
  })),
  fc
    .tuple(
      fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
      fc.constantFrom(...API_PATHS, ...FORM_PATHS, ...READ_PATHS),
      contentType,
      fc.uint8Array({ maxLength: 300 }),
    )
    .map(([method, path, type, bytes]) => ({
      method,
      path,
      headers: { 'content-type': type },
      body: Buffer.from(bytes),
    })),
  fc
    .tuple(
      fc.constantFrom(...READ_PATHS),
      fc.string({ unit: fc.constantFrom(...'!#%&*+-./:;<=>?@[]^_{|}~ abc=;, "'), maxLength: 200 }),
    )
    .map(([path, value]) => ({
      method: 'GET',
      path,
      headers: { cookie: value, authorization: value, 'accept-language': value, accept: value },
      body: Buffer.alloc(0),
    })),
);

/** Sends a call with a real browser's cookies and CSRF token, to get past the CSRF check. */
async function send(app: TestApp, { method, path, headers, body }: Call, own: Record<string, string>) {
  const sent = request({
    host: '127.0.0.1',
    port: app.port,
    method,
    path,
    headers: { ...own, ...headers, 'content-length': body.length },
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode as number, body: await text(response) };
}

/** Returns the fault found in an answer, or undefined if the answer is correct. */
function findFault({ path }: Call, { status, body }: { status: number; body: string }): string | undefined {
  if (status >= 500) return `${status} ${body}`;
  if (status < 400 || !isApiPath(path.split('?')[0] ?? '')) return undefined;
  const words = JSON.stringify(JSON.parse(body)).match(/\p{L}{3,}/gu) ?? [];
  return words.length > 0 ? undefined : `${status} without a word: ${body}`;
}

describe('bad input of every type at every door (promises 6, 10, 25)', () => {
  test(`${RUNS * REQUESTS_A_RUN} requests end with no failure of the service, which lives on`, async () => {
    const app = await createTestApp();
    const person = await app.loginAs('ana');
    const visitor = app.browser();
    const visitorToken = await visitor.csrfToken('/accounts/login/');
    const identities: Record<string, string>[] = [
      { cookie: cookieOf(person.cookies), 'x-csrftoken': person.cookies.get('csrftoken') ?? '' },
      { cookie: cookieOf(visitor.cookies), 'x-csrftoken': visitorToken },
      { cookie: cookieOf(visitor.cookies), 'x-csrftoken': visitorToken, accept: 'application/json' },
    ];
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(call, fc.constantFrom(...identities)), {
          minLength: REQUESTS_A_RUN,
          maxLength: REQUESTS_A_RUN,
        }),
        async (calls) => {
          const faults = await Promise.all(
            calls.map(async ([one, own]) => {
              const answer = await send(app, one, own);
              statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
              return findFault(one, answer);
            }),
          );
          expect(faults.filter(Boolean)).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
    // The requests got past the gates: some were accepted, and others were rejected because of their content.
    for (const status of [200, 400, 401, 405, 415]) expect([status, statuses.has(status)]).toEqual([status, true]);
    expect((await visitor.get('/healthz')).status).toBe(200);
    await app.sleep({ minutes: 10 });
    expect(await tryRight(app, 'ana')).toBe('in');
    expect(app.lines.filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
  });

  test('what is sent over a WebSocket ends that socket at most', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const message = fc.oneof(
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
      fc
        .record({
          id: nastyValue,
          type: fc.constantFrom('subscribe', 'complete', 'ping', 'connection_init', 'x'),
          payload: nastyValue,
        })
        .map((value) => JSON.stringify(value)),
      fc
        .record({
          query: fc.constantFrom(...OPERATIONS, 'subscription { metrics { cpuPercent } }'),
          variables: nastyValue,
        })
        .map((payload) => JSON.stringify({ id: 'a', type: 'subscribe', payload })),
    );
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(message, { maxLength: 10 }), async (initialised, messages) => {
        const socket = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
        await once(socket, 'open');
        const init = { type: 'connection_init', payload: { Authorization: `Bearer ${access}` } };
        if (initialised) socket.send(JSON.stringify(init));
        for (const one of messages) socket.send(one);
        socket.ping();
        await Promise.race([once(socket, 'pong'), once(socket, 'close')]);
        socket.terminate();
      }),
      { numRuns: 100 },
    );
    expect(app.lines.filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
    expect((await app.browser().get('/healthz')).status).toBe(200);
    const samples = app.live({ connectionParams: { Authorization: `Bearer ${access}` } }).iterate({
      query: 'subscription { metrics { cpuPercent } }',
    });
    await expect.poll(async () => (await samples.next()).done).toBe(false);
  });
});

function cookieOf(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
