import { describe, expect, test } from 'vitest';
import { UsedChallenge } from '../../../../src/features/accounts/passkeys/used-challenge.entity.js';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { OidcIdentity } from '../../../../src/features/accounts/users/oidc-identity.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { createOidcApp, personOf, signIn } from '../../../support/accounts/openid-stand-in.js';
import type { Answer, Browser } from '../../../support/http/browser.js';

const CREATE = { OIDC_CREATE: 'true' };

async function whoIs(browser: Browser): Promise<unknown> {
  return (await browser.graphql('{ me { username email firstName } }')).json<{ data: { me: unknown } }>().data.me;
}

function expectNoSession(answer: Answer): void {
  expect(answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('sessionid='))).toEqual([]);
}

describe('signing in at the provider', () => {
  test('leads from the button of the login page to the page that was asked for', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const visitor = app.browser();
    const { text } = await visitor.get('/accounts/login/?next=/sistema/conversor/');
    expect(text).toContain('Continuar com Casa ID');
    const path = /href="(\/accounts\/oidc\/login\/[^"]*)"/.exec(text)?.[1] ?? '';
    const answer = await signIn(visitor, provider, personOf('ana'), { path });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/sistema/conversor/']);
    expect(await whoIs(visitor)).toEqual({ username: 'ana', email: 'ana@example.com', firstName: 'Ana' });
    const events = await app.database.em.fork().findAll(AuthenticationEvent, { orderBy: { id: 'asc' } });
    expect(events.map(({ event, result, door, username }) => [event, result, door, username])).toEqual([
      ['register', 'success', 'oidc', 'ana'],
      ['login', 'success', 'oidc', 'ana'],
    ]);
    expect(app.services.audit.loginStatistics.logins).toEqual([{ method: 'oidc', result: 'success', count: 1 }]);
  });

  test('finds the same account again, by issuer and subject, whatever else has changed', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    await signIn(app.browser(), provider, personOf('ana'));
    const again = app.browser();
    await signIn(again, provider, { ...personOf('maria'), sub: 'sub-ana' });
    expect(await whoIs(again)).toMatchObject({ username: 'ana', email: 'ana@example.com' });
    expect(await app.database.em.fork().count(User)).toBe(1);
    expect(await app.database.em.fork().findOneOrFail(OidcIdentity, { subject: 'sub-ana' })).toMatchObject({
      issuer: provider.issuer,
      subject: 'sub-ana',
      name: 'maria@example.com',
      lastLoginAt: app.clock.now(),
    });
  });

  test('the same subject at another provider is another person', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const owner = await app.createUser('root');
    const unit = app.database.em.fork();
    const other = { issuer: 'https://other.example', subject: 'sub-ana', name: '', createdAt: app.clock.now() };
    await unit.insert(OidcIdentity, { ...other, user: owner.id });
    const visitor = app.browser();
    await signIn(visitor, provider, personOf('ana'));
    expect(await whoIs(visitor)).toMatchObject({ username: 'ana' });
  });

  test('asks the provider with PKCE, state and nonce, and with no more than the settings say', async () => {
    const { app, provider } = await createOidcApp({ environment: { OIDC_SCOPES: 'openid email groups' } });
    const { headers } = await app.browser().get('/accounts/oidc/login/');
    const url = new URL(headers.get('location') ?? '');
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'vigia-test',
      redirect_uri: 'http://vigia.test/accounts/oidc/callback/',
      response_type: 'code',
      scope: 'openid email groups',
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const [cookie] = headers.getSetCookie().filter((line) => line.startsWith('oidc_login='));
    expect(cookie).toMatch(/Max-Age=600; Path=\/;.*HttpOnly; SameSite=Lax$/);
    for (const secret of ['state', 'nonce']) expect(cookie).not.toContain(url.searchParams.get(secret) ?? '');
  });

  test('where the service is reached by https, the cookie is bound to its host', async () => {
    const { app } = await createOidcApp({ environment: { PUBLIC_URL: 'https://vigia.test' } });
    const { headers } = await app.browser({ 'x-forwarded-proto': 'https' }).get('/accounts/oidc/login/');
    expect(headers.getSetCookie().join('\n')).toMatch(
      /^__Host-oidc_login=[^;]+; Max-Age=600; Path=\/;.*HttpOnly; Secure/m,
    );
  });

  test('leads to no other site', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example']) {
      const path = `/accounts/oidc/login/?${new URLSearchParams({ next })}`;
      const answer = await signIn(app.browser(), provider, personOf('ana'), { path });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    }
  });

  test('strangers who begin any number leave no row behind', async () => {
    const { app } = await createOidcApp();
    for (let count = 0; count < 20; count += 1) await app.browser().get('/accounts/oidc/login/');
    expect(await app.database.em.fork().count(UsedChallenge)).toBe(0);
  });
});

