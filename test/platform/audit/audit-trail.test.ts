import { describe, expect, test } from 'vitest';
import { encodePassword } from '../../../src/features/accounts/credentials/password-encoding.js';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../src/platform/audit/audit-event.entity.js';
import { AuditTrail } from '../../../src/platform/audit/audit-trail.js';
import { BEHIND_PROXY, lock, loginMethods, tryRight } from '../../support/accounts/login-methods.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { createTestApp, PASSWORD, type TestApp } from '../../support/test-app.js';

async function rows(app: TestApp): Promise<string[]> {
  const events = await app.database.em.fork().find(AuthenticationEvent, {}, { orderBy: { id: 'asc' } });
  return events.map(({ event, result, door, address, username, userId }) =>
    [event, result, door, address, username, userId ?? '-'].join(' '),
  );
}

/** Returns the parsed log lines about accounts. */
function lines(app: TestApp) {
  return app.lines.map((line) => JSON.parse(line)).filter(({ message }) => message === 'Authentication');
}

describe('the audit trail (promise 30)', () => {
  test('has a row and a line for each event: time, address, user, login method, result', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    const { id } = await app.createUser('ana', { isStaff: true });
    const from = '2001:DB8::1';
    for (const door of Object.values(loginMethods)) await door(app, { username: 'Ana', password: PASSWORD, from });
    await lock(app, 'ana', from);
    await tryRight(app, 'ana', from);
    expect(await rows(app)).toEqual([
      `login success form 2001:db8::1 Ana ${id}`,
      `login success admin 2001:db8::1 Ana ${id}`,
      `login success token 2001:db8::1 Ana ${id}`,
      `login success graphql 2001:db8::1 Ana ${id}`,
      ...Array(4).fill('login failure token 2001:db8::1 ana -'),
      // Attempts during the lock are only logged, since strangers could otherwise fill the disk.
      'login locked_out token 2001:db8::1 ana -',
    ]);
    expect(lines(app)).toHaveLength(10);
    expect(lines(app)[0]).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      level: 'info',
      message: 'Authentication',
      event: 'login',
      result: 'success',
      user: 'Ana',
      userId: id,
      address: '2001:db8::1',
      door: 'form',
    });
    const [first] = await app.database.em.fork().find(AuthenticationEvent, {});
    expect(first?.at).toEqual(app.clock.now());
  });

  test('has registration, logout, token refresh, and what users do with their account', async () => {
    const app = await createTestApp();
    const form = { first_name: 'b', username: 'bia', email: 'b@example.com', password1: PASSWORD, password2: PASSWORD };
    await app.browser().submit('/accounts/registrar/', form);
    const bia = await app.loginAs('bia');
    const script = await app.scriptAs('bia');
    await script.post('/accounts/api/v1/token/refresh/', { refresh: script.refresh });
    await script.post('/accounts/api/v1/token/refresh/', { refresh: 'nonsense' });
    await bia.graphql('mutation { endOtherSessions }');
    const input = { oldPassword: 'wrong', newPassword1: 'quite another 8', newPassword2: 'quite another 8' };
    const change = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }';
    await bia.graphql(change, { input });
    await bia.graphql(change, { input: { ...input, oldPassword: PASSWORD } });
    await bia.post('/accounts/logout/', { csrfmiddlewaretoken: bia.cookies.get('csrftoken') ?? '' });
    const { id } = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'bia' });
    expect((await rows(app)).map((row) => row.replace(' 127.0.0.1', ''))).toEqual([
      `register success form bia ${id}`,
      `login success form bia ${id}`,
      `token_refresh success token bia ${id}`,
      `other_sessions_end success graphql bia ${id}`,
      'password_change failure graphql bia -',
      `password_change success graphql bia ${id}`,
      `logout success form bia ${id}`,
    ]);
    expect(lines(app)).toHaveLength(8);
  });

  test('what users type forges no line and breaks no row', async () => {
    const app = await createTestApp();
    const names = [
      'ana\n{"time":"2026-01-01T00:00:00.000Z","level":"info","message":"Authentication","result":"success"}',
      'a\u0000b',
      '\u202eana',
      '\ud800',
      "'; drop table users; --",
      '𝒜'.repeat(5000),
    ];
    // The form accepts any text, whereas APIs reject text that no database can store.
    for (const username of names) await loginMethods['login form']?.(app, { username, password: 'wrong' });
    expect(lines(app).map(({ result }) => result)).toEqual(Array(names.length).fill('failure'));
    expect(app.lines.every((line) => line.trimEnd().split('\n').length === 1)).toBe(true);
    const events = await app.database.em.fork().find(AuthenticationEvent, {}, { orderBy: { id: 'asc' } });
    expect(events.map(({ username }) => username)).toEqual([
      `ana\ufffd${names[0]?.slice(4)}`,
      'a\ufffdb',
      '\ufffdana',
      '\ufffd',
      "'; drop table users; --",
      // This name takes 300 bytes.
      '𝒜'.repeat(75),
    ]);
  });

  test('a hundred events at once are a hundred rows', async () => {
    const app = await createTestApp();
    const attempts = Array.from({ length: 100 }, (_, count) =>
      loginMethods['token issue']?.(app, { username: `name${count}`, password: 'wrong' }),
    );
    await Promise.all(attempts);
    expect(new Set(await rows(app)).size).toBe(100);
  });

  test('a listener gets each row with its own number, also of those that are written together', async () => {
    const app = await createTestApp();
    const reported: string[] = [];
    app.services.audit.whenRecorded(({ id, username }) => reported.push(`${id} ${username}`));
    const event = { event: 'login', result: 'failure', origin: { method: 'form', address: '' } } as const;
    await Promise.all(['a', 'b', 'c', 'd'].map((username) => app.services.audit.record({ ...event, username })));
    const events = await app.database.em.fork().find(AuthenticationEvent, {}, { orderBy: { id: 'asc' } });
    expect(events).toHaveLength(4);
    expect(reported).toEqual(events.map(({ id, username }) => `${id} ${username}`));
  });

  test('is kept for a year', async () => {
    const app = await createTestApp();
    await loginMethods['token issue']?.(app, { username: 'ana', password: 'wrong' });
    await app.sleep({ minutes: 364 * 24 * 60 });
    await app.sleep({ minutes: 60 });
    expect(await rows(app)).toHaveLength(1);
    await app.sleep({ minutes: 24 * 60 });
    await app.sleep({ minutes: 60 });
    await expect.poll(() => rows(app)).toEqual([]);
  });
});

