import { describe, expect, test } from 'vitest';
import { NoActiveAccount } from '../../../../src/features/accounts/accounts.errors.js';
import { PasswordHasher } from '../../../../src/features/accounts/credentials/password-hasher.js';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { COMMAND_LINE } from '../../../../src/platform/audit/origin.js';
import { BEHIND_PROXY, tryRight } from '../../../support/accounts/login-methods.js';
import type { Browser } from '../../../support/http/browser.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SESSIONS = '{ sessions { id createdAt expiresAt address browser isCurrent } }';
const CHANGE = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }';
const SUBSCRIPTION = { query: 'subscription { metrics { cpuPercent } }' };
const NEW_PASSWORD = 'quite another 8';
const change = { oldPassword: PASSWORD, newPassword1: NEW_PASSWORD, newPassword2: NEW_PASSWORD };

interface ListedSession {
  readonly id: string;
  readonly isCurrent: boolean;
}

async function fetchSessions(caller: Browser): Promise<ListedSession[]> {
  return (await caller.graphql(SESSIONS)).json<{ data: { sessions: ListedSession[] } }>().data.sessions;
}

/** Whether a caller is signed in, on a page or with a token. */
async function isIn(caller: Browser): Promise<boolean> {
  return (await caller.get('/sistema/conversor/v1/api?type=dec2bin&value=5')).status === 200;
}

async function another(app: TestApp, headers: Record<string, string> = {}): Promise<Browser> {
  const browser = app.browser(headers);
  await browser.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
  return browser;
}

/** Opens a subscription. @returns a promise of its close code. */
async function watchClosing(client: ReturnType<TestApp['live']>): Promise<{ code: Promise<number> }> {
  const samples = client.iterate(SUBSCRIPTION);
  await samples.next();
  const untilClosed = async (): Promise<number> => {
    try {
      while (!(await samples.next()).done);
      return 0;
    } catch (event) {
      return (event as { code: number }).code;
    }
  };
  return { code: untilClosed() };
}

describe('a login that is under way', () => {
  test.each(['setPassword', 'deactivate', 'changePassword', 'endOtherSessions'] as const)(
    'opens no session when %s comes between its check and its end',
    async (action) => {
      const app = await createTestApp();
      const ana = await app.loginAs();
      const origin = { method: 'form', address: '127.0.0.1' } as const;
      const proven = await app.services.authentication.authenticate({ username: 'ana', password: PASSWORD, origin });
      const { accountChanges, accountStatus } = app.services;
      if (action === 'setPassword') await accountChanges.setPassword('ana', NEW_PASSWORD, COMMAND_LINE);
      if (action === 'deactivate') {
        await accountStatus.deactivate('ana', COMMAND_LINE);
        await accountStatus.activate('ana', COMMAND_LINE);
      }
      if (action === 'changePassword') expect((await ana.graphql(CHANGE, { input: change })).status).toBe(200);
      if (action === 'endOtherSessions') await ana.graphql('mutation { endOtherSessions }');
      const opening = app.services.sessions.open(proven, { address: '127.0.0.1', userAgent: '' });
      await expect(opening).rejects.toBeInstanceOf(NoActiveAccount);
    },
  );
});

