import jsonwebtoken, { type JwtPayload } from 'jsonwebtoken';
import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { createTestApp, PASSWORD, SECRET_KEY, type TestApp } from '../../../support/test-app.js';

const TOKEN = '/accounts/api/v1/token/';
const REFRESH = '/accounts/api/v1/token/refresh/';
const PROTECTED = '/sistema/conversor/api/v1/converter?type=dec2bin&value=5';

function post(app: TestApp, path: string, body: unknown, headers: Record<string, string> = {}) {
  return app.browser({ accept: 'application/json' }).request('POST', path, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

async function use(app: TestApp, token: string) {
  const answer = await app.browser().get(PROTECTED, { authorization: `Bearer ${token}` });
  return answer.status;
}

describe('token issue (contract 3)', () => {
  test('gives a pair that works, with the claims of simplejwt', async () => {
    const app = await createTestApp();
    const user = await app.createUser('ana');
    const answer = await post(app, TOKEN, { username: 'Ana', password: PASSWORD });
    expect(answer.status).toBe(200);
    const { access, refresh, ...rest } = answer.json<Record<string, string>>();
    expect(rest).toEqual({});
    const now = Math.floor(app.clock.now().getTime() / 1000);
    expect(jsonwebtoken.decode(access ?? '', { complete: true })).toMatchObject({
      header: { alg: 'HS256' },
      payload: { token_type: 'access', user_id: String(user.id), iat: now, exp: now + 600, jti: expect.any(String) },
    });
    expect(jsonwebtoken.decode(refresh ?? '')).toMatchObject({ token_type: 'refresh', exp: now + 86_400 });
    expect(await use(app, access ?? '')).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('takes a form as well as JSON, with and without the last slash', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const answer = await app.browser().post('/accounts/api/v1/token', { username: 'ana', password: PASSWORD });
    expect(answer.status).toBe(200);
  });

  test.each([
    [{}, { username: ['Este campo é obrigatório.'], password: ['Este campo é obrigatório.'] }],
    [{ username: 'ana' }, { password: ['Este campo é obrigatório.'] }],
    [{ username: '', password: 'x' }, { username: ['Este campo não pode ficar em branco.'] }],
    [{ username: 'ana', password: 12 }, { password: ['Não é um texto válido.'] }],
    [
      { username: ['ana'], password: { a: 1 } },
      { username: ['Não é um texto válido.'], password: ['Não é um texto válido.'] },
    ],
    [{ username: '   ', password: '   ' }, { username: ['Este campo não pode ficar em branco.'] }],
    [{ username: null, password: 'x' }, { username: ['Não é um texto válido.'] }],
    [[], { username: ['Este campo é obrigatório.'], password: ['Este campo é obrigatório.'] }],
    [
      { __proto__: 1, constructor: 'x' },
      { username: ['Este campo é obrigatório.'], password: ['Este campo é obrigatório.'] },
    ],
  ])('%j is answered 400 by field', async (body, errors) => {
    const app = await createTestApp();
    const answer = await post(app, TOKEN, body);
    expect([answer.status, answer.json()]).toEqual([400, errors]);
  });

  test.each([
    ['ana', 'wrong'],
    ['eva', PASSWORD],
    ['ida', PASSWORD],
    ['x'.repeat(10_000), PASSWORD],
  ])('wrong credentials (%.5s) are 401', async (username, password) => {
    const app = await createTestApp();
    await app.createUser('ana');
    await app.createUser('ida', { isActive: false });
    const answer = await post(app, TOKEN, { username, password });
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual({ detail: 'Usuário e/ou senha incorreto(s).', code: 'no_active_account' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
  });

  test('a broken body is 400, a strange one 415, a large one 413', async () => {
    const app = await createTestApp();
    const broken = await post(app, TOKEN, '{"username":');
    expect([broken.status, broken.json<{ code: string }>().code]).toEqual([400, 'parse_error']);
    const strange = await post(app, TOKEN, '<a/>', { 'content-type': 'text/xml' });
    expect([strange.status, strange.json<{ code: string }>().code]).toEqual([415, 'unsupported_media_type']);
    const large = await post(app, TOKEN, { username: 'a'.repeat(64 * 1024), password: 'b' });
    expect([large.status, large.json<{ code: string }>().code]).toEqual([413, 'too_large']);
    const empty = await app.browser().request('POST', TOKEN);
    expect(empty.status).toBe(400);
  });

  test('ignores credentials that come along', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const answer = await post(
      app,
      TOKEN,
      { username: 'ana', password: PASSWORD },
      { authorization: 'Bearer nonsense' },
    );
    expect(answer.status).toBe(200);
    const graphql = await app
      .browser()
      .graphql(
        'mutation ($p: String!) { login(username: "ana", password: $p) { access } }',
        { p: PASSWORD },
        { authorization: 'Bearer nonsense' },
      );
    expect(graphql.status).toBe(200);
  });
});

describe('token refresh (contract 3)', () => {
  test('gives a new access token for a refresh token, and nothing for an access token', async () => {
    const app = await createTestApp();
    const { access, refresh } = await app.scriptAs();
    const answer = await post(app, REFRESH, { refresh });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['access']);
    expect(await use(app, answer.json<{ access: string }>().access)).toBe(200);
    const rejected = await post(app, REFRESH, { refresh: access });
    expect(rejected.status).toBe(401);
    expect(rejected.json()).toMatchObject({ code: 'token_not_valid' });
    expect(await use(app, refresh)).toBe(401);
  });

  test('is the same through GraphQL', async () => {
    const app = await createTestApp();
    const { access, refresh } = await app.scriptAs();
    const mutation = 'mutation ($refresh: String!) { refreshToken(refresh: $refresh) { access } }';
    const answer = await app.browser().graphql(mutation, { refresh });
    const given = answer.json<{ data: { refreshToken: { access: string } } }>();
    expect(await use(app, given.data.refreshToken.access)).toBe(200);
    const rejected = await app.browser().graphql(mutation, { refresh: access });
    expect(rejected.status).toBe(401);
    expect(rejected.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  test('an access token is good for 10 minutes, a refresh token for a day', async () => {
    const app = await createTestApp();
    const { access, refresh } = await app.scriptAs();
    await app.advance({ seconds: 599 });
    expect(await use(app, access)).toBe(200);
    await app.advance({ seconds: 1 });
    expect(await use(app, access)).toBe(401);
    await app.sleep({ minutes: 24 * 60 - 11 });
    expect((await post(app, REFRESH, { refresh })).status).toBe(200);
    await app.advance({ minutes: 1 });
    expect((await post(app, REFRESH, { refresh })).status).toBe(401);
  });
});

describe('verification (contract 3, promise 17)', () => {
  const forgeries: Record<string, (claims: JwtPayload) => string> = {
    'another key': (claims) => jsonwebtoken.sign(claims, 'another key of more than 32 characters'),
    'no algorithm': (claims) => jsonwebtoken.sign(claims, '', { algorithm: 'none' }),
    'another algorithm': (claims) => jsonwebtoken.sign(claims, SECRET_KEY, { algorithm: 'HS512' }),
    'a future issue': (claims) => jsonwebtoken.sign({ ...claims, iat: (claims.iat ?? 0) + 60 }, SECRET_KEY),
    'no type': ({ token_type: _, ...claims }) => jsonwebtoken.sign(claims, SECRET_KEY),
    'no user': ({ user_id: _, ...claims }) => jsonwebtoken.sign(claims, SECRET_KEY),
    'a user that is a number': (claims) => jsonwebtoken.sign({ ...claims, user_id: 1 }, SECRET_KEY),
    'an unknown user': (claims) => jsonwebtoken.sign({ ...claims, user_id: '999' }, SECRET_KEY),
    'another version': (claims) => jsonwebtoken.sign({ ...claims, version: 1 }, SECRET_KEY),
    'no version': ({ version: _, ...claims }) => jsonwebtoken.sign(claims, SECRET_KEY),
    'no end': ({ exp: _, ...claims }) => jsonwebtoken.sign(claims, SECRET_KEY),
    'no id': ({ jti: _, ...claims }) => jsonwebtoken.sign(claims, SECRET_KEY),
    'an end that is text': (claims) => tampered(claims, { exp: '9999999999' }),
    'a changed payload': (claims) => tampered(claims, { user_id: '2' }),
    'nothing in it': () => '',
    'no token in it': () => 'a.b.c',
    '12 kB in it': () => 'a'.repeat(12_000),
  };

  test.each(Object.keys(forgeries))('a token with %s is 401', async (name) => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const claims = jsonwebtoken.decode(access) as JwtPayload;
    const answer = await app.browser().get(PROTECTED, { authorization: `Bearer ${forgeries[name]?.(claims)}` });
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'token_not_valid' });
  });

  test('a token may have been issued five seconds in the future, by a clock that is ahead, and not six', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const claims = jsonwebtoken.decode(access) as JwtPayload & { iat: number };
    const ahead = (seconds: number) => jsonwebtoken.sign({ ...claims, iat: claims.iat + seconds }, SECRET_KEY);
    expect(await use(app, ahead(5))).toBe(200);
    expect(await use(app, ahead(6))).toBe(401);
  });

  test('a token ends with a raised version and with the deactivation of its user', async () => {
    const app = await createTestApp();
    const ana = await app.scriptAs('ana');
    const bia = await app.scriptAs('bia');
    const em = app.database.em.fork();
    await em.nativeUpdate(User, { usernameKey: 'ana' }, { tokenVersion: 1 });
    await em.nativeUpdate(User, { usernameKey: 'bia' }, { isActive: false });
    for (const { access, refresh } of [ana, bia]) {
      expect(await use(app, access)).toBe(401);
      expect((await post(app, REFRESH, { refresh })).status).toBe(401);
    }
  });

  test('a bearer token that is present decides alone, the scheme in any case', async () => {
    const app = await createTestApp();
    const person = await app.loginAs('ana');
    const { access } = await app.scriptAs('bia');
    for (const authorization of ['Bearer nonsense', 'bearer', 'BEARER a b']) {
      expect((await person.get(PROTECTED, { authorization })).status).toBe(401);
    }
    const me = await person.graphql('{ me { username } }', {}, { authorization: `bEaReR ${access}` });
    expect(me.json()).toEqual({ data: { me: { username: 'bia' } } });
  });

  test('another scheme is no bearer token', async () => {
    const app = await createTestApp();
    const person = await app.loginAs('ana');
    expect((await person.get(PROTECTED, { authorization: 'Basic YTpi' })).status).toBe(200);
  });

  test('a token in the query string is ignored', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const answer = await app.browser().get(`${PROTECTED}&access_token=${access}&token=${access}`);
    expect(answer.status).toBe(401);
  });
});

function tampered(claims: JwtPayload, changes: object): string {
  const [header, , signature] = jsonwebtoken.sign(claims, SECRET_KEY).split('.');
  return [header, Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url'), signature].join('.');
}