describe('the writing of the audit trail', () => {
  const event = { event: 'login', result: 'failure', origin: { method: 'form', address: '' }, username: 'a' } as const;

  /** Creates a trail whose database writes rows only when the test releases them. */
  function slowTrail() {
    const batches: { size: number; end: (error?: Error) => void }[] = [];
    const insertMany = (_entity: unknown, rows: object[]) =>
      new Promise<void>((resolve, reject) => {
        batches.push({ size: rows.length, end: (error) => (error ? reject(error) : resolve()) });
      });
    const create = (_entity: unknown, row: object) => row;
    const em = { fork: () => ({ create, insertMany }) } as unknown as TestApp['database']['em'];
    return {
      batches,
      trail: new AuditTrail({
        em,
        clock: new FakeClock(),
        logger: { log: () => {} },
        confirmAuthority: async () => {},
      }),
    };
  }

  function watch(promises: readonly Promise<void>[]) {
    const states = promises.map(() => 'waits');
    for (const [index, promise] of promises.entries()) {
      promise.then(
        () => (states[index] = 'done'),
        () => (states[index] = 'failed'),
      );
    }
    return states;
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test('an answer waits for its own row; what comes meanwhile is written together', async () => {
    const { batches, trail } = slowTrail();
    const first = trail.record(event);
    await turn();
    const states = watch([first, ...[2, 3, 4].map(() => trail.record(event))]);
    await turn();
    expect([batches.map(({ size }) => size), states]).toEqual([[1], ['waits', 'waits', 'waits', 'waits']]);
    batches[0]?.end();
    await turn();
    expect([batches.map(({ size }) => size), states]).toEqual([
      [1, 3],
      ['done', 'waits', 'waits', 'waits'],
    ]);
    batches[1]?.end();
    await turn();
    expect(states).toEqual(['done', 'done', 'done', 'done']);
  });

  test('a failure to write is reported to the callers whose rows it concerns, and to no others', async () => {
    const { batches, trail } = slowTrail();
    const first = trail.record(event);
    await turn();
    const states = watch([first, ...[2, 3].map(() => trail.record(event))]);
    await turn();
    batches[0]?.end(new Error('disk full'));
    await turn();
    batches[1]?.end();
    await turn();
    expect(states).toEqual(['failed', 'done', 'done']);
  });
});

describe('secrets (promise 30)', () => {
  test('no password, token, cookie or CSRF value is in the log, in an answer about a failure, or clear in the database', async () => {
    const app = await createTestApp();
    const secrets = { right: 'canary right 77', wrong: 'canary wrong 88', next: 'canary next 99' };
    const password = await encodePassword(secrets.right, 10);
    await app.createUser('ana', { password, isStaff: true });
    const answers: string[] = [];
    for (const guess of [secrets.wrong, secrets.right]) {
      for (const door of Object.values(loginMethods)) {
        const { answer, outcome } = await door(app, { username: 'ana', password: guess });
        if (outcome !== 'in') answers.push(answer.text);
      }
    }
    const person = app.browser();
    await person.submit('/accounts/login/', { username: 'ana', password: secrets.right });
    const pair = (
      await app.browser().post('/accounts/api/v1/token/', { username: 'ana', password: secrets.right })
    ).json<{ access: string; refresh: string }>();
    const cookies = [...person.cookies.values()];
    const bearer = app.browser({ authorization: `Bearer ${pair.access}x` });
    answers.push((await bearer.get('/sistema/conversor/v1/api')).text);
    answers.push((await person.post('/accounts/api/v1/token/refresh/', { refresh: `${pair.refresh}x` })).text);
    answers.push((await person.post('/accounts/logout/', { csrfmiddlewaretoken: 'canary csrf' })).text);
    const form = { first_name: 'b', username: 'b', email: 'b', password1: secrets.next, password2: secrets.wrong };
    answers.push((await person.submit('/accounts/registrar/', form)).text);
    const change = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }';
    const input = { oldPassword: secrets.wrong, newPassword1: secrets.next, newPassword2: secrets.next };
    answers.push((await person.graphql(change, { input })).text);
    answers.push((await person.graphql(change, { input: { ...input, oldPassword: [secrets.wrong] } })).text);
    for (const broken of [
      'login(username: "ana", password: ["canary wrong 88"]) { access }',
      'login(username: "ana", password "canary wrong 88") { access }',
      'login(username: "ana" "canary wrong 88") { access }',
      'login(username: "ana", password: canary) { access }',
      'register(input: "canary wrong 88") { username }',
    ]) {
      answers.push((await person.graphql(`mutation { ${broken} }`)).text);
    }
    expect((await person.graphql(change, { input: { ...input, oldPassword: secrets.right } })).status).toBe(200);

    const tables = await Promise.all(
      ['users', 'sessions', 'login_places', 'authentication_events'].map((table) =>
        (app.database.em as unknown as { execute(sql: string): Promise<object[]> }).execute(`select * from ${table}`),
      ),
    );
    const stored = JSON.stringify(tables);
    expect(stored).toContain('pbkdf2_sha256$');
    const all = [app.lines.join(''), ...answers, stored].join('\n');
    for (const secret of [...Object.values(secrets), ...cookies, pair.access, pair.refresh, 'canary']) {
      expect(all).not.toContain(secret);
    }
  });
});

describe('hashes with other rounds (contract 3)', () => {
  test('are renewed after the answer to the next login, and only by the right password', async () => {
    const app = await createTestApp();
    await app.createUser('ana', { password: await encodePassword(PASSWORD, 33) });
    const stored = async () =>
      (await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' })).password.split('$')[1];
    await loginMethods['token issue']?.(app, { username: 'ana', password: 'wrong' });
    expect(await stored()).toBe('33');
    expect(await tryRight(app, 'ana')).toBe('in');
    await expect.poll(stored).toBe('10');
    expect(await tryRight(app, 'ana')).toBe('in');
  });
});
