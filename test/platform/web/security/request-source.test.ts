import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Browser } from '../../../support/http/browser.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

/**
 * Headers that a browser may send about the originating page if there is no `Origin`. `self` is the service's own URL.
 */
const FOREIGN: Readonly<Record<string, (self: string) => Record<string, string>>> = {
  "another site's page": () => ({ referer: 'https://evil.example/accounts/login/' }),
  'a page whose host begins like ours': () => ({ referer: 'http://vigia.test.evil.example/' }),
  'a page whose path looks like ours': () => ({ referer: 'http://evil.example/http://vigia.test/' }),
  'a page with our name as user': () => ({ referer: 'http://vigia.test@evil.example/' }),
  'our page over another scheme': () => ({ referer: 'https://vigia.test/' }),
  'our host at another port': () => ({ referer: 'http://vigia.test:81/' }),
  'no address at all': () => ({ referer: 'evil' }),
  'a script': () => ({ referer: 'javascript:alert(1)' }),
  'fetch metadata of another site': () => ({ 'sec-fetch-site': 'cross-site' }),
  'fetch metadata of a sister site': () => ({ 'sec-fetch-site': 'same-site' }),
  'fetch metadata of another site, beside our page': (self) => ({
    referer: `${self}/`,
    'sec-fetch-site': 'cross-site',
  }),
};
const OWN: Readonly<Record<string, (self: string) => Record<string, string>>> = {
  'a script that says nothing': () => ({}),
  'our page, by the address in use': (self) => ({ referer: `${self}/accounts/login/?next=/` }),
  'our page, by its public address': () => ({ referer: 'http://VIGIA.test/accounts/login/' }),
  'our origin alone': (self) => ({ referer: self }),
  'fetch metadata of our page': () => ({ 'sec-fetch-site': 'same-origin' }),
  'fetch metadata of the person himself': () => ({ 'sec-fetch-site': 'none' }),
  'fetch metadata that nobody knows yet': () => ({ 'sec-fetch-site': 'same-galaxy' }),
};

const MUTATION = 'mutation { changePreferences(theme: DARK) { theme } }';

/** Requests authorised by a cookie, each with the right token. Each resolves to whether it succeeded. */
const REQUESTS: Readonly<Record<string, (person: Browser, headers: Record<string, string>) => Promise<boolean>>> = {
  'a form': async (person, headers) => {
    const csrfmiddlewaretoken = person.cookies.get('csrftoken') ?? '';
    const { status } = await person.post('/accounts/logout/', { csrfmiddlewaretoken }, headers);
    if (status !== 302) expect(status).toBe(403);
    return status === 302;
  },
  'a mutation': async (person, headers) => {
    const answer = await person.graphql(MUTATION, {}, headers);
    if (answer.status !== 200) expect(answer.status).toBe(403);
    const theme = await person.graphql('{ preferences { theme } }');
    expect(theme.text.includes('DARK')).toBe(answer.status === 200);
    return answer.status === 200;
  },
};

describe('an unsafe request with a session cookie, without an Origin (promise 11)', () => {
  const cases = (sources: typeof OWN) =>
    Object.keys(REQUESTS).flatMap((kind) => Object.keys(sources).map((source) => [kind, source] as const));

  test.each(cases(FOREIGN))('%s from %s is rejected, also with the right token', async (kind, source) => {
    const app = await createTestApp();
    const person = await app.loginAs();
    expect(await REQUESTS[kind]?.(person, FOREIGN[source]?.(app.baseUrl) ?? {})).toBe(false);
    expect((await person.get('/')).status).toBe(200);
  });

  test.each(cases(OWN))('%s from %s is taken', async (kind, source) => {
    const app = await createTestApp();
    const person = await app.loginAs();
    expect(await REQUESTS[kind]?.(person, OWN[source]?.(app.baseUrl) ?? {})).toBe(true);
  });

  test('our Origin decides where there is one: what a browser hides or rewrites beside it does no harm', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const headers = { origin: app.baseUrl, referer: 'https://hidden.invalid/' };
    expect((await person.graphql(MUTATION, {}, headers)).status).toBe(200);
  });

  test('our Origin beside fetch metadata of another site is no browser of a person', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const headers = { origin: app.baseUrl, 'sec-fetch-site': 'cross-site' };
    expect((await person.graphql(MUTATION, {}, headers)).status).toBe(403);
  });

  test('a bearer token, a query, and signing in by the API need no origin', async () => {
    const app = await createTestApp();
    const [person, script] = [await app.loginAs('ana'), await app.scriptAs('bia')];
    const headers = { referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' };
    expect((await script.graphql(MUTATION, {}, headers)).status).toBe(200);
    // The caller is treated as a visitor, since the cookie does not count from there.
    expect((await person.graphql('{ me { username } }', {}, headers)).json()).toEqual({ data: { me: null } });
    const login = `mutation { login(username: "ana", password: "${PASSWORD}") { access } }`;
    expect((await app.browser().graphql(login, {}, headers)).status).toBe(200);
  });

  test('the login and the registration are forms like any other', async () => {
    const app = await createTestApp();
    await app.createUser();
    for (const path of ['/accounts/login/', '/admin/login/', '/accounts/registrar/']) {
      const visitor = app.browser();
      const answer = await visitor.submit(
        path,
        { username: 'ana', password: PASSWORD },
        { 'sec-fetch-site': 'same-site' },
      );
      expect([path, answer.status]).toEqual([path, 403]);
      expect(visitor.cookies.has('sessionid')).toBe(false);
    }
  });
});

/** Returns the status of the response to an upgrade. */
async function upgrade(app: TestApp, headers: Record<string, string>): Promise<number> {
  const address = `${app.baseUrl.replace('http', 'ws')}/graphql`;
  const socket = new WebSocket(address, 'graphql-transport-ws', { headers });
  socket.on('error', () => {});
  const rejected = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number);
  const status = await Promise.race([rejected, once(socket, 'open').then(() => 101)]);
  socket.terminate();
  return status;
}

describe('an upgrade without an Origin (promise 22)', () => {
  test.each(Object.entries(FOREIGN))('from %s is rejected', async (_source, headers) => {
    const app = await createTestApp();
    expect(await upgrade(app, headers(app.baseUrl))).toBe(403);
  });

  test.each(Object.entries(OWN))('from %s is taken', async (_source, headers) => {
    const app = await createTestApp();
    expect(await upgrade(app, headers(app.baseUrl))).toBe(101);
  });

  test('with a listed Origin, fetch metadata say that it is another site: that is known', async () => {
    const app = await createTestApp({ environment: { CORS_ORIGINS: 'https://friend.example' } });
    expect(await upgrade(app, { origin: 'https://friend.example', 'sec-fetch-site': 'cross-site' })).toBe(101);
  });
});
