import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RecoveryCode } from '../../../../src/features/accounts/second-factor/recovery-code.entity.js';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import type { Viewer } from '../../../../src/shared/identity/viewer.js';
import { loginMethods } from '../../../support/accounts/login-methods.js';
import { personWithTotp } from '../../../support/accounts/second-factors.js';
import { dataOf } from '../../../support/administration.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const REFRESH_ADDRESS = '/accounts/api/v1/token/refresh/';
const END_OTHERS = 'mutation { endOtherSessions }';
const REFRESH = 'mutation ($refresh: String!) { refreshToken(refresh: $refresh) { access } }';

function eventsOf(app: TestApp, event: string): Promise<AuthenticationEvent[]> {
  return app.database.em.fork().find(AuthenticationEvent, { event }, { orderBy: { id: 'asc' } });
}

async function collectStatuses(count: number, call: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await call()).status);
  return statuses;
}

describe('how much one account can do (promise 43)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('tokens are renewed three hundred times a minute over all transports, whatever is sent beside', async () => {
    const app = await createTestApp();
    const ana = await app.scriptAs('ana');
    const bia = await app.scriptAs('bia');
    // Tokens of the wrong kind do not count against the account.
    await collectStatuses(10, () => app.browser().post(REFRESH_ADDRESS, { refresh: ana.access }));
    const byRest = () => app.browser().post(REFRESH_ADDRESS, { refresh: ana.refresh });
    const byGraphQL = () => app.browser().graphql(REFRESH, { refresh: ana.refresh });
    expect(new Set(await collectStatuses(150, byRest))).toEqual(new Set([200]));
    expect(new Set(await collectStatuses(150, byGraphQL))).toEqual(new Set([200]));
    const rest = await byRest();
    expect([rest.status, rest.json<{ code: string }>().code]).toEqual([429, 'rate_limited']);
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(0);
    const graphql = await byGraphQL();
    expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([429, rest.headers.get('retry-after')]);
    expect(graphql.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    expect((await app.browser().post(REFRESH_ADDRESS, { refresh: bia.refresh })).status).toBe(200);
    vi.setSystemTime(Date.now() + 60_001);
    expect((await byRest()).status).toBe(200);
  });

  test('second factors are changed a hundred times a day, and the next change leaves the codes as they are', async () => {
    const app = await createTestApp();
    const { browser: ana } = await personWithTotp(app);
    const renew = () => {
      // Waits because there is also a low limit per minute.
      vi.setSystemTime(Date.now() + 31_000);
      return ana.graphql('mutation { renewRecoveryCodes }');
    };
    // Setting up counted as the first renewal.
    const statuses = await collectStatuses(99, renew);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const codes = () => app.database.em.fork().find(RecoveryCode, {}, { orderBy: { codeHash: 'asc' } });
    const before = await codes();
    const rejected = await renew();
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^83\d{3}$/)]);
    expect(await codes()).toEqual(before);
  });

  test('the profile is changed a hundred times a day', async () => {
    const operation = 'mutation ($input: ProfileInput!) { changeProfile(input: $input) { email } }';
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    let count = 0;
    const change = (as = ana) => {
      count += 1;
      return as.graphql(operation, { input: { firstName: `Ana ${count}`, email: 'a@example.com' } });
    };
    expect(new Set(await collectStatuses(100, change))).toEqual(new Set([200]));
    const rejected = await change();
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^86\d{3}$/)]);
    const bia = await app.loginAs('bia');
    expect((await change(bia)).status).toBe(200);
    expect(await app.database.em.fork().count(AuthenticationEvent, { userId: 1, event: { $nin: ['login'] } })).toBe(
      100,
    );
  });

  test('all other sessions can be ended any number of times: a thief of one cannot use up a limit', async () => {
    const app = await createTestApp();
    const thief = await app.loginAs('ana');
    expect(new Set(await collectStatuses(150, () => thief.graphql(END_OTHERS)))).toEqual(new Set([200]));
    const ana = app.browser();
    await ana.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
    expect((await ana.graphql(END_OTHERS)).json()).toEqual({ data: { endOtherSessions: true } });
    expect((await thief.graphql(END_OTHERS)).status).toBe(401);
    expect(await app.database.em.fork().count(Session, { user: 1 })).toBe(1);
  });

  test('the password is changed a hundred times a day, and wrong attempts do not count', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const words = [PASSWORD, 'quite another 8'];
    const change = (oldPassword = words[0], newPassword1 = words[1]) => {
      const input = { oldPassword, newPassword1, newPassword2: newPassword1 };
      return ana.graphql('mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }', { input });
    };
    await change('wrong');
    for (let count = 0; count < 100; count += 1) {
      expect((await change()).status).toBe(200);
      words.reverse();
    }
    expect((await change()).status).toBe(429);
    expect((await app.browser().submit('/accounts/login/', { username: 'ana', password: words[0] ?? '' })).status).toBe(
      302,
    );
  });
});

