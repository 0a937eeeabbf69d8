import { describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const JSON_TYPE = { 'content-type': 'application/json' };

interface Fault {
  readonly message: string;
  readonly extensions: { readonly code: string };
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request as a program that names no language. */
async function send(app: TestApp, { method = 'POST', path = '/graphql', body, headers }: Sent) {
  const response = await fetch(app.baseUrl + path, {
    method,
    body: body ?? null,
    headers: { ...(body !== undefined && JSON_TYPE), ...headers },
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function faultOf(app: TestApp, sent: Sent): Promise<readonly [status: number, code: string, message: string]> {
  const { status, body } = await send(app, sent);
  const [{ extensions, message }] = body.errors as [Fault];
  return [status, extensions.code, message];
}

describe('a refusal says first what to send instead, in English where no language is named (contract 8)', () => {
  test.each<[string, Sent, number, string, RegExp]>([
    [
      'a batch',
      { body: '[{"query":"{ me { username } }"}]' },
      400,
      'BAD_USER_INPUT',
      /^Send one operation per request/,
    ],
    ['an empty batch', { body: '[]' }, 400, 'BAD_USER_INPUT', /^Send one operation per request/],
    ['no query', { body: '{}' }, 400, 'BAD_USER_INPUT', /^Send an operation as a JSON object/],
    ['no query by GET', { method: 'GET' }, 400, 'BAD_USER_INPUT', /^Send the operation in the URL/],
    [
      'variables by GET that are no JSON',
      { method: 'GET', path: '/graphql?query=%7Bme%7Busername%7D%7D&variables=%7B' },
      400,
      'BAD_USER_INPUT',
      /^Send the operation in the URL/,
    ],
    [
      'a form',
      { body: 'query=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /^Send an operation as a JSON object \(application\/json\)/,
    ],
    [
      'a text',
      { body: '{ me { username } }', headers: { 'content-type': 'application/graphql' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /^Send the body as application\/json/,
    ],
    ['no JSON', { body: '{' }, 400, 'BAD_USER_INPUT', /^Send a well-formed body/],
    ['another method', { method: 'PUT', body: '{}' }, 405, 'METHOD_NOT_ALLOWED', /^Use GET, HEAD, POST, OPTIONS/],
    [
      'no credentials',
      { body: '{"query":"{ sessions { id } }"}' },
      401,
      'UNAUTHENTICATED',
      /^Send Authorization: Bearer <access token>, or log in/,
    ],
    [
      'a token that is not valid',
      { body: '{"query":"{ sessions { id } }"}', headers: { authorization: 'Bearer x.y.z' } },
      401,
      'UNAUTHENTICATED',
      /^Refresh the token or log in again/,
    ],
    [
      'variables in a list',
      { body: JSON.stringify({ query: '{ me { username } }', variables: Array.from({ length: 300 }) }) },
      400,
      'BAD_USER_INPUT',
      /^Send an operation as a JSON object/,
    ],
  ])('%s', async (_name, sent, status, code, message) => {
    const app = await createTestApp();
    expect(await faultOf(app, sent)).toEqual([status, code, expect.stringMatching(message)]);
  });

  test('a token without the scope, or of which no scope would do', async () => {
    const app = await createTestApp();
    const { token } = await app.programAs('ana', ['READ']);
    const ask = (query: string) =>
      faultOf(app, { body: JSON.stringify({ query }), headers: { authorization: `Bearer ${token}` } });
    expect(await ask('{ convert(type: BIN2DEC, value: "1") { result } }')).toEqual([
      403,
      'FORBIDDEN',
      'Send a personal access token with the scope CONVERT, or an access token from a login: this one may not be used for this.',
    ]);
    expect(await ask('{ sessions { id } }')).toEqual([
      403,
      'FORBIDDEN',
      'Send an access token from a login: no personal access token may be used for this.',
    ]);
    const rest = await send(app, {
      method: 'GET',
      path: '/sistema/conversor/v1/api?type=bin2dec&value=1',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([rest.status, rest.body]).toEqual([
      403,
      {
        code: 'insufficient_scope',
        detail: expect.stringMatching(/^Send a personal access token with the scope CONVERT/),
      },
    ]);
  });

  test('a member where staff are needed', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const body = JSON.stringify({ query: '{ users { nodes { username } } }' });
    const fault = await faultOf(app, { body, headers: { authorization: `Bearer ${access}` } });
    expect(fault).toEqual([403, 'FORBIDDEN', expect.stringMatching(/^Use a staff account/)]);
  });

  test('a mutation by cookie that nothing shows to come from this site', async () => {
    const app = await createTestApp();
    const cookie = `sessionid=${(await app.loginAs('ana')).cookies.get('sessionid')}`;
    const body = JSON.stringify({ query: 'mutation { endOtherSessions }' });
    const fault = await faultOf(app, { body, headers: { cookie } });
    expect(fault).toEqual([403, 'FORBIDDEN', expect.stringMatching(/^Send the header X-CSRFToken with the value/)]);
  });

  test('errors of REST are in English too, its fixed answers in Portuguese as ever; a named language stands', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const authorization = `Bearer ${access}`;
    const get = (path: string, headers: Sent['headers'] = {}) => send(app, { method: 'GET', path, headers });
    const metrics = '/sistema/monitoramento/api/v1/metrics';
    expect((await get(metrics)).body.detail).toMatch(/^Send Authorization: Bearer <access token>/);
    expect((await get(metrics, { 'accept-language': 'pt' })).body.detail).toMatch(/^Envie Authorization: Bearer/);
    expect((await get(metrics, { 'accept-language': 'fr, es;q=0.5' })).body.detail).toMatch(/^Envía Authorization/);
    const ai = await get('/sistema/monitoramento/api/v1/ai', { authorization });
    expect(ai.body.ai).toBe('<p>A análise por inteligência artificial não está disponível no momento.</p>');
    const calculation = await get('/sistema/conversor/v1/api?type=bin2dec&value=2', { authorization });
    expect(calculation.body).toEqual({ result: 'Erro ao calcular' });
    const twice = await get(`${metrics}?host=1&host=2`, { authorization });
    expect([twice.status, twice.body]).toEqual([
      400,
      { code: 'invalid', detail: 'Send “host” once, as plain text that fits /api/openapi.json.' },
    ]);
    const posted = await send(app, { path: metrics, body: '{}' });
    expect([posted.status, posted.body.detail]).toEqual([405, expect.stringMatching(/^Use GET, HEAD, OPTIONS/)]);
    const typed = await send(app, {
      path: '/accounts/api/v1/token/',
      body: '<a/>',
      headers: { 'content-type': 'text/xml' },
    });
    expect([typed.status, typed.body.detail]).toEqual([
      415,
      expect.stringMatching(/^Send the body as application\/json/),
    ]);
  });

  test('a page is in Portuguese as before', async () => {
    const app = await createTestApp();
    const page = await fetch(`${app.baseUrl}/accounts/login/`);
    expect(await page.text()).toContain('<html lang="pt-BR"');
  });
});

describe('operations that only name a document', () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };

  test.each([
    ['a hash', { extensions }],
    ['an id', { documentId: `sha256:${'a'.repeat(64)}` }],
    ['an id with variables', { documentId: 'x', variables: { a: 1 } }],
  ])('%s is PERSISTED_QUERY_NOT_SUPPORTED by POST and by GET', async (_name, operation: object) => {
    const app = await createTestApp();
    const expected = [400, 'PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported'];
    expect(await faultOf(app, { body: JSON.stringify(operation) })).toEqual(expected);
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(operation)) {
      parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const path = `/graphql?${parameters}`;
    expect(await faultOf(app, { method: 'GET', path })).toEqual(expected);
  });

  test('with the document beside the hash, it is run', async () => {
    const app = await createTestApp();
    const { status, body } = await send(app, { body: JSON.stringify({ query: '{ me { username } }', extensions }) });
    expect([status, body]).toEqual([200, { data: { me: null } }]);
  });
});

describe('variables that do not fit say why (contract 8)', () => {
  const CONVERT = 'query ($type: ConversionType!, $value: String!) { convert(type: $type, value: $value) { result } }';
  const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { username } }';
  const LOGIC = 'query ($a: Int!) { logic(operation: AND, value1: $a, value2: 1) }';
  const BITS = 'query ($bits: BitWidth!) { representations(bits: $bits, value: "1") { __typename } }';
  const SECRET = 'correct horse 7';

  test.each<[query: string, variables: object, message: string]>([
    [
      CONVERT,
      { type: SECRET, value: '1' },
      '"$type" got an invalid value: The value does not exist in the enum "ConversionType".',
    ],
    [
      CONVERT,
      { type: 7, value: '1' },
      '"$type" got an invalid value: Enum "ConversionType" cannot represent non-string value.',
    ],
    [
      CONVERT,
      { type: 'BIN2DEC', value: { a: SECRET } },
      '"$value" got an invalid value: String cannot represent a non string value.',
    ],
    [CONVERT, { type: 'BIN2DEC' }, '"$value" of required type "String!" was not provided.'],
    [CONVERT, { type: 'BIN2DEC', value: null }, '"$value" of non-null type "String!" must not be null.'],
    [LOGIC, { a: SECRET }, '"$a" got an invalid value: Int cannot represent non-integer value.'],
    [LOGIC, { a: 2 ** 40 }, '"$a" got an invalid value: Int cannot represent non 32-bit signed integer value.'],
    [BITS, { bits: 9 }, '"$bits" got an invalid value: A BitWidth is 8, 16, 32 or 64.'],
    [REGISTER, { input: SECRET }, '"$input" got an invalid value: Expected type "RegisterInput" to be an object.'],
    [
      REGISTER,
      { input: { username: { at: SECRET } } },
      '"$input" got an invalid value at "input.username": String cannot represent a non string value.',
    ],
    [
      REGISTER,
      { input: { username: ` at "input.password1"; ${SECRET}` } },
      '"$input" got an invalid value: Field "email" of required type "String!" was not provided.',
    ],
    [
      REGISTER,
      { input: { username: 'a', firstName: 'a', email: 'a', password1: 'a', password2: 'a', passwort: SECRET } },
      '"$input" got an invalid value: Field "passwort" is not defined by type "RegisterInput".',
    ],
  ])('%s of %j', async (query, variables, message) => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const { body } = await send(app, {
      body: JSON.stringify({ query, variables }),
      headers: { authorization: `Bearer ${access}` },
    });
    expect(body.errors.map((error: Fault) => error.message)).toContain(`Variable ${message}`);
    expect(JSON.stringify(body)).not.toContain(SECRET);
  });

  test('a huge value is not repeated', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const headers = { authorization: `Bearer ${access}` };
    const body = JSON.stringify({ query: LOGIC, variables: { a: 'x'.repeat(50_000) } });
    const { body: answer } = await send(app, { body, headers });
    expect(JSON.stringify(answer).length).toBeLessThan(300);
  });
});
