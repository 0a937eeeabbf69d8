import { describe, expect, test } from 'vitest';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { OidcIdentity } from '../../../../src/features/accounts/users/oidc-identity.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { createOidcApp, personOf, signIn } from '../../../support/accounts/openid-stand-in.js';
import { dataOf } from '../../../support/administration.js';
import { databaseKinds, openTestDatabase, postgresql } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import type { Browser } from '../../../support/http/browser.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const CREATE = { OIDC_CREATE: 'true' };
const PATH = '/accounts/oidc/backchannel-logout/';

/** Tokens are dated by the provider's clock, so the service's is the same here. */
const startNow = () => createOidcApp({ environment: CREATE, clock: new FakeClock(new Date()) });

async function person(
  { app, provider }: Awaited<ReturnType<typeof startNow>>,
  name: string,
  sid?: string,
): Promise<Browser> {
  const browser = app.browser();
  await signIn(browser, provider, personOf(name), { idToken: { sid } });
  return browser;
}

async function isIn(browser: Browser): Promise<boolean> {
  return (await dataOf<{ me: unknown }>(browser, '{ me { username } }')).me !== null;
}

function send(app: TestApp, token: string) {
  return app.browser().post(PATH, { logout_token: token });
}

describe('logging out', () => {
  test('ends here, and offers to end there', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const ana = app.browser();
    await signIn(ana, provider, personOf('ana'));
    const answer = await ana.post('/accounts/logout/', { csrfmiddlewaretoken: ana.cookies.get('csrftoken') ?? '' });
    expect([answer.status, await isIn(ana)]).toEqual([200, false]);
    const link = /href="([^"]*\/logout\?[^"]*)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { origin, searchParams } = new URL(link);
    expect([origin, searchParams.get('post_logout_redirect_uri')]).toEqual([
      provider.issuer,
      'http://vigia.test/accounts/login/',
    ]);
    expect(searchParams.get('id_token_hint')).toMatch(/^eyJ/);
  });

  test('of a password login leads to the login page, as does one while the provider is away', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const root = await app.loginAs('root');
    const token = { csrfmiddlewaretoken: root.cookies.get('csrftoken') ?? '' };
    expect((await root.post('/accounts/logout/', token)).headers.get('location')).toBe('/accounts/login/');
    const ana = app.browser();
    await signIn(ana, provider, personOf('ana'));
    const unit = app.database.em.fork();
    await unit.nativeUpdate(Session, { identity: { $ne: null } }, { sealedIdToken: 'sealed with another key' });
    const answer = await ana.post('/accounts/logout/', { csrfmiddlewaretoken: ana.cookies.get('csrftoken') ?? '' });
    expect([answer.status, answer.text.includes('id_token_hint')]).toEqual([200, false]);
  });
});

