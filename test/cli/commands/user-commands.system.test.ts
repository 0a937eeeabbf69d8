import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { createClient } from 'graphql-ws';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { storeAccount } from '../../support/accounts/stored-accounts.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { Browser } from '../../support/http/browser.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';
import { PASSWORD } from '../../support/test-app.js';

function tokenFor(baseUrl: string, username: string, password = PASSWORD) {
  return new Browser(baseUrl).post('/accounts/api/v1/token/', { username, password });
}

describe('the commands about users (contract 10)', () => {
  test('an account is created, listed, and may log in with exactly the password of standard input', async () => {
    const { dataDir, run, create, events } = commandLine();
    const password = '  "Sésame" \' 7€ ';
    expect(await create('Ana', `${password}\n`, '--staff')).toEqual({
      code: 0,
      out: 'Created Ana, with the staff role.\n',
      err: '',
    });
    const { out } = await run(['user', 'list']);
    expect(out).toMatch(/^username +e-mail +first name +active +staff +role +machines +joined +last login\n/);
    expect(out).toMatch(/\nAna +a@example.com +Ana +yes +yes +staff +all +\d{4}-\d\d-\d\d \d\d:\d\d UTC +never\n$/);
    const service = await startService({ DATA_DIR: dataDir });
    expect((await tokenFor(service.baseUrl, 'ana', password)).status).toBe(200);
    expect((await tokenFor(service.baseUrl, 'ana', password.trim())).status).toBe(401);
    expect(await events()).toEqual(['register success Ana', 'staff_grant success Ana']);
  });

  test('second factors are taken from whoever has lost them, with sessions and all tokens', async () => {
    const { file, run, create, events } = commandLine();
    await create('ana');
    const database = new SqliteDatabase(file);
    onTestFinished(() => void database.close());
    database.exec(`insert into totp_devices (user_id, secret) values (1, 'sealed');
      insert into recovery_codes (user_id, code_hash) values (1, 'hash');
      insert into passkeys (user_id, credential_id, public_key, counter, user_handle, transports, is_backed_up, name, created_at)
        values (1, 'id', 'key', 0, 'handle', '', 0, 'Phone', 0);
      insert into sessions (id, user_id, created_at, expires_at) values ('session', 1, 0, 0);
      insert into personal_access_tokens (user_id, name, scopes, token_hash, created_at, expires_at)
        values (1, 'script', 'READ', 'hash', 0, 0)`);
    const version = () => database.prepare('select token_version from users').pluck().get();
    const before = version();
    const { code, out } = await run(['user', 'reset-factors', 'ana']);
    expect([code, out]).toEqual([0, 'ana has no second factor any more; its sessions and tokens have ended.\n']);
    for (const table of ['totp_devices', 'recovery_codes', 'passkeys', 'sessions', 'personal_access_tokens']) {
      expect([table, database.prepare(`select count(*) from ${table}`).pluck().get()]).toEqual([table, 0]);
    }
    expect(version()).not.toBe(before);
    expect(await events()).toContain('factors_reset success ana');
  });

  test('more accounts than a page are listed in one table, or only those of the staff or inactive', async () => {
    const { file, run } = commandLine();
    const { em } = await openTestDatabase({ kind: 'sqlite', file });
    const names = Array.from({ length: 1001 }, (_, index) => `u${String(index).padStart(4, '0')}`);
    const rows = names.map((username, index) => ({
      username,
      usernameKey: username,
      firstName: index === 1000 ? 'the longest of all of them' : 'Ana',
      email: 'a@example.com',
      password: '!',
      isStaff: index === 7,
      isActive: index !== 999,
      dateJoined: new Date(),
    }));
    await em.fork().insertMany(User, rows);
    const lines = (await run(['user', 'list'])).out.trimEnd().split('\n');
    expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual(names);
    expect(new Set(lines.map((line) => line.indexOf(' UTC') - line.length)).size).toBe(2);
    expect((await run(['user', 'list', '--staff'])).out.match(/^u\d+/gm)).toEqual(['u0007']);
    expect((await run(['user', 'list', '--inactive'])).out.match(/^u\d+/gm)).toEqual(['u0999']);
    expect((await run(['user', 'list', '--staff', '--inactive'])).out.split('\n')).toHaveLength(2);
  });

  test('the rules are those of the form: each fault is a line, and nothing is created', async () => {
    const { run, create } = commandLine();
    const rejected = await run(
      ['user', 'create', '123', '--email', 'x@mailinator.com', '--first-name', ' ', '--password-stdin'],
      'password',
    );
    expect(rejected).toEqual({
      code: 1,
      out: '',
      err: [
        'username: The username cannot consist only of digits.',
        'email: Disposable addresses are not accepted. Use your regular e-mail address.',
        'first-name: This field is required.',
        'password: This password is too common: many people use it.\n',
      ].join('\n'),
    });
    await create('ana');
    const again = await create('ANA');
    expect([again.code, again.err]).toEqual([1, 'username: That username already exists. Choose another.\n']);
  });

  test('what a command ends is ended in the running service', async () => {
    const { dataDir, run, create, events } = commandLine();
    await create('ana');
    const service = await startService({ DATA_DIR: dataDir, METRICS_INTERVAL_MS: '1000' });
    const token = (await tokenFor(service.baseUrl, 'ana')).json<{ access: string; refresh: string }>();
    const script = new Browser(service.baseUrl, { authorization: `Bearer ${token.access}` });
    const person = new Browser(service.baseUrl);
    await person.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
    const converts = async (caller: Browser) =>
      (await caller.get('/sistema/conversor/v1/api?type=dec2bin&value=5')).status;
    expect([await converts(script), await converts(person)]).toEqual([200, 200]);
    const closed = liveUntilClosed(service.baseUrl, token.access);
    await closed.begun;

    expect((await run(['user', 'deactivate', 'ANA'])).out).toBe(
      'ana is inactive; its sessions and tokens have ended.\n',
    );
    expect([await converts(script), await converts(person)]).toEqual([401, 401]);
    const refreshed = await person.post('/accounts/api/v1/token/refresh/', { refresh: token.refresh });
    expect(refreshed.status).toBe(401);
    expect(await closed.code).toBe(4403);
    expect((await tokenFor(service.baseUrl, 'ana')).status).toBe(401);

    expect((await run(['user', 'activate', 'ana'])).out).toBe('ana is active.\n');
    expect([await converts(script), await converts(person)]).toEqual([401, 401]);
    const fresh = (await tokenFor(service.baseUrl, 'ana')).json<{ access: string }>();
    const renewed = new Browser(service.baseUrl, { authorization: `Bearer ${fresh.access}` });
    expect(await converts(renewed)).toBe(200);

    expect((await run(['user', 'set-password', 'ana', '--password-stdin'], 'quite another 8\n')).code).toBe(0);
    expect(await converts(renewed)).toBe(401);
    expect((await tokenFor(service.baseUrl, 'ana')).status).toBe(401);
    expect((await tokenFor(service.baseUrl, 'ana', 'quite another 8')).status).toBe(200);
    expect(await events()).toEqual([
      'register success ana',
      'deactivate success ana',
      'activate success ana',
      'password_set success ana',
    ]);
  });

  test('a lock is lifted and the staff role given in the running service', async () => {
    const { dataDir, run, create, events } = commandLine();
    await create('ana');
    const service = await startService({ DATA_DIR: dataDir });
    for (let count = 0; count < 5; count += 1) await tokenFor(service.baseUrl, 'ana', 'wrong');
    expect((await tokenFor(service.baseUrl, 'ana')).status).toBe(429);
    expect((await run(['user', 'unlock', 'Ana'])).out).toBe('Ana may try again.\n');
    expect((await tokenFor(service.baseUrl, 'ana')).status).toBe(200);
    expect((await run(['user', 'unlock', 'ana'])).out).toBe('There were no failures for ana.\n');

    const person = new Browser(service.baseUrl);
    await person.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
    expect((await person.get('/admin/')).status).toBe(403);
    expect((await run(['user', 'staff', 'ana'])).out).toBe('ana has the staff role.\n');
    expect((await person.get('/admin/')).status).toBe(200);
    for (const last of [
      ['staff', 'ana', '--revoke'],
      ['deactivate', 'ana'],
    ]) {
      const rejected = await run(['user', ...last]);
      expect([rejected.code, rejected.err]).toEqual([1, expect.stringContaining('This is the last active account')]);
    }
    expect((await person.get('/admin/')).status).toBe(200);
    await create('bia', undefined, '--staff');
    expect((await run(['user', 'staff', 'ana', '--revoke'])).out).toBe('ana has the staff role no more.\n');
    expect((await person.get('/admin/')).status).toBe(403);
    expect((await events()).slice(1)).toEqual([
      'unlock success Ana',
      'unlock success ana',
      'staff_grant success ana',
      'staff_revoke failure ana',
      'deactivate failure ana',
      'register success bia',
      'staff_grant success bia',
      'staff_revoke success ana',
    ]);
  });

  test('what a set password ends is ended in the running service, its sockets too', async () => {
    const { dataDir, file, run } = commandLine();
    await storeAccount(file, 'ana');
    const service = await startService({ DATA_DIR: dataDir, METRICS_INTERVAL_MS: '1000' });
    const token = (await tokenFor(service.baseUrl, 'ana')).json<{ access: string }>();
    const person = new Browser(service.baseUrl);
    await person.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
    const closed = liveUntilClosed(service.baseUrl, token.access);
    await closed.begun;
    const { out } = await run(['user', 'set-password', 'ANA', '--password-stdin'], 'quite another 8');
    const done = performance.now();
    expect(out).toBe('The password of ana is set; its sessions and tokens have ended.\n');
    expect((await person.get('/')).headers.get('location')).toBe('/accounts/login/?next=/');
    expect(await closed.code).toBe(4403);
    // Allows one interval plus slack for a busy machine; the default interval could take up to five seconds.
    expect(performance.now() - done).toBeLessThan(3000);
  });

  test('a new password keeps the rules', async () => {
    const { run, create, events } = commandLine();
    await create('ana');
    const weak = await run(['user', 'set-password', 'ana', '--password-stdin'], '12345678');
    expect(weak).toEqual({
      code: 1,
      out: '',
      err: [
        'password: This password is too common: many people use it.',
        'password: The password cannot be entirely numeric.\n',
      ].join('\n'),
    });
    expect(await events()).toEqual(['register success ana']);
  });

  test('a name that no account has is an error', async () => {
    const { run } = commandLine();
    await run(['migrate']);
    for (const args of [
      ['activate', 'nobody'],
      ['deactivate', 'no body'],
      ['set-password', 'nobody', '--password-stdin'],
      ['staff', 'nobody'],
    ]) {
      expect(await run(['user', ...args])).toEqual({ code: 1, out: '', err: 'There is no account with that name.\n' });
    }
  });

  test('a folder without a database is taken for a mistake, and nothing is made there', async () => {
    const { dataDir, run } = commandLine();
    const { code, out, err } = await run(['user', 'list']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^There is no database \/.*: set DATA_DIR [^\n]*\n$/);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('what is made is for its owner only', async () => {
    const { dataDir, create } = commandLine();
    await create('ana');
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const modes = readdirSync(dataDir).map((name) => statSync(join(dataDir, name)).mode & 0o777);
    expect(modes).toEqual(modes.map(() => 0o600));
  });

  test('a command waits for another program that writes, but not for ever', async () => {
    const { file, run } = commandLine();
    await storeAccount(file, 'ana');
    const other = new SqliteDatabase(file);
    onTestFinished(() => void other.close());
    other.exec('begin immediate');
    const tooLong = await run(['user', 'staff', 'ana']);
    const advice = 'another program has been writing to it for seconds. Try again.';
    expect(tooLong).toEqual({ code: 1, out: '', err: `Vigia could not do this: database is locked: ${advice}\n` });
    // Holds the lock far longer than the service waits for it.
    const command = run(['user', 'staff', 'ana']);
    setTimeout(() => other.exec('commit'), 2500);
    expect((await command).out).toBe('ana has the staff role.\n');
  });

  test('a lock survives kill -9 (promise 5)', async () => {
    const { dataDir, file } = commandLine();
    await storeAccount(file, 'ana');
    const first = await startService({ DATA_DIR: dataDir });
    for (let count = 0; count < 5; count += 1) await tokenFor(first.baseUrl, 'ana', 'wrong');
    process.kill(-(first.process.pid ?? 0), 'SIGKILL');
    await first.ended;
    const second = await startService({ DATA_DIR: dataDir });
    const answer = await tokenFor(second.baseUrl, 'ana');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(600);
  });
});

/** Subscribes with a token. @returns the time of the first sample and the close code. */
function liveUntilClosed(baseUrl: string, access: string) {
  const client = createClient({
    url: `${baseUrl.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${access}` },
    retryAttempts: 0,
  });
  const begun = Promise.withResolvers<void>();
  const code = new Promise<number>((resolve) =>
    client.on('closed', (event) => resolve((event as { code: number }).code)),
  );
  client.subscribe(
    { query: 'subscription { metrics { cpuPercent } }' },
    { next: () => begun.resolve(), error: () => {}, complete: () => {} },
  );
  return { begun: begun.promise, code };
}
