import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { isApiPath } from '../../../../src/platform/web/requests/addresses.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const HEADERS = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/** Sends a request with headers that `fetch` would not allow. */
async function raw(app: TestApp, path: string, headers: Record<string, string>) {
  const call = request({ host: '127.0.0.1', port: app.port, path, headers, setHost: headers.host === undefined }).end();
  const [response] = await once(call, 'response');
  response.resume();
  return response;
}

/** Sends bytes and returns everything received until the connection ends. */
async function bytes(app: TestApp, text: string): Promise<string> {
  const socket = connect(app.port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

describe('the headers of every response (promise 14)', () => {
  test.each([
    ['GET', '/', 302],
    ['GET', '/accounts/login/', 200],
    ['GET', '/nothing', 404],
    ['GET', '/accounts/api/v1/nothing', 404],
    ['GET', '/static/nothing.js', 404],
    ['GET', '/sistema/conversor/api/v1/converter', 401],
    ['POST', '/accounts/login/', 403],
    ['DELETE', '/accounts/login/', 405],
    ['OPTIONS', '/accounts/login/', 204],
    ['GET', '/healthz', 200],
    ['POST', '/graphql', 400],
  ])('%s %s (%i)', async (method, path, status) => {
    const app = await createTestApp();
    const answer = await app.browser().request(method, path);
    expect(answer.status).toBe(status);
    for (const [name, value] of Object.entries(HEADERS)) expect(answer.headers.get(name)).toBe(value);
    const policy = answer.headers.get('content-security-policy');
    if (isApiPath(path)) expect(policy).toBe("default-src 'none'; frame-ancestors 'none'");
    else expect(policy).toMatch(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/);
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
    [
      'an offer of HTTP/2',
      `${upgrade('/healthz', 'Host: localhost').replace('websocket', 'h2c').replace('Upgrade\r\n', 'Upgrade, close\r\n')}`,
      200,
    ],
    ['an expectation', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: foo\r\nConnection: close\r\n\r\n', 200],
    ['an upgrade without a key', upgrade('/graphql', 'Host: localhost').replace(/Sec-WebSocket-Key.*?\r\n/, ''), 400],
    ['an upgrade elsewhere', upgrade('/other', 'Host: localhost'), 404],
    ['an upgrade to another host', upgrade('/graphql', 'Host: evil.example'), 400],
    ['an upgrade from another site', upgrade('/graphql', 'Host: localhost\r\nOrigin: https://evil.example'), 403],
  ])('%s', async (_name, text, status) => {
    const app = await createTestApp();
    const answer = await bytes(app, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const [name, value] of Object.entries(HEADERS))
      expect(answer.toLowerCase()).toContain(`${name}: ${value.toLowerCase()}`);
    expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
  });

  function upgrade(path: string, headers: string) {
    return `GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`;
  }
});

describe('answers that no handler writes', () => {
  test('have HSTS on https like all others', async () => {
    const app = await createTestApp({ environment: { PUBLIC_URL: 'https://vigia.test' } });
    const tooLong = `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`;
    const usual = (await app.browser().get('/healthz')).headers.get('strict-transport-security');
    expect(usual).toMatch(/^max-age=\d+/);
    expect(await bytes(app, tooLong)).toContain(`Strict-Transport-Security: ${usual}\r\n`);
  });

  test('an upgrade with two hosts is rejected as any request is', async () => {
    const app = await createTestApp();
    const upgrade =
      'GET /graphql HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    expect(await bytes(app, upgrade)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('the host (promise 15)', () => {
  test.each([
    'vigia.test',
    'VIGIA.test:8000',
    'localhost:8000',
    '127.0.0.1',
    '192.0.2.7:81',
    '[::1]:8000',
    'extra.example',
  ])('%s is served', async (host) => {
    const app = await createTestApp({ environment: { ALLOWED_HOSTS: 'Extra.example' } });
    expect((await raw(app, '/healthz', { host })).statusCode).toBe(200);
  });

  test.each(['evil.example', 'vigia.test.evil.example', 'localhost.evil.example', 'a b', '[::1', 'x@localhost'])(
    '%s is rejected',
    async (host) => {
      const app = await createTestApp();
      expect((await raw(app, '/healthz', { host })).statusCode).toBe(400);
    },
  );
});

describe('other sites (promise 15)', () => {
  const LISTED = 'https://friend.example';
  const environment = { CORS_ORIGINS: `${LISTED}, http://localhost:3000` };

  test('a listed origin may call the API from a browser, without cookies', async () => {
    const app = await createTestApp({ environment });
    const preflight = await app.browser().request('OPTIONS', '/graphql', {
      headers: { origin: LISTED, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(LISTED);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(preflight.headers.get('allow')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const call = await (await app.scriptAs()).get('/sistema/conversor/v1/api?type=dec2bin&value=1', { origin: LISTED });
    expect(call.headers.get('access-control-allow-origin')).toBe(LISTED);
  });

  test.each(['https://evil.example', 'https://friend.example.evil.example', 'http://friend.example', 'null'])(
    '%s gets no CORS header, and neither does a page',
    async (origin) => {
      const app = await createTestApp({ environment });
      for (const [method, path] of [
        ['OPTIONS', '/graphql'],
        ['GET', '/sistema/conversor/v1/api'],
        ['GET', '/accounts/login/'],
      ] as const) {
        const { headers } = await app.browser().request(method, path, { headers: { origin } });
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    },
  );

  test('a listed origin gets no CORS header from a page', async () => {
    const app = await createTestApp({ environment });
    const answer = await app.browser().get('/accounts/login/', { origin: LISTED });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('CSRF (contract 3, promise 11)', () => {
  const LOGIN = '/accounts/login/';
  const form = { username: 'ana', password: PASSWORD };

  test('the token of the page differs at each load, and earlier ones stay valid', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const visitor = app.browser();
    const [first, second] = [await visitor.csrfToken(LOGIN), await visitor.csrfToken(LOGIN)];
    expect(first).not.toBe(second);
    expect((await visitor.post(LOGIN, { ...form, csrfmiddlewaretoken: first })).status).toBe(302);
  });

  test('the value of the cookie itself is a token too, in the field or the header', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const visitor = app.browser();
    await visitor.get(LOGIN);
    const token = visitor.cookies.get('csrftoken') ?? '';
    expect((await visitor.post(LOGIN, form, { 'x-csrftoken': token })).status).toBe(302);
  });

  test('the cookie can be read by script and is not sent by other sites', async () => {
    const app = await createTestApp();
    const [cookie] = (await app.browser().get(LOGIN)).headers.getSetCookie();
    expect(cookie).toMatch(/^csrftoken=.*SameSite=Lax$/);
    expect(cookie).not.toContain('HttpOnly');
  });

  test('no token, no cookie, a foreign token, a token of wrong length: 403 and nothing changed', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const stranger = app.browser();
    const foreign = await stranger.csrfToken(LOGIN);
    const forgeries: Record<string, (own: string) => string> = {
      none: () => '',
      foreign: () => foreign,
      'the other cookie': () => stranger.cookies.get('csrftoken') ?? '',
      'one letter off': (own) => own.slice(0, -1) + (own.endsWith('A') ? 'B' : 'A'),
      short: (own) => own.slice(0, -4),
      long: (own) => `${own}AAAA`,
      'not base64': () => '!'.repeat(344),
    };
    for (const [name, forge] of Object.entries(forgeries)) {
      const visitor = app.browser();
      const own = await visitor.csrfToken(LOGIN);
      const answer = await visitor.post(LOGIN, { ...form, csrfmiddlewaretoken: forge(own) });
      expect([name, answer.status]).toEqual([name, 403]);
      expect(visitor.cookies.has('sessionid')).toBe(false);
    }
    const withoutCookie = await app.browser().post(LOGIN, { ...form, csrfmiddlewaretoken: foreign });
    expect(withoutCookie.status).toBe(403);
  });

  test('the secret is a new one after login: tokens from before are void', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const person = app.browser();
    const before = await person.csrfToken(LOGIN);
    await person.post(LOGIN, { ...form, csrfmiddlewaretoken: before });
    expect((await person.post('/accounts/logout/', { csrfmiddlewaretoken: before })).status).toBe(403);
    expect((await person.get('/')).status).toBe(200);
  });

  test('the token of one session is worth nothing in another', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const bia = await app.loginAs('bia');
    bia.cookies.set('csrftoken', ana.cookies.get('csrftoken') ?? '');
    const answer = await bia.post('/accounts/logout/', { csrfmiddlewaretoken: ana.cookies.get('csrftoken') ?? '' });
    expect(answer.status).toBe(403);
  });

  test.each(['https://evil.example', 'null', 'http://vigia.test.evil.example', 'https://vigia.test'])(
    'a form from the origin %s is rejected',
    async (origin) => {
      const app = await createTestApp();
      await app.createUser('ana');
      expect((await app.browser().submit(LOGIN, form, { origin })).status).toBe(403);
    },
  );

  test('a form from this site is taken, by its public address or the one in use', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    for (const origin of ['http://vigia.test', app.baseUrl]) {
      expect((await app.browser().submit(LOGIN, form, { origin })).status).toBe(302);
    }
  });

  test('an empty field does not hide the header', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const visitor = app.browser();
    await visitor.get(LOGIN);
    const token = visitor.cookies.get('csrftoken') ?? '';
    const answer = await visitor.post(LOGIN, { ...form, csrfmiddlewaretoken: '' }, { 'x-csrftoken': token });
    expect(answer.status).toBe(302);
  });

  test('every form is protected', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    for (const path of [
      LOGIN,
      '/accounts/login/chave/',
      '/admin/login/chave/',
      '/admin/login/',
      '/accounts/registrar/',
      '/accounts/logout/',
    ]) {
      const answer = await person.post(path, form);
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect((await person.get('/')).status).toBe(200);
  });
});