describe('the own sessions (contract 2, 3)', () => {
  test('are listed with time, address and browser, the newest first', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    const first = await app.loginAs('ana');
    await app.sleep({ minutes: 5 });
    const second = await another(app, { 'user-agent': FIREFOX, 'x-forwarded-for': '2001:DB8::7' });
    expect((await second.graphql(SESSIONS)).json()).toEqual({
      data: {
        sessions: [
          {
            id: expect.stringMatching(/^Session:[\w-]{22}$/),
            createdAt: '2026-01-02T03:09:05.678Z',
            expiresAt: '2026-01-16T03:09:05.678Z',
            address: '2001:db8::7',
            browser: 'Firefox 140, Linux',
            isCurrent: true,
          },
          expect.objectContaining({ createdAt: '2026-01-02T03:04:05.678Z', address: '127.0.0.1', isCurrent: false }),
        ],
      },
    });
    expect((await fetchSessions(first)).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  test('are at most a hundred: one more ends the oldest, and what it was connected to', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    await app.loginAs('bia');
    const socket = app.live({ as: ana });
    const closed = new Promise<number>((resolve) => {
      socket.on('closed', (event) => resolve((event as { code: number }).code));
    });
    const connected = new Promise((resolve) => void socket.on('connected', resolve));
    void socket.subscribe(
      { query: 'subscription { metrics { cpuPercent } }' },
      { next() {}, error() {}, complete() {} },
    );
    await connected;
    const user = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' });
    await app.advance({ minutes: 1 });
    const open = () => app.services.sessions.open(user, { address: '192.0.2.1', userAgent: FIREFOX });
    for (let count = 0; count < 99; count += 1) await open();
    expect((await fetchSessions(ana)).map(({ isCurrent }) => isCurrent)).toEqual([...Array(99).fill(false), true]);
    // The newest session is never the one that ends, regardless of the clock.
    app.clock.setBy({ minutes: -60 });
    const newest = await open();
    expect((await ana.get('/')).status).toBe(302);
    expect(await closed).toBe(4403);
    expect(await app.services.sessions.find(newest)).not.toBeNull();
    expect(await app.database.em.fork().count(Session, {})).toBe(101);
  });

  test('belong to one user: a visitor gets 401, another user only the own', async () => {
    const app = await createTestApp();
    await app.loginAs('ana');
    const bia = await app.loginAs('bia');
    expect(await fetchSessions(bia)).toHaveLength(1);
    expect((await app.browser().graphql(SESSIONS)).status).toBe(401);
  });

  test('one can be ended, with its sockets', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const other = await another(app);
    const closed = await watchClosing(app.live({ as: other }));
    const listed = await fetchSessions(ana);
    const ended = await ana.graphql('mutation ($id: ID!) { endSession(id: $id) }', {
      id: listed.find(({ isCurrent }) => !isCurrent)?.id,
    });
    expect(ended.json()).toEqual({ data: { endSession: true } });
    expect([await isIn(ana), await isIn(other)]).toEqual([true, false]);
    expect(await closed.code).toBe(4403);
  });

  test('those of others and those that are not there cannot be ended', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const bia = await app.loginAs('bia');
    const [foreign] = await fetchSessions(ana);
    for (const id of [foreign?.id, 'x'.repeat(22), '', 'a'.repeat(64)]) {
      const answer = await bia.graphql('mutation ($id: ID!) { endSession(id: $id) }', { id });
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    }
    expect(await isIn(ana)).toBe(true);
  });

  test('all others can be ended at once, and all tokens with them', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const others = [await another(app), await app.scriptAs('ana')];
    const bia = await app.loginAs('bia');
    expect((await ana.graphql('mutation { endOtherSessions }')).json()).toEqual({ data: { endOtherSessions: true } });
    expect(await Promise.all([ana, bia, ...others].map(isIn))).toEqual([true, true, false, false]);
    expect(await fetchSessions(ana)).toHaveLength(1);
  });
});

