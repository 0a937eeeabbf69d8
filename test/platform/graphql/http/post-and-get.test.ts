import { describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

interface Operation {
  readonly query: string;
  readonly variables?: object | null;
  readonly operationName?: string;
}

/** Returns an entire response except for its date. */
async function whole(app: TestApp, method: 'GET' | 'POST', operation: Operation, headers: Record<string, string>) {
  const { query, variables, operationName } = operation;
  const parts = new URLSearchParams({
    query,
    ...(variables !== undefined && { variables: JSON.stringify(variables) }),
    ...(operationName && { operationName }),
  });
  const isPost = method === 'POST';
  const answer = await app.browser().request(method, isPost ? '/graphql' : `/graphql?${parts}`, {
    ...(isPost && { body: JSON.stringify(operation) }),
    headers: {
      accept: 'application/json',
      ...(isPost && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  const { date: _date, ...rest } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: rest, text: answer.text };
}

describe('an operation (contract 1, 8)', () => {
  const CONVERT = 'query Convert($value: String!) { convert(type: BIN2DEC, value: $value) { result } }';

  test.each([
    ['an answer', { query: CONVERT, variables: { value: '101' } }],
    ['an operation by its name', { query: CONVERT, variables: { value: '101' }, operationName: 'Convert' }],
    ['an operation by another name', { query: CONVERT, variables: { value: '101' }, operationName: 'Other' }],
    ['one of two, unnamed', { query: `${CONVERT} query Me { me { username } }`, variables: { value: '101' } }],
    ['a refusal of the rule', { query: CONVERT, variables: { value: '102' } }],
    ['a missing variable', { query: CONVERT }],
    ['a variable of another type', { query: CONVERT, variables: { value: { secret: 1 } } }],
    ['a variable too many', { query: CONVERT, variables: { value: '1', other: 2 } }],
    ['no variables', { query: '{ logic(operation: AND, value1: 1, value2: 1) }' }],
    ['what is null for others', { query: '{ me { username isStaff } }' }],
    ['a syntax error', { query: '{ me' }],
    ['faults of a document', { query: '{ nothing nobody }' }],
    ['introspection', { query: '{ __schema { description } }' }],
  ] as const)('%s is the same to the byte by POST and by GET, the first time and later', async (_name, operation) => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    for (const headers of [
      { authorization: `Bearer ${access}` },
      { authorization: `Bearer ${access}`, 'accept-language': 'en' },
      { authorization: `Bearer ${access}`, accept: 'application/graphql-response+json, application/json;q=0.5' },
      { authorization: 'Bearer nonsense' },
      {} as Record<string, string>,
    ]) {
      const first = await whole(app, 'POST', operation, headers);
      expect(await whole(app, 'POST', operation, headers)).toEqual(first);
      expect(await whole(app, 'GET', operation, headers)).toEqual(first);
    }
  });

  test.each([
    ['no object', 7],
    ['no text as query', { query: 7 }],
    ['no query', { variables: {} }],
    ['a name that is none', { query: '{ me { username } }', operationName: 7 }],
    ['variables that are none', { query: CONVERT, variables: 7 }],
    ['variables in a list', { query: CONVERT, variables: [] }],
    ['extensions that are none', { query: '{ me { username } }', extensions: 'x' }],
  ])('%s is 400', async (_name, body) => {
    const app = await createTestApp();
    const answer = await app.browser().request('POST', '/graphql', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('Send an operation as a JSON object'),
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ],
    });
  });

  test('in a form of another page is refused, whatever its fields', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const body = String(new URLSearchParams({ query: '{ me { username } }' }));
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'accept-language': 'en',
    };
    const answer = await person.request('POST', '/graphql', { body, headers });
    expect(answer.status).toBe(415);
    expect(answer.text).toContain('Send an operation as a JSON object');
  });

  test.each([
    ['whose document has no such operation', { query: '{ me { username } }', operationName: 'Other' }],
    ['that lacks a variable', { query: CONVERT }],
    ['that asks nothing of its caller', { query: '{ __typename }' }],
  ])('%s is 401 with a token that is not valid', async (_name, operation) => {
    const app = await createTestApp();
    for (const method of ['POST', 'GET'] as const)
      expect((await whole(app, method, operation, { authorization: 'Bearer nonsense' })).status).toBe(401);
  });

  test.each([
    ['application/graphql-response+json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'],
    [
      'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8;q=0.5',
      'application/graphql-response+json; charset=utf-8',
    ],
    ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
    ['image/png', 'application/json; charset=utf-8'],
  ])('for a client that accepts %s is answered as %s', async (accept, type) => {
    const app = await createTestApp();
    const answer = await whole(app, 'POST', { query: '{ me { username } }' }, { accept });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
  });

  test('that is sent as a hash alone is refused so that clients send its text', async () => {
    const app = await createTestApp();
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };
    const send = (operation: object) =>
      app.browser().request('POST', '/graphql', {
        body: JSON.stringify(operation),
        headers: { 'content-type': 'application/json' },
      });
    const refused = await send({ extensions });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('"code":"PERSISTED_QUERY_NOT_SUPPORTED"');
    expect((await send({ query: '{ me { username } }', extensions })).status).toBe(200);
  });

  test.each(['application/json', 'application/json;charset=utf-8'])(
    'with a session may bring the token against forgery in its body, as %s',
    async (type) => {
      const app = await createTestApp();
      const person = await app.loginAs();
      const send = (csrfmiddlewaretoken: string) =>
        person.request('POST', '/graphql', {
          body: JSON.stringify({ query: 'mutation { changePreferences(theme: DARK) { theme } }', csrfmiddlewaretoken }),
          headers: { 'content-type': type },
        });
      expect((await send('another')).status).toBe(403);
      expect((await send(person.cookies.get('csrftoken') ?? '')).status).toBe(200);
    },
  );

  test('is limited as before: twenty samples a minute, the twenty-first rejected with the time to wait', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const ask = () => script.graphql('{ metrics { cpuPercent } }');
    for (let count = 0; count < 20; count += 1) expect((await ask()).status).toBe(200);
    const rejected = await ask();
    expect(rejected.status).toBe(429);
    // The header counts real seconds, and part of the minute may have passed.
    const seconds = Number(rejected.headers.get('retry-after'));
    expect(seconds > 0 && seconds <= 60).toBe(true);
  });

  test('is rejected at once when its token or its session has ended', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const ask = () => person.graphql('{ convert(type: BIN2DEC, value: "1") { result } }');
    for (let count = 0; count < 3; count += 1) expect((await ask()).status).toBe(200);
    await person.post('/accounts/logout/', { csrfmiddlewaretoken: person.cookies.get('csrftoken') ?? '' });
    expect((await ask()).status).toBe(401);
  });

  test('hides an unexpected failure as before, and logs it under its id', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const ask = () => script.graphql('{ sessions { id } }');
    expect((await ask()).status).toBe(200);
    await app.database.em.getConnection().execute('alter table sessions rename to gone');
    const answer = await ask();
    expect(answer.status).toBe(500);
    const [error] = answer.json<{ errors: { extensions: { code: string; id: string } }[] }>().errors;
    expect(error?.extensions.code).toBe('INTERNAL_SERVER_ERROR');
    expect(app.lines.some((line) => line.includes(error?.extensions.id ?? '?'))).toBe(true);
  });
});
