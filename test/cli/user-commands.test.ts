import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from 'graphql-ws';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { AuthenticationEvent } from '../../src/accounts/authentication-event.entity.js';
import { Browser } from '../support/browser.js';
import { openTestDatabase } from '../support/databases.js';
import { startService, temporaryFolder } from '../support/running-service.js';
import { PASSWORD } from '../support/test-app.js';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000 });

/** A folder for the data, and the command line on it. */
function commandLine(dataDir = join(temporaryFolder(), 'data')) {
  const run = async (args: readonly string[], input = '') => {
    const child = spawn(process.execPath, ['dist/main.js', ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, METRICS_INTERVAL_MS: '1000' },
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    return { code: code as number, out, err };
  };
  const create = (username: string, password = PASSWORD, ...more: string[]) =>
    run(
      ['user', 'create', username, '--email', 'a@example.com', '--first-name', 'ana', '--password-stdin', ...more],
      `${password}\n`,
    );
  const events = async () => {
    const database = await openTestDatabase({ kind: 'sqlite', file: join(dataDir, 'vigia.sqlite') });
    const rows = await database.em.fork().find(AuthenticationEvent, { door: 'cli' }, { orderBy: { id: 'asc' } });
    return rows.map(({ event, result, username, address }) => [event, result, username, address].join(' ').trim());
  };
  return { dataDir, run, create, events };
}

/** Token issue at a running service. */
function tokenFor(baseUrl: string, username: string, password = PASSWORD) {
  return new Browser(baseUrl).post('/accounts/api/v1/token/', { username, password });
}

describe('the commands about users (contract 10)', () => {
  test('an account is created, listed, and may log in with exactly the password of standard input', async () => {
    const { dataDir, run, create, events } = commandLine();
    const password = '  "Sésame" \' 7€ ';
    expect(await create('Ana', password, '--staff')).toEqual({
      code: 0,
      out: 'Created Ana, with the staff role.\n',
      err: '',
    });
    const { out } = await run(['user', 'list']);
    expect(out).toMatch(/^username +e-mail +first name +active +staff +joined +last login\n/);
    expect(out).toMatch(/\nAna +a@example.com +Ana +yes +yes +\d{4}-\d\d-\d\d \d\d:\d\d UTC +never\n$/);
    const service = await startService({ DATA_DIR: dataDir });
    expect((await tokenFor(service.baseUrl, 'ana', password)).status).toBe(200);
    expect((await tokenFor(service.baseUrl, 'ana', password.trim())).status).toBe(401);
    expect(await events()).toEqual(['register success Ana']);
  });

  test('the rules are those of the form: each fault is a line, and nothing is created', async () => {
    const { run, create } = commandLine();
    const refused = await run(
      ['user', 'create', '123', '--email', 'x@mailinator.com', '--first-name', ' ', '--password-stdin'],
      'password',
    );
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: [
        'username: The username cannot consist only of digits.',
        'email: Disposable addresses are not accepted. Use your usual e-mail address.',
        'password1: This password is too common: many people use it.',
        'firstName: This field is required.\n',
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
    const converts = async (who: Browser) => (await who.get('/sistema/conversor/v1/api?type=dec2bin&value=5')).status;
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
    expect((await run(['user', 'staff', 'ana', '--revoke'])).out).toBe('ana has the staff role no more.\n');
    expect((await person.get('/admin/')).status).toBe(403);
    expect((await events()).slice(1)).toEqual([
      'unlock success Ana',
      'unlock success ana',
      'staff_grant success ana',
      'staff_revoke success ana',
    ]);
  });

  test.each([
    [['user', 'activate', 'nobody']],
    [['user', 'deactivate', 'no body']],
    [['user', 'set-password', 'nobody', '--password-stdin']],
    [['user', 'staff', 'nobody']],
  ])('%j: there is no such account', async (args) => {
    expect(await commandLine().run(args)).toEqual({ code: 1, out: '', err: 'There is no account of that name.\n' });
  });

  test('a lock survives kill -9 (promise 5)', async () => {
    const { dataDir, create } = commandLine();
    await create('ana');
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

describe('the command line (contract 10)', () => {
  test.each([
    [['usre'], '"usre" is no command'],
    [['user', 'delete'], '"user delete" is no command'],
    [['user'], '"user" is no command'],
    [['serve', 'now'], 'unexpected argument "now"'],
    [['user', 'create'], 'missing <username>'],
    [['user', 'create', 'ana', '--email', 'a@example.com'], 'missing --first-name'],
    [['user', 'create', 'ana', '--password', 'x'], "Unknown option '--password'"],
    [['user', 'list', '--all'], "Unknown option '--all'"],
    [['user', 'activate', 'ana', 'bia'], 'unexpected argument "bia"'],
    [['user', 'create', 'ana', '--email', 'a@example.com', '--first-name', 'A'], 'use --password-stdin'],
  ])('%j is not understood: exit 2', async (args, message) => {
    const { code, out, err } = await commandLine().run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  test.each([
    [['--help'], 'user set-password'],
    [['-h'], 'migrate'],
    [['help'], 'usage: vigia'],
    [['user', '--help'], 'user unlock'],
    [['user', 'create', '--help'], 'vigia user create ana --email ana@example.com --first-name Ana --staff'],
    [['user', 'staff', '-h'], '--revoke'],
    [['serve', '--help'], 'usage: vigia serve'],
  ])('%j teaches', async (args, part) => {
    const { code, out, err } = await commandLine().run(args);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(part);
  });

  test('migrate makes the tables, and a bad setting is one line', async () => {
    const { run } = commandLine();
    expect(await run(['migrate'])).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' });
    const { code, err } = await commandLine('/dev/null/data').run(['migrate']);
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

/** Subscribes with a token; gives the moment of the first sample and the code of the closing. */
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