describe('the change of the own password (contract 3, promise 18)', () => {
  test('keeps the session that makes it and ends every other, all tokens and their sockets', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const other = await another(app);
    const script = await app.scriptAs('ana');
    const closings = [
      await watchClosing(app.live({ as: other })),
      await watchClosing(app.live({ connectionParams: { Authorization: `Bearer ${script.access}` } })),
    ];
    const own = app.live({ as: ana }).iterate(SUBSCRIPTION);
    await own.next();
    expect((await ana.graphql(CHANGE, { input: change })).json()).toEqual({ data: { changePassword: true } });
    expect(await Promise.all([ana, other, script].map(isIn))).toEqual([true, false, false]);
    expect(await Promise.all(closings.map(({ code }) => code))).toEqual([4403, 4403]);
    await app.advance({ seconds: 5 });
    expect((await own.next()).done).toBe(false);
    const refreshed = await app.browser().post('/accounts/api/v1/token/refresh/', { refresh: script.refresh });
    expect(refreshed.status).toBe(401);
    expect(await tryRight(app, 'ana')).toBe('wrong');
    const login = await app.browser().submit('/accounts/login/', { username: 'ana', password: NEW_PASSWORD });
    expect(login.status).toBe(302);
  });

  test('made with a token, ends that too', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs('ana');
    expect((await script.graphql(CHANGE, { input: change })).status).toBe(200);
    expect(await isIn(script)).toBe(false);
  });

  test.each([
    [{ oldPassword: 'wrong' }, { oldPassword: ['Esta não é a sua senha atual.'] }],
    [{ newPassword2: 'different 99' }, { newPassword2: ['As duas senhas não são iguais.'] }],
    [
      { newPassword1: 'password', newPassword2: 'password' },
      { newPassword1: ['Esta senha é comum demais: muita gente usa.'] },
    ],
    [
      { newPassword1: 'ana12345', newPassword2: 'x' },
      { newPassword1: [expect.any(String)], newPassword2: [expect.any(String)] },
    ],
  ])('with %j is refused and changes nothing', async (fault, fields) => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana', { username: 'ana123', email: 'x@y.example' });
    const other = await another(app);
    const answer = await ana.graphql(CHANGE, { input: { ...change, ...fault } });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT', fields } }] });
    expect([await isIn(ana), await isIn(other)]).toEqual([true, true]);
    expect(await tryRight(app, 'ana')).toBe('in');
  });

  test('does not undo what staff did meanwhile', async () => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    class SlowHasher extends PasswordHasher {
      override async hash(...args: Parameters<PasswordHasher['hash']>): Promise<string> {
        const encoded = await super.hash(...args);
        const action = meanwhile;
        meanwhile = undefined;
        await action?.();
        return encoded;
      }
    }
    const app = await createTestApp({ hasher: new SlowHasher(10) });
    const ana = await app.loginAs('ana');
    meanwhile = () => app.services.accountChanges.setPassword('ana', 'set by staff 5', { method: 'cli', address: '' });
    expect((await ana.graphql(CHANGE, { input: change })).status).toBe(401);
    const login = (password: string) => app.browser().submit('/accounts/login/', { username: 'ana', password });
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    expect((await login('set by staff 5')).status).toBe(302);
  });

  test('counts wrong old passwords as a login does: the fifth locks', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const guess = () => ana.graphql(CHANGE, { input: { ...change, oldPassword: 'wrong' } });
    for (let count = 0; count < 4; count += 1) expect((await guess()).status).toBe(400);
    expect((await guess()).json()).toMatchObject({ errors: [{ extensions: { code: 'LOCKED_OUT', retryAfter: 600 } }] });
    expect((await ana.graphql(CHANGE, { input: change })).status).toBe(429);
    expect(await tryRight(app, 'ana')).toBe('locked');
  });

  test('is not for visitors, nor over WebSocket, nor twice in one operation', async () => {
    const app = await createTestApp();
    expect((await app.browser().graphql(CHANGE, { input: change })).status).toBe(401);
    const ana = await app.loginAs('ana');
    const twice = await ana.graphql(
      'mutation ($input: ChangePasswordInput!) { a: changePassword(input: $input) b: changePassword(input: $input) }',
      { input: change },
    );
    expect(twice.status).toBe(400);
    const live = app.live({ as: ana }).iterate({ query: CHANGE, variables: { input: change } });
    await expect(live.next()).rejects.toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(await tryRight(app, 'ana')).toBe('in');
  });
});

describe('what ends with an account (contract 3, promise 18)', () => {
  test.each(['deactivate', 'setPassword'] as const)('%s ends sessions, tokens and sockets at once', async (action) => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const script = await app.scriptAs('ana');
    const closings = [
      await watchClosing(app.live({ as: ana })),
      await watchClosing(app.live({ connectionParams: { Authorization: `Bearer ${script.access}` } })),
    ];
    const { accountChanges, accountStatus } = app.services;
    const origin = { method: 'cli', address: '' } as const;
    if (action === 'deactivate') await accountStatus.deactivate('ana', origin);
    else await accountChanges.setPassword('ana', NEW_PASSWORD, origin);
    expect([await isIn(ana), await isIn(script)]).toEqual([false, false]);
    expect(await Promise.all(closings.map(({ code }) => code))).toEqual([4403, 4403]);
    const refreshed = await app.browser().post('/accounts/api/v1/token/refresh/', { refresh: script.refresh });
    expect(refreshed.status).toBe(401);
  });

  test('deletion ends them too', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const script = await app.scriptAs('ana');
    const closed = await watchClosing(app.live({ as: ana }));
    await app.database.em.fork().nativeDelete(User, { usernameKey: 'ana' });
    expect([await isIn(ana), await isIn(script)]).toEqual([false, false]);
    await app.advance({ seconds: 5 });
    expect(await closed.code).toBe(4403);
  });

  test('an account that is let in again gets nothing back', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const script = await app.scriptAs('ana');
    const origin = { method: 'cli', address: '' } as const;
    await app.services.accountStatus.deactivate('ana', origin);
    expect(await tryRight(app, 'ana')).toBe('wrong');
    await app.services.accountStatus.activate('ana', origin);
    expect([await isIn(ana), await isIn(script)]).toEqual([false, false]);
    expect(await tryRight(app, 'ana')).toBe('in');
  });
});
