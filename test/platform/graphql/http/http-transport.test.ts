import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createTestApp, PASSWORD } from '../../../support/test-app.js';

type Proof = { origin?: string; token?: boolean };
type Errors = { errors: { message: string; extensions: Record<string, unknown> }[] };

describe('me (contract 1)', () => {
  test('is null for a visitor and the account for a session or a token', async () => {
    const app = await createTestApp();
    const query = '{ me { username email firstName isAuthenticated } }';
    const me = { username: 'ana', email: 'ana@example.com', firstName: 'Ana', isAuthenticated: true };
    const visitor = await app.browser().graphql(query);
    expect([visitor.status, visitor.json()]).toEqual([200, { data: { me: null } }]);
    expect((await (await app.loginAs()).graphql(query)).json()).toEqual({ data: { me } });
    expect((await (await app.scriptAs()).graphql(query)).json()).toEqual({ data: { me } });
  });

  test('the hash of a password is no field', async () => {
    const app = await createTestApp();
    const answer = await (await app.scriptAs()).graphql('{ me { password } }');
    expect(answer.status).toBe(400);
  });
});

describe('statuses (contract 1, 8)', () => {
  test.each([
    ['a syntax error', '{ me', 400, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ nothing }', 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['a wrong enum value', '{ convert(type: BIN, value: "1") { result } }', 400, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a missing variable',
      'query ($v: String!) { convert(type: BIN2DEC, value: $v) { result } }',
      400,
      'BAD_USER_INPUT',
    ],
    ['a bad value', '{ convert(type: BIN2DEC, value: "x") { result } }', 400, 'BAD_USER_INPUT', ['code', 'fields']],
  ])('%s is 400', async (_name, query, status, code, details: readonly string[] = ['code']) => {
    const app = await createTestApp();
    const answer = await (await app.scriptAs()).graphql(query);
    expect(answer.status).toBe(status);
    const [error] = answer.json<Errors>().errors;
    expect(error?.extensions.code).toBe(code);
    expect(error?.message).not.toContain('Did you mean');
    expect(Object.keys(error?.extensions ?? {})).toEqual(details);
  });

  test('a visitor gets 401 for a field that needs a viewer', async () => {
    const app = await createTestApp();
    const answer = await app.browser().graphql('{ metrics { cpuPercent } }');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
    expect(answer.json<Errors>().errors[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED' });
  });

  test('a token that is not valid is 401 whatever is asked', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    for (const query of ['{ __typename }', '{ me { username } }', '{ logic(operation: OR, value1: 0, value2: 0) }']) {
      expect((await person.graphql(query, {}, { authorization: 'Bearer nonsense' })).status).toBe(401);
    }
  });

  test('a subscription by POST is 400 and says where subscriptions go', async () => {
    const app = await createTestApp();
    const answer = await (await app.scriptAs()).graphql('subscription { metrics { cpuPercent } }');
    expect(answer.status).toBe(400);
    expect(answer.json<Errors>().errors[0]).toMatchObject({
      message: expect.stringContaining('WebSocket'),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  test('wrong credentials are 401, and the message says nothing more', async () => {
    const app = await createTestApp();
    const answer = await app.browser().graphql('mutation { login(username: "eva", password: "x") { access } }');
    expect(answer.status).toBe(401);
    expect(answer.json<Errors>().errors[0]?.message).toBe('Usuário e/ou senha incorreto(s).');
  });

  test('some data beside an error is 200', async () => {
    const app = await createTestApp();
    // Data and an error cannot occur together yet, since no field that may fail is nullable; an error-free operation
    // stands in.
    const answer = await (await app.scriptAs()).graphql(
      '{ me { username } logic(operation: AND, value1: 1, value2: 1) }',
    );
    expect(answer.status).toBe(200);
  });

  test('a body that is no JSON is 400, one of another kind 415, a large one 413, each with GraphQL errors', async () => {
    const app = await createTestApp();
    const send = (body: string, type: string) =>
      app
        .browser()
        .request('POST', '/graphql', { body, headers: { 'content-type': type, accept: 'application/json' } });
    for (const [answer, status] of [
      [await send('{', 'application/json'), 400],
      [await send('query=x', 'text/plain'), 415],
      [await send(JSON.stringify({ query: `{ me { username } } #${'x'.repeat(65_536)}` }), 'application/json'), 413],
      [await send('[]', 'application/json'), 400],
      [await send('[{"query":"{ me { username } }"}]', 'application/json'), 400],
      [await send('{"query":7}', 'application/json'), 400],
      [await send('{"query":"{ me { username } }","variables":7}', 'application/json'), 400],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.json<Errors>().errors).toHaveLength(1);
    }
  });

  test('an unexpected failure is 500 with an id and nothing of the inside; the log has both', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    await app.database.em.getConnection().execute('alter table users rename to gone');
    const answer = await script.graphql('{ me { username } }');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/users|sqlite|SQL|node_modules|\.ts/);
    const { message, extensions } = answer.json<Errors>().errors[0] ?? { message: '', extensions: {} };
    expect(message).toBe('Erro interno.');
    expect(extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', id: expect.stringMatching(/^[\da-f-]{36}$/) });
    const line = app.lines.find((entry) => entry.includes(String(extensions.id)));
    expect(line).toContain('no such table');
  });

  test('the same failure over REST and on a page has its own id too', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    await app.database.em.getConnection().execute('alter table users rename to gone');
    const rest = await person.get('/sistema/conversor/v1/api?type=dec2bin&value=1');
    expect(rest.status).toBe(500);
    expect(rest.json()).toEqual({ detail: expect.any(String), code: 'error', id: expect.any(String) });
    const page = await person.get('/');
    expect(page.status).toBe(500);
    expect(page.text).toMatch(/Algo deu errado do nosso lado[\s\S]*<code>[\da-f-]{36}<\/code>/);
    expect(page.text).not.toMatch(/no such table|node_modules/);
  });
});

describe('introspection (promise 21)', () => {
  const queries = [
    '{ __schema { types { name } } }',
    '{ __type(name: "User") { name } }',
    'query { ...S } fragment S on Query { me { username } x: __schema { description } }',
  ];

  test.each(queries)('%s is for who is signed in', async (query) => {
    const app = await createTestApp();
    expect((await app.browser().graphql(query)).status).toBe(401);
    expect((await (await app.scriptAs()).graphql(query)).status).toBe(200);
    expect((await (await app.loginAs()).graphql(query)).status).toBe(200);
  });
});

describe('the size of error answers (promise 20)', () => {
  test.each([
    ['a long name of an operation', { query: '{ me { username } }', operationName: 'x'.repeat(60_000) }],
    ['a long field', { query: `{ ${'x'.repeat(9000)} }` }],
    ['a field longer than a document', { query: `{ ${'x'.repeat(60_000)} }` }],
    [
      'many fields that do not exist',
      { query: `{ ${Array.from({ length: 300 }, (_, n) => `nothing${n}`).join(' ')} }` },
    ],
    ['a conflict of many', { query: `{ ${Array.from({ length: 200 }, (_, n) => `a: convert${n} b`).join(' ')} }` }],
    ['a long alias of what fails', { query: `{ ${'x'.repeat(8000)}: metrics { cpuPercent } }` }],
  ])('%s', async (_name, body) => {
    const app = await createTestApp();
    const answer = await app.browser().request('POST', '/graphql', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.json<Errors>().errors.length).toBeGreaterThan(0);
    expect(answer.text.length).toBeLessThanOrEqual(8000);
  });
});

describe('limits (promise 19)', () => {
  const aliases = (count: number) =>
    `{ ...F } fragment F on Query { ${Array.from({ length: 5 }, (_, n) => `me { a${n}: username ${n === 0 ? Array.from({ length: count - 5 }, (_, m) => `b${m}: email`).join(' ') : ''} }`).join(' ')} }`;
  const roots = (count: number) => `{ ${Array.from({ length: count }, (_, n) => `a${n}: me { username }`).join(' ')} }`;
  const cost = (count: number) => `{ me { ${'username '.repeat(count)} } }`;

  test.each([
    ['aliases', aliases(15), aliases(16)],
    ['root fields', roots(10), roots(11)],
  ])('%s', async (_name, within, beyond) => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    expect((await script.graphql(within)).status).toBe(200);
    expect((await script.graphql(beyond)).status).toBe(400);
  });

  test('aliases count below introspection too, which the usual question of tools has none of', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const buildIntrospection = (count: number) => {
      const names = Array.from({ length: count - 2 }, (_, n) => `n${n}: name`).join(' ');
      return `{ __schema { a: types { b: fields { ...F } } } } fragment F on __Field { ${names} }`;
    };
    expect((await script.graphql(buildIntrospection(15))).status).toBe(200);
    expect((await script.graphql(buildIntrospection(16))).status).toBe(400);
    expect((await script.graphql(getIntrospectionQuery())).status).toBe(200);
    const live = app.live({ connectionParams: { Authorization: `Bearer ${script.access}` } });
    await expect(live.iterate({ query: buildIntrospection(16) }).next()).rejects.toBeDefined();
  });

  test('cost counts a fragment at every use', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const fields = (count: number) => `fragment F on User { ${'username '.repeat(count)} }`;
    const uses = (count: number) => `{ me { ${'...F '.repeat(count)} } }`;
    expect((await script.graphql(`${uses(9)} ${fields(111)}`)).status).toBe(200);
    expect((await script.graphql(`${uses(9)} ${fields(112)}`)).status).toBe(400);
    expect((await script.graphql(cost(500))).status).toBe(200);
  });

  test('fragments that contain themselves are rejected, not followed', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const query = '{ me { ...A } } fragment A on User { username ...B } fragment B on User { ...A }';
    expect((await script.graphql(query)).status).toBe(400);
  });

  test('fragments that multiply are rejected at once', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const levels = 60;
    const fragments = Array.from(
      { length: levels },
      (_, n) => `fragment F${n} on User { ${n === levels - 1 ? 'username' : `...F${n + 1} ...F${n + 1}`} }`,
    );
    expect((await script.graphql(`{ me { ...F0 } } ${fragments.join(' ')}`)).status).toBe(400);
  });

  test('values in variables, for visitors too and however the document is known (promise 42)', async () => {
    const app = await createTestApp();
    const visitor = app.browser();
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown${index}`, 'x']));
    const register = 'mutation ($input: RegisterInput!) { register(input: $input) { username } }';
    const events = 'query ($filter: AuditFilter!) { auditTrail(filter: $filter) { nodes { username } } }';
    const ask = async (query: string, variables: object) => {
      const answer = await visitor.graphql(query, variables);
      return [answer.status, answer.json<{ errors: { message: string }[] }>().errors[0]?.message];
    };
    const within = expect.stringMatching(/got an invalid value/);
    const beyond = 'Envie no máximo 250 valores nas variáveis.';
    for (const round of ['once', 'and once the document is known']) {
      expect([round, ...(await ask(events, { filter: {} }))]).toEqual([round, 401, expect.any(String)]);
      for (const [query, name] of [
        [register, 'input'],
        [events, 'filter'],
      ] as const) {
        // The input object itself counts as one value.
        expect(await ask(query, { [name]: members(249) })).toEqual([400, within]);
        expect(await ask(query, { [name]: members(250) })).toEqual([400, beyond]);
        expect(await ask(query, { [name]: [[...Array(100).keys()], members(150)] })).toEqual([400, beyond]);
      }
    }
    expect((await visitor.graphql('{ me { username } }', members(250))).status).toBe(200);
    expect((await visitor.graphql('{ me { username } }', members(251))).status).toBe(400);
    const { access } = await app.scriptAs();
    const live = app.live({ connectionParams: { Authorization: `Bearer ${access}` } });
    const first = live.iterate({ query: events, variables: { filter: members(250) } }).next();
    await expect(first).rejects.toMatchObject([{ message: beyond }]);
  });

  test('the name of an operation', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const live = app.live({ connectionParams: { Authorization: `Bearer ${access}` } });
    const named = (length: number) => {
      const operationName = 'x'.repeat(length);
      return { query: `query ${operationName} { me { username } }`, operationName };
    };
    const ask = async (operation: object) => {
      const headers = { 'content-type': 'application/json' };
      return (await app.browser().request('POST', '/graphql', { body: JSON.stringify(operation), headers })).status;
    };
    expect([await ask(named(256)), await ask(named(257))]).toEqual([200, 400]);
    expect((await live.iterate(named(256)).next()).value).toMatchObject({ data: { me: { username: 'ana' } } });
    await expect(live.iterate(named(257)).next()).rejects.toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    const unknown = { query: '{ me { username } }', operationName: 'cannot represent "x": String "y' };
    expect(await ask(unknown)).toBe(400);
  });

  test('tokens and characters', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    // Five tokens surround 165 fragments of six tokens each, padded with fields.
    const tokens = (count: number) =>
      `{ me { ${'... on User { username } '.repeat(165)} ${'username '.repeat(count - 995)} } }`;
    expect((await script.graphql(tokens(1000))).status).toBe(200);
    expect((await script.graphql(tokens(1001))).status).toBe(400);
    const padded = (length: number) => '{ me { username } }'.padEnd(length, ' ');
    expect((await script.graphql(padded(10_000))).status).toBe(200);
    expect((await script.graphql(padded(10_001))).status).toBe(400);
  });

  test('one field with credentials an operation, however it is hidden, and none of them runs', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const login = (alias: string) =>
      `${alias}: login(username: "ana", password: ${JSON.stringify(PASSWORD)}) { access }`;
    expect((await app.browser().graphql(`mutation { ${login('a')} }`)).status).toBe(200);
    for (const mutation of [
      `mutation { ${login('a')} ${login('b')} }`,
      `mutation { ${login('a')} b: refreshToken(refresh: "x") { access } }`,
      `mutation { ...F ...G } fragment F on Mutation { ${login('a')} } fragment G on Mutation { ${login('b')} }`,
      `mutation { ${login('a')} ... on Mutation { ${login('b')} } }`,
    ]) {
      const answer = await app.browser().graphql(mutation);
      expect(answer.status).toBe(400);
      expect(answer.json<Errors>().errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT' });
      expect(answer.json<{ data?: unknown }>().data).toBeUndefined();
    }
  });
});

describe('the playground (contract 1)', () => {
  test('is a page for signed-in users and leads visitors to the login', async () => {
    const app = await createTestApp();
    const visitor = await app.browser().get('/graphql');
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/accounts/login/?next=/graphql']);
    const page = await (await app.loginAs()).get('/graphql');
    expect(page.status).toBe(200);
    expect(page.text).toContain('id="playground"');
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';style-src 'self' 'unsafe-inline'/);
  });
});

describe('a signed-in browser (promise 11)', () => {
  test.each([
    ['nothing', {}, 403],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['a foreign origin and the token', { origin: 'https://evil.example', token: true }, 403],
    ['the own origin', { origin: 'http://vigia.test' }, 401],
    ['the token', { token: true }, 401],
  ])('proves a mutation that may act for it by %s (%o): %i', async (_name, { origin, token }: Proof, status) => {
    const app = await createTestApp();
    const person = await app.loginAs();
    // Inside a fragment, the mutation is not recognised as one that ignores the caller, so the wrong credentials are
    // rejected.
    const mutation = 'mutation { ...F } fragment F on Mutation { refreshToken(refresh: "x") { access } }';
    const answer = await person.graphql(
      mutation,
      {},
      {
        ...(origin && { origin }),
        'x-csrftoken': token ? (person.cookies.get('csrftoken') ?? '') : '',
      },
    );
    expect(answer.status).toBe(status);
  });

  const REGISTER = `mutation { register(input: { username: "bia", firstName: "Bia", email: "b@example.com", password1: "sesame 77", password2: "sesame 77" }) { username } }`;

  test('needs no proof for a mutation that ignores the viewer', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    expect((await person.graphql(REGISTER, {}, { 'x-csrftoken': '' })).status).toBe(200);
  });
});