describe('a logout that the provider demands', () => {
  test('ends the session it names, its sockets and its tokens, and no other', async () => {
    const started = await startNow();
    const { app, provider } = started;
    const [ana, second, bia] = [
      await person(started, 'ana', 's1'),
      await person(started, 'ana', 's2'),
      await person(started, 'bia', 's3'),
    ];
    const script = await app.scriptAs('ana');
    const program = await app.programAs('ana', ['READ']);
    const client = app.live({ as: ana });
    const closed = new Promise<number>((resolve) =>
      client.on('closed', (event) => resolve((event as CloseEvent).code)),
    );
    const opened = new Promise<void>((resolve) =>
      client.subscribe(
        { query: 'subscription { metrics { cpuPercent } }' },
        { next: () => resolve(), error() {}, complete() {} },
      ),
    );
    await opened;
    const answer = await send(app, await provider.logoutToken({ sub: 'sub-ana', sid: 's1' }));
    expect([answer.status, answer.text, answer.headers.get('cache-control')]).toEqual([200, '', 'no-store']);
    expect(await closed).toBe(4403);
    expect(await Promise.all([ana, second, bia].map(isIn))).toEqual([false, true, true]);
    expect((await script.graphql('{ me { username } }')).status).toBe(401);
    expect(await isIn(program)).toBe(true);
    const events = await app.database.em.fork().find(AuthenticationEvent, { event: 'logout' });
    expect(events).toMatchObject([{ username: 'ana', door: 'oidc', after: '{"means":"back-channel"}' }]);
  });

  test.each([
    ['of a person', { sub: 'sub-ana' }, [false, false, true]],
    ['of a session alone', { sid: 's1' }, [false, true, true]],
    ['of somebody unknown', { sub: 'sub-zoe', sid: 's9' }, [true, true, true]],
    ["of a session that is another person's", { sub: 'sub-bia', sid: 's1' }, [true, true, true]],
  ])('%s ends exactly theirs', async (_, claims, expected) => {
    const started = await startNow();
    const browsers = [
      await person(started, 'ana', 's1'),
      await person(started, 'ana', 's2'),
      await person(started, 'bia', 's3'),
    ];
    expect((await send(started.app, await started.provider.logoutToken(claims))).status).toBe(200);
    expect(await Promise.all(browsers.map(isIn))).toEqual(expected);
  });

  test('ends a session whose own is unknown, if it is the person’s', async () => {
    const started = await startNow();
    const ana = await person(started, 'ana');
    await send(started.app, await started.provider.logoutToken({ sub: 'sub-ana', sid: 's1' }));
    expect(await isIn(ana)).toBe(false);
  });

  test('leaves the same subject of another provider alone', async () => {
    const started = await startNow();
    const { app, provider } = started;
    const ana = await person(started, 'ana', 's1');
    await app.database.em
      .fork()
      .nativeUpdate(OidcIdentity, { subject: 'sub-ana' }, { issuer: 'https://other.example' });
    await send(app, await provider.logoutToken({ sub: 'sub-ana', sid: 's1' }));
    expect(await isIn(ana)).toBe(true);
  });

  const SECOND = 1000;
  test.each<[string, (now: number) => Record<string, unknown>, { foreignKey?: boolean }]>([
    ['a foreign key', () => ({}), { foreignKey: true }],
    ['a nonce, as an ID token has', () => ({ nonce: 'x' }), {}],
    ['no event', () => ({ events: undefined }), {}],
    ['another event', () => ({ events: { 'http://example.com/other': {} } }), {}],
    ['another audience', () => ({ aud: 'another-client' }), {}],
    ['another issuer', () => ({ iss: 'https://other.example' }), {}],
    ['no id', () => ({ jti: undefined }), {}],
    ['neither person nor session', () => ({ sub: undefined, sid: undefined }), {}],
    ['names that no database stores', () => ({ sub: 'a\u0000b', sid: 'x'.repeat(256) }), {}],
    ['an old time', (now) => ({ iat: now - 400, exp: now + 60 }), {}],
    ['a time in the future', (now) => ({ iat: now + 400, exp: now + 600 }), {}],
    ['no time', () => ({ iat: undefined }), {}],
    ['an expiry that has passed', (now) => ({ exp: now - 90 }), {}],
  ])('is refused with %s', async (_, change, options) => {
    const started = await startNow();
    const { app, provider } = started;
    const ana = await person(started, 'ana', 's1');
    const now = Math.floor(Date.now() / SECOND);
    const token = await provider.logoutToken({ sub: 'sub-ana', sid: 's1', ...change(now) }, options);
    const answer = await send(app, token);
    expect([answer.status, answer.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
    expect(await isIn(ana)).toBe(true);
    expect(app.lines.join('')).not.toContain(token);
  });

  test('that fails ends no session, and succeeds when the provider repeats it', async () => {
    const started = await startNow();
    const { app, provider } = started;
    const ana = await person(started, 'ana', 's1');
    const connection = app.database.em.getConnection();
    await connection.execute(
      "create trigger refuse before delete on sessions begin select raise(abort, 'database is locked'); end",
    );
    const token = await provider.logoutToken({ sub: 'sub-ana' });
    expect((await send(app, token)).status).toBeGreaterThanOrEqual(500);
    expect(await isIn(ana)).toBe(true);
    await connection.execute('drop trigger refuse');
    expect([(await send(app, token)).status, await isIn(ana)]).toEqual([200, false]);
  });

  test('is not refused for what others of the same network send', async () => {
    const started = await startNow();
    const { app, provider } = started;
    const ana = await person(started, 'ana', 's1');
    for (let count = 0; count < 101; count += 1) await send(app, 'a.b.c');
    expect((await send(app, await provider.logoutToken({ sub: 'sub-ana' }))).status).toBe(200);
    expect(await isIn(ana)).toBe(false);
  });

  test('is refused without a token, with something else, and a second time', async () => {
    const started = await startNow();
    const { app, provider } = started;
    await person(started, 'ana', 's1');
    const token = await provider.logoutToken({ sub: 'sub-ana' });
    expect((await send(app, token)).status).toBe(200);
    for (const sent of [token, '', 'x', 'a.b.c', 'x'.repeat(20_000)]) expect((await send(app, sent)).status).toBe(400);
    const again = await person(started, 'ana', 's1');
    expect((await send(app, token)).status).toBe(400);
    expect(await isIn(again)).toBe(true);
  });
});

describe.each(databaseKinds.filter((kind) => kind === postgresql))('at two nodes, on $name', (kind) => {
  test.runIf(kind.available)('a logout that one is sent ends the sockets of the other', async () => {
    const location = await kind.locate();
    const clock = new FakeClock(new Date());
    const { app, provider } = await createOidcApp({
      environment: CREATE,
      clock,
      database: await openTestDatabase(location),
    });
    const other = await createTestApp({
      environment: { ...provider.environment, ...CREATE },
      clock,
      database: await openTestDatabase(location),
    });
    const ana = other.browser();
    await signIn(ana, provider, personOf('ana'), { idToken: { sid: 's1' } });
    const client = other.live({ as: ana });
    const closed = new Promise<number>((resolve) =>
      client.on('closed', (event) => resolve((event as CloseEvent).code)),
    );
    await new Promise<void>((resolve) =>
      client.subscribe(
        { query: 'subscription { metrics { cpuPercent } }' },
        { next: () => resolve(), error() {}, complete() {} },
      ),
    );
    const token = await provider.logoutToken({ sid: 's1' });
    expect((await send(app, token)).status).toBe(200);
    expect(await closed).toBe(4403);
    expect(await isIn(ana)).toBe(false);
    expect((await send(other, token)).status).toBe(400);
  });
});