describe('an answer that is not for this browser, or not from the provider', () => {
  test.each<[string, Parameters<typeof signIn>[3]]>([
    ['another nonce', { idToken: { nonce: 'another' } }],
    ['no nonce', { idToken: { nonce: undefined } }],
    ['another issuer in the token', { idToken: { iss: 'https://other.example' } }],
    ['another issuer in the answer', { answer: { iss: 'https://other.example' } }],
    ['another audience', { idToken: { aud: 'another-client' } }],
    ['several audiences, of which another is meant', { idToken: { aud: ['vigia-test', 'other'], azp: 'other' } }],
    ['an expired token', { idToken: { exp: Math.floor(Date.now() / 1000) - 90 } }],
    ['no expiry', { idToken: { exp: undefined } }],
    ['a foreign key', { foreignKey: true }],
    ['userinfo of somebody else', { userInfo: { sub: 'somebody-else' } }],
    ['an unknown code', { answer: { code: 'guessed' } }],
    ['an error of the provider', { answer: { error: 'access_denied' } }],
  ])('opens no session: %s', async (_, deviations) => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const answer = await signIn(app.browser(), provider, personOf('ana'), deviations);
    expect([answer.status, answer.text.includes('Login não concluído')]).toEqual([403, true]);
    expectNoSession(answer);
    expect(await app.database.em.fork().count(User)).toBe(0);
    expect(app.lines.join('')).toContain('A sign-in at the provider failed');
    expect(app.lines.join('')).not.toMatch(/a secret of the tests|eyJ/);
  });

  test.each([
    ['is longer than the 255 characters of OpenID Connect', 'x'.repeat(256)],
    ['is not of ASCII', 'josé'],
    ['has a character that no database stores', 'a\u0000b'],
    ['has half a character', 'a\ud800'],
    ['is empty', ''],
  ])('opens no session and says so if the sub %s', async (_, sub) => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const answer = await signIn(app.browser(), provider, personOf('ana', { sub }));
    expect([answer.status, answer.text.includes('“sub”')]).toEqual([403, sub !== '']);
    expect(app.lines.join('')).toContain('A sign-in at the provider failed');
    expect(await app.database.em.fork().count(User)).toBe(0);
  });

  test('opens a session for a sub of 255 characters, and one whose sid is too long', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const idToken = { sid: 'é'.repeat(300) };
    expect((await signIn(app.browser(), provider, personOf('ana', { sub: 'x'.repeat(255) }))).status).toBe(302);
    expect((await signIn(app.browser(), provider, personOf('bia'), { idToken })).status).toBe(302);
  });

  test.each([
    ['of another state', (query: URLSearchParams) => query.set('state', 'x'.repeat(32))],
    ['without a state', (query: URLSearchParams) => query.delete('state')],
  ])('opens no session: one %s', async (_, change) => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const visitor = app.browser();
    const begun = await visitor.get('/accounts/oidc/login/');
    const query = provider.authorize(begun.headers.get('location') ?? '', personOf('ana'));
    change(query);
    const answer = await visitor.get(`/accounts/oidc/callback/?${query}`);
    expect(answer.status).toBe(400);
    expectNoSession(answer);
    expect(provider.requests).not.toContain('/token');
  });

  test("opens no session in another person's browser, which a stranger leads there", async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const attacker = app.browser();
    const begun = await attacker.get('/accounts/oidc/login/');
    const query = provider.authorize(begun.headers.get('location') ?? '', personOf('attacker'));
    const victim = app.browser();
    expectNoSession(await victim.get(`/accounts/oidc/callback/?${query}`));
    await victim.get('/accounts/oidc/login/');
    expectNoSession(await victim.get(`/accounts/oidc/callback/?${query}`));
    expect((await attacker.get(`/accounts/oidc/callback/?${query}`)).status).toBe(302);
  });

  test('counts once, even with the cookie of before, and for ten minutes', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const visitor = app.browser();
    const begin = async () => (await visitor.get('/accounts/oidc/login/')).headers.get('location') ?? '';
    const first = provider.authorize(await begin(), personOf('ana'));
    const cookie = visitor.cookies.get('oidc_login') ?? '';
    expect((await visitor.get(`/accounts/oidc/callback/?${first}`)).status).toBe(302);
    expect(visitor.cookies.has('oidc_login')).toBe(false);
    visitor.cookies.set('oidc_login', cookie);
    expect((await visitor.get(`/accounts/oidc/callback/?${first}`)).status).toBe(400);

    const inTime = provider.authorize(await begin(), personOf('ana'));
    await app.sleep({ minutes: 9, seconds: 59 });
    expect((await visitor.get(`/accounts/oidc/callback/?${inTime}`)).status).toBe(302);
    const late = provider.authorize(await begin(), personOf('ana'));
    await app.sleep({ minutes: 10 });
    expect((await visitor.get(`/accounts/oidc/callback/?${late}`)).status).toBe(400);
  });

  test('a clock that differs by up to a minute is no fault', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const now = Math.floor(Date.now() / 1000);
    for (const idToken of [{ iat: now + 50, nbf: now + 50 }, { exp: now - 50 }]) {
      expect((await signIn(app.browser(), provider, personOf('ana'), { idToken })).status).toBe(302);
    }
    const idToken = { nbf: now + 120 };
    expect((await signIn(app.browser(), provider, personOf('ana'), { idToken })).status).toBe(403);
  });

  test('keeps out nobody else of the same network, however many are refused, and leaves no row', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const stranger = app.browser();
    for (let count = 0; count < 60; count += 1) {
      await stranger.get('/accounts/oidc/callback/?state=x');
      await signIn(stranger, provider, personOf('eve'), { answer: { code: 'invented' } });
    }
    expect(await app.database.em.fork().count(UsedChallenge)).toBe(0);
    expect((await signIn(app.browser(), provider, personOf('ana'))).status).toBe(302);
  });
});

describe('a session that was opened at the provider', () => {
  test('remembers the sign-in there, encrypted, and since when its proof counts', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const idToken = { sid: 'session-7', auth_time: Math.floor(app.clock.now().getTime() / 1000) - 3600 };
    await signIn(app.browser(), provider, personOf('ana'), { idToken });
    const session = await app.database.em
      .fork()
      .findOneOrFail(Session, { providerSession: 'session-7' }, { populate: ['identity'] });
    expect(session).toMatchObject({ providerSession: 'session-7', identity: { subject: 'sub-ana' } });
    expect(session.authenticatedAt?.getTime()).toBe(idToken.auth_time * 1000);
    expect(session.sealedIdToken).not.toMatch(/^eyJ/);
  });

  test.each([
    ['without a time', { auth_time: undefined }],
    ['an hour ago', { auth_time: 1_767_323_045 - 3600 }],
  ])('authorises no dangerous action if the person authenticated %s', async (_, idToken) => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const visitor = app.browser();
    await signIn(visitor, provider, personOf('ana'), { idToken });
    const { text } = await visitor.graphql('mutation { beginPasskey }');
    expect(text).toContain('REAUTHENTICATION_REQUIRED');
  });
});
