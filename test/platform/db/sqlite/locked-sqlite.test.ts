import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LoginAttemptSlot } from '../../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { loginMethods } from '../../../support/accounts/login-methods.js';
import { AS_IN_SERVICE, openTestDatabase, sqlite } from '../../../support/databases/databases.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const CONVERSION = '/sistema/conversor/v1/api?type=dec2bin&value=5';

const FORM = { first_name: 'Bia', username: 'bia', email: 'bia@example.com', password1: PASSWORD, password2: PASSWORD };

/**
 * Starts the service on a file that another process can lock. A second connection stands in for that process, since
 * SQLite treats both the same.
 */
async function createLockableApp(busyTimeoutMs?: number) {
  const location = await sqlite.locate();
  if (location?.kind !== 'sqlite') throw new Error('The first kind is SQLite');
  const database = await openTestDatabase(location, busyTimeoutMs === undefined ? AS_IN_SERVICE : { busyTimeoutMs });
  const app = await createTestApp({ database });
  const other = new SqliteDatabase(location.file, { timeout: 0 });
  onTestFinished(() => void other.close());
  return {
    app,
    hold: () => void other.exec('begin immediate'),
    release: () => void other.exec('rollback'),
  };
}

/** Starts every kind of write that a request can cause, each keyed by the evidence that it was done. */
async function startWrites(app: TestApp) {
  const leaving = await app.loginAs('ana');
  const staying = await app.loginAs('ana');
  const visitor = app.browser();
  const csrfmiddlewaretoken = await visitor.csrfToken('/accounts/registrar/');
  const login = app.browser();
  const loginToken = await login.csrfToken('/accounts/login/');
  return () => ({
    registration: visitor.post('/accounts/registrar/', { ...FORM, csrfmiddlewaretoken }),
    login: login.post('/accounts/login/', { username: 'ana', password: PASSWORD, csrfmiddlewaretoken: loginToken }),
    logout: leaving.post('/accounts/logout/', { csrfmiddlewaretoken: leaving.cookies.get('csrftoken') ?? '' }),
    profile: staying.graphql(
      'mutation { changeProfile(input: { firstName: "Ana", email: "ana@example.com" }) { username } }',
    ),
    token: app.browser().post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD }),
  });
}

const DONE = { registration: 302, login: 302, logout: 302, profile: 200, token: 200 };

async function statuses(writes: Readonly<Record<string, Promise<{ readonly status: number }>>>) {
  const answers = await Promise.all(
    Object.entries(writes).map(async ([name, answer]) => [name, (await answer).status] as const),
  );
  return Object.fromEntries(answers);
}

describe('a database that another process writes to (promise 32)', () => {
  test('reads are answered meanwhile, and every write waits and is done once', async () => {
    // The timeout exceeds the time that all those reads may take on a busy machine.
    const { app, hold, release } = await createLockableApp(60_000);
    const script = await app.scriptAs('ana');
    const start = await startWrites(app);
    hold();
    const writes = start();
    const first = Promise.race(Object.values(writes)).then(() => 'a write was answered');
    for (let round = 0; round < 20; round += 1) {
      expect((await script.get(CONVERSION)).json()).toEqual({ result: '101' });
      expect((await script.get('/readyz')).status).toBe(200);
      expect((await script.graphql('{ me { username } }')).json()).toEqual({ data: { me: { username: 'ana' } } });
      expect((await app.browser().get('/accounts/login/')).status).toBe(200);
    }
    expect(await Promise.race([first, setTimeout(0, 'none was answered')])).toBe('none was answered');
    release();
    expect(await statuses(writes)).toEqual(DONE);
    const em = app.database.em.fork();
    expect(await em.count(User, { usernameKey: 'bia' })).toBe(1);
    expect(await em.count(Session, {})).toBe(2);
    expect(await em.count(LoginAttemptSlot, {})).toBe(0);
  });

  test('the history is read while its newest minute cannot be written, and is written later', async () => {
    // If it waited for the write, the test would time out.
    const { app, hold, release } = await createLockableApp(60_000);
    const script = await app.scriptAs('ana');
    hold();
    await app.advance({ minutes: 3 });
    const ask = async () => {
      const to = app.clock.now();
      const from = new Date(to.getTime() - 3 * 60_000);
      const answer = await script.graphql(
        'query ($from: String!, $to: String!) { metricsHistory(from: $from, to: $to) { at } }',
        { from, to },
      );
      return answer.json<{ data: { metricsHistory: { at: string[] } } }>().data.metricsHistory.at.length;
    };
    expect(await ask()).toBe(36);
    release();
    await app.services.history.flush();
    expect(await ask()).toBe(36);
  });

  test('the lockout counts guesses that had to wait as it counts all others', async () => {
    const { app, hold, release } = await createLockableApp();
    await app.createUser('ana');
    hold();
    const guesses = Promise.all(
      Array.from({ length: 20 }, () => loginMethods['token issue']?.(app, { username: 'ana', password: 'wrong' })),
    );
    for (let round = 0; round < 20; round += 1) await app.browser().get('/healthz');
    release();
    const outcomes = (await guesses).map((guess) => guess?.outcome);
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(16);
  });

  test('a write that has waited too long gets 503 with Retry-After, and changes nothing', async () => {
    // The timeout exceeds the time that the steps before and after may wait for a busy disk.
    const { app, hold, release } = await createLockableApp(2000);
    const start = await startWrites(app);
    hold();
    const answers = Object.values(start());
    for (const { status, headers } of await Promise.all(answers)) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('5');
    }
    release();
    const em = app.database.em.fork();
    expect(await em.count(User, { usernameKey: 'bia' })).toBe(0);
    expect(await em.count(Session, {})).toBe(2);
    expect(await em.count(LoginAttemptSlot, {})).toBe(0);
    expect(await statuses(start())).toEqual(DONE);
  });

  test('a queue of logins behind a writer that does not end is rejected with the first of them', async () => {
    // If each waited separately, two at a time, the last response would take minutes.
    const { app, hold } = await createLockableApp(2000);
    hold();
    const logins = Array.from({ length: 60 }, (_, count) =>
      loginMethods['token issue']?.(app, { username: `name${count}`, password: 'wrong' }),
    );
    expect(new Set((await Promise.all(logins)).map((login) => login?.outcome))).toEqual(new Set(['busy']));
  });
});