describe('what an account leaves in the audit trail by doing the same again and again (promises 30, 43)', () => {
  const logIn = (app: TestApp) => loginMethods['token issue']?.(app, { username: 'ana', password: PASSWORD });

  test('is fifty rows a day, then one an hour that says how often', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    for (let count = 0; count < 50; count += 1) await logIn(app);
    expect(await eventsOf(app, 'login')).toHaveLength(50);
    for (let count = 0; count < 7; count += 1) await logIn(app);
    expect(await eventsOf(app, 'login')).toHaveLength(50);
    const since = app.clock.now().toISOString();
    await app.sleep({ minutes: 59, seconds: 50 });
    expect(await eventsOf(app, 'login')).toHaveLength(50);
    await app.advance({ seconds: 10 });
    await expect.poll(async () => (await eventsOf(app, 'login')).length).toBe(51);
    const [sum] = (await eventsOf(app, 'login')).slice(-1);
    expect(sum).toMatchObject({ username: 'ana', userId: 1, door: 'token', address: '127.0.0.1', result: 'success' });
    expect(JSON.parse(sum?.after ?? '')).toEqual({ repeated: 7, since });
    // After a day, each login has its own row again.
    await app.sleep({ minutes: 24 * 60 });
    await logIn(app);
    expect(await eventsOf(app, 'login')).toHaveLength(52);
  });

  test('has a row for each address that is new that day, twenty of them', async () => {
    const app = await createTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } });
    await app.createUser('ana');
    for (let count = 0; count < 60; count += 1) await logIn(app);
    const from = (host: number) => `198.51.100.${host}`;
    for (let host = 0; host < 25; host += 1) {
      await loginMethods['token issue']?.(app, { username: 'ana', password: PASSWORD, from: from(host) });
    }
    const addresses = (await eventsOf(app, 'login')).map(({ address }) => address);
    expect(addresses).toEqual([...Array(50).fill('127.0.0.1'), ...Array.from({ length: 19 }, (_, host) => from(host))]);
  });

  test('is written down when the service stops, and no row of failures or of another account is delayed', async () => {
    const app = await createTestApp();
    const ana = await app.scriptAs('ana');
    const bia = await app.scriptAs('bia');
    const refresh = (token: string) => app.browser().post(REFRESH_ADDRESS, { refresh: token });
    for (let count = 0; count < 60; count += 1) await refresh(ana.refresh);
    await refresh(bia.refresh);
    for (let count = 0; count < 4; count += 1) {
      await loginMethods['token issue']?.(app, { username: 'ana', password: 'wrong' });
    }
    expect((await eventsOf(app, 'token_refresh')).map(({ username }) => username)).toEqual([
      ...Array(50).fill('ana'),
      'bia',
    ]);
    expect(await eventsOf(app, 'login')).toHaveLength(4);
    await app.services.audit.finish();
    const events = await eventsOf(app, 'token_refresh');
    expect(events.map(({ username }) => username)).toEqual([...Array(50).fill('ana'), 'bia', 'ana']);
    expect(JSON.parse(events.at(-1)?.after ?? '')).toMatchObject({ repeated: 10 });
  });

  test('is retried the next time when the database cannot take it', async () => {
    const app = await createTestApp();
    const ana = await app.scriptAs('ana');
    for (let count = 0; count < 60; count += 1) {
      await app.browser().post(REFRESH_ADDRESS, { refresh: ana.refresh });
    }
    const run = (sql: string) =>
      (app.database.em as unknown as { execute(sql: string): Promise<unknown> }).execute(sql);
    await run('alter table authentication_events rename to away');
    await expect(app.services.audit.finish()).rejects.toThrow();
    await run('alter table away rename to authentication_events');
    await app.services.audit.finish();
    expect((await eventsOf(app, 'token_refresh')).filter(({ after }) => after !== null)).toHaveLength(1);
  });

  test('is fifty rows for ends of one session as well, then a sum', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const user = await app.database.em.fork().findOneOrFail(User, { id: 1 });
    const endOne = async () => {
      await app.services.sessions.open(user, { address: '192.0.2.1', userAgent: '' });
      const { sessions } = await dataOf<{ sessions: { id: string; isCurrent: boolean }[] }>(
        ana,
        '{ sessions { id isCurrent } }',
      );
      const id = sessions.find(({ isCurrent }) => !isCurrent)?.id;
      expect(await dataOf(ana, `mutation { endSession(id: "${id}") }`)).toEqual({ endSession: true });
    };
    for (let count = 0; count < 50; count += 1) await endOne();
    const rows = await eventsOf(app, 'session_end');
    expect(rows).toHaveLength(50);
    expect(JSON.parse(rows[0]?.after ?? '')).toMatchObject({ address: '192.0.2.1' });
    await endOne();
    expect(await eventsOf(app, 'session_end')).toHaveLength(50);
    await app.services.audit.finish();
    const [sum] = (await eventsOf(app, 'session_end')).slice(-1);
    expect(JSON.parse(sum?.after ?? '')).toMatchObject({ repeated: 1, address: '192.0.2.1' });
  });

  test('is fifty rows for ends of all other sessions as well, whether or not there were any, then a sum', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    await collectStatuses(50, () => ana.graphql(END_OTHERS));
    expect(await eventsOf(app, 'other_sessions_end')).toHaveLength(50);
    await ana.graphql(END_OTHERS);
    const user = await app.database.em.fork().findOneOrFail(User, { id: 1 });
    await app.services.sessions.open(user, { address: '192.0.2.1', userAgent: '' });
    await ana.graphql(END_OTHERS);
    expect(await app.database.em.fork().count(Session, { user: 1 })).toBe(1);
    expect(await eventsOf(app, 'other_sessions_end')).toHaveLength(50);
    await app.services.audit.finish();
    const events = await eventsOf(app, 'other_sessions_end');
    expect(events).toHaveLength(51);
    expect(events.at(-1)).toMatchObject({ username: 'ana', userId: 1, door: 'graphql', address: '127.0.0.1' });
    expect(JSON.parse(events.at(-1)?.after ?? '')).toMatchObject({ repeated: 2 });
  });

  test('is bounded in the log as well for ends of all other sessions from ever new addresses', async () => {
    const app = await createTestApp();
    const { id } = await app.createUser('ana');
    const viewer = { userId: id, credential: { kind: 'token' } } as unknown as Viewer;
    const end = (host: number) => app.services.accountChanges.endOtherSessions(viewer, from(host));
    const from = (host: number) => ({ method: 'graphql', address: `2001:db8::${host.toString(16)}` }) as const;
    for (let host = 0; host < 120; host += 1) await end(host);
    // Fifty rows are written, including those of the first twenty addresses, with a log line for each; one more line
    // covers the rest.
    expect(await eventsOf(app, 'other_sessions_end')).toHaveLength(50);
    const lines = () =>
      app.lines.filter((line) => line.includes('"other_sessions_end"')).map((line) => JSON.parse(line));
    expect(lines()).toHaveLength(50);
    await app.services.audit.finish();
    expect(lines()).toHaveLength(51);
    expect(lines().at(-1)).toMatchObject({ user: 'ana', userId: 1, door: 'graphql', repeated: 70 });
    expect(await eventsOf(app, 'other_sessions_end')).toHaveLength(51);
  });

  test('is no more when all other sessions are ended many times at once', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const answers = await Promise.all(Array.from({ length: 150 }, () => ana.graphql(END_OTHERS)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await eventsOf(app, 'other_sessions_end')).toHaveLength(50);
    await app.services.audit.finish();
    const [sum] = (await eventsOf(app, 'other_sessions_end')).slice(50);
    expect(JSON.parse(sum?.after ?? '')).toMatchObject({ repeated: 100 });
  });

  test('counts nothing that was not done', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    await collectStatuses(50, () => ana.graphql(END_OTHERS));
    const { audit } = app.services;
    const origin = { method: 'graphql', address: '127.0.0.1' } as const;
    const failing = audit.withChange(origin, async (_unit, record) => {
      await record({ event: 'other_sessions_end', result: 'success', origin, username: 'ana', userId: 1 });
      throw new Error('Not done');
    });
    await expect(failing).rejects.toThrow('Not done');
    await audit.finish();
    expect(await eventsOf(app, 'other_sessions_end')).toHaveLength(50);
  });

  test('never leaves out what staff do', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const staff = await app.loginAs('chefe', { isStaff: true });
    for (let count = 0; count < 60; count += 1) {
      await dataOf(staff, 'mutation { endUserSessions(username: "ana") { username } }');
    }
    expect(await eventsOf(app, 'sessions_end')).toHaveLength(60);
    const lines = app.lines.filter((line) => line.includes('"sessions_end"'));
    expect(lines).toHaveLength(60);
  });
});
