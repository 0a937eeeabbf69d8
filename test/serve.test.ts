import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from 'graphql-ws';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Browser } from './support/browser.js';
import { freePort, startProgram, startService, temporaryFolder } from './support/running-service.js';
import { PASSWORD } from './support/test-app.js';

// Each start is a process of its own.
vi.setConfig({ testTimeout: 60_000 });

const FORM = { first_name: 'ana', username: 'ana', email: 'a@example.com', password1: PASSWORD, password2: PASSWORD };

/** Registers an account and gives a script with its access token. */
async function scriptOf(baseUrl: string) {
  const visitor = new Browser(baseUrl);
  await visitor.submit('/accounts/registrar/', FORM);
  const token = await visitor.post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD });
  const { access } = token.json<{ access: string }>();
  return Object.assign(new Browser(baseUrl, { authorization: `Bearer ${access}` }), { access });
}

/** Sends a login with a wrong password on a connection of its own. */
function startLogin(port: number, username = 'ana') {
  const login = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/accounts/api/v1/token/',
    headers: { 'content-type': 'application/json' },
    agent: false,
  });
  const sent = once(login, 'finish');
  const status = once(login, 'response').then(([response]) => {
    response.resume();
    return response.statusCode as number;
  });
  login.end(JSON.stringify({ username, password: 'wrong' }));
  return { sent, status };
}

describe('npm start (contract 11)', () => {
  test('makes the data folder, the key and the database, and serves real metrics of this host', async () => {
    const service = await startService({}, 'npm');
    const ready = service.lines.find((line) => line.includes('Vigia is ready'));
    expect(JSON.parse(ready ?? '')).toMatchObject({ level: 'info', message: `Vigia is ready at ${service.baseUrl}` });
    expect(readdirSync(service.dataDir).sort()).toEqual(expect.arrayContaining(['secret_key', 'vigia.sqlite']));
    expect(statSync(service.dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(service.dataDir, 'vigia.sqlite')).mode & 0o777).toBe(0o600);
    const script = await scriptOf(service.baseUrl);
    const { data } = (await script.get('/sistema/monitoramento/api/v1/metrics')).json<{
      data: Record<string, number>;
    }>();
    expect(Object.keys(data).sort()).toEqual(
      ['cpu_percent', 'memory_total', 'memory_used', 'ram_percent', 'ram_total', 'ram_used'].sort(),
    );
    expect(data.ram_total).toBeGreaterThan(data.ram_used ?? 0);
  });

  test('keeps accounts and key over a restart', async () => {
    const first = await startService();
    const script = await scriptOf(first.baseUrl);
    process.kill(-(first.process.pid ?? 0), 'SIGKILL');
    await first.ended;
    const second = await startService({ DATA_DIR: first.dataDir, PORT: String(first.port) });
    expect((await script.get('/sistema/conversor/v1/api?type=dec2bin&value=5')).json()).toEqual({ result: '101' });
    expect(second.lines.join('\n')).not.toContain('Applied');
  });
});

describe('the end of the process (promise 37)', () => {
  test('SIGTERM to npm ends the service too', async () => {
    const service = await startService({}, 'npm');
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    await service.line(/stopping/);
    await service.ended;
    await expect(fetch(service.baseUrl)).rejects.toThrow();
  });

  test('SIGTERM lets requests under way finish, closes sockets with 1001, and exits 0', async () => {
    const service = await startService();
    const { access } = await scriptOf(service.baseUrl);
    const socket = createClient({
      url: `${service.baseUrl.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${access}` },
      retryAttempts: 0,
    });
    const samples = socket.iterate({ query: 'subscription { metrics { cpuPercent } }' });
    await samples.next();
    const closed = samples.next().catch((event: { code: number }) => event.code);
    // Hashing keeps these under way for a while.
    const logins = Array.from({ length: 20 }, (_, count) => startLogin(service.port, `name${count}`));
    await Promise.all(logins.map(({ sent }) => sent));
    // On a connection that is kept: the second request waits for the answer to the first.
    const body = JSON.stringify({ username: 'kept', password: 'wrong' });
    const kept = connect(service.port, '127.0.0.1');
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    kept.write(`POST /accounts/api/v1/token/ HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    kept.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const keptAnswers = text(kept);
    // Answered on a connection that was accepted after theirs.
    await once(get({ host: '127.0.0.1', port: service.port, path: '/healthz', agent: false }), 'response');
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    expect(await Promise.all(logins.map(({ status }) => status))).toEqual(Array(20).fill(401));
    expect(await keptAnswers).toMatch(/^HTTP\/1\.1 401 .*HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
    expect(await closed).toBe(1001);
    expect(await service.ended).toBe(0);
    await expect(fetch(service.baseUrl)).rejects.toThrow();
  });

  test('a GraphQL request whose body is still on its way is answered too', async () => {
    const service = await startService();
    const call = request({
      host: '127.0.0.1',
      port: service.port,
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', expect: '100-continue' },
      agent: false,
    });
    const answered = once(call, 'response');
    call.flushHeaders();
    await once(call, 'continue');
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    await service.line(/stopping/);
    call.end(JSON.stringify({ query: '{ me { username } }' }));
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    response.resume();
    expect(await service.ended).toBe(0);
  });

  test('a reader of the log who goes away ends nothing', async () => {
    const service = await startService();
    service.process.stdout?.destroy();
    // Its registration and logins are answered, and the line about the stop finds no reader.
    await scriptOf(service.baseUrl);
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    expect(await service.ended).toBe(0);
  });

  test('a connection that says nothing does not hold it up', async () => {
    const service = await startService();
    const silent = connect(service.port, '127.0.0.1');
    await once(silent, 'connect');
    silent.on('error', () => {});
    silent.write('GET / HTTP/1.1\r\n');
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    expect(await service.ended).toBe(0);
    silent.destroy();
  });

  test('sockets that never answer do not hold it up either', async () => {
    const service = await startService();
    const upgrade = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`;
    const sockets = ['/nope', '/graphql'].map((path) => {
      const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => {});
      socket.write(upgrade(path));
      return socket;
    });
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    const start = performance.now();
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    expect(await service.ended).toBe(0);
    // Far from the 30 s that an unanswered closing may take.
    expect(performance.now() - start).toBeLessThan(10_000);
    for (const socket of sockets) socket.destroy();
  });

  test('a second signal exits now', async () => {
    const service = await startService();
    const script = await scriptOf(service.baseUrl);
    const logins = Array.from({ length: 50 }, () =>
      script.post('/accounts/api/v1/token/', { username: 'ana', password: 'wrong' }).catch(() => undefined),
    );
    await script.get('/healthz');
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    await service.line(/stopping/);
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    expect(await service.ended).toBe(1);
    await Promise.all(logins);
  });
});

describe('a start that cannot succeed says why in one line and exits 1', () => {
  const start = (environment: Record<string, string>) =>
    startProgram(process.execPath, ['dist/main.js'], { DATA_DIR: temporaryFolder(), ...environment });

  test('a bad setting', async () => {
    const program = start({ PORT: 'eighty', LOG_LEVEL: 'loud' });
    expect(await program.ended).toBe(1);
    expect(program.lines).toEqual([
      'PORT must be a whole number from 1 to 65535',
      'LOG_LEVEL must be one of debug, info, warn, error',
    ]);
  });

  test.each([
    ['DATA_DIR', resolve('package.json', 'data')],
    ['MONITORED_PATH', '/nowhere/at/all'],
  ])('a path that cannot be used: %s', async (name, path) => {
    const program = start({ [name]: path, PORT: String(await freePort()) });
    expect(await program.ended).toBe(1);
    expect(program.lines).toEqual([expect.stringMatching(new RegExp(`^${name} cannot be used: ENO`))]);
  });

  test('a port that is taken', async () => {
    const service = await startService();
    const program = start({ PORT: String(service.port) });
    expect(await program.ended).toBe(1);
    expect(program.lines.at(-1)).toMatch(
      /^Vigia could not start: listen EADDRINUSE: .*: another program listens there\. Stop it, or set PORT\.$/,
    );
  });

  test('an address that this machine does not have', async () => {
    const program = start({ HOST: '256.1.1.1', PORT: String(await freePort()) });
    expect(await program.ended).toBe(1);
    expect(program.lines.at(-1)).toMatch(/this machine has no such address\. Set HOST\.$/);
  });

  test('words that it does not know exit 2 and say the usage', async () => {
    const program = startProgram(process.execPath, ['dist/main.js', 'foo'], {});
    expect(await program.ended).toBe(2);
    expect(program.lines[0]).toMatch(/^vigia: /);
  });

  test('a secret key that was cut off', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'secret_key'), 'short');
    const program = start({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(await program.ended).toBe(1);
    expect(program.lines.at(-1)).toMatch(/secret_key does not hold a generated key/);
  });

  const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path));
  test.runIf(oldNode)('a Node that is too old', async ({ skip }) => {
    const version = startProgram(oldNode ?? '', ['--version'], {});
    const [major = 0] = (await version.line(/^v/)).slice(1).split('.').map(Number);
    await version.ended;
    if (major >= 22) skip('the machine has no Node before 22');
    const program = startProgram(oldNode ?? '', ['dist/main.js'], {});
    expect(await program.ended).toBe(1);
    expect(program.lines).toHaveLength(1);
    expect(program.lines[0]).toMatch(/^Vigia needs Node\.js 22\.18 or newer and this is \d+/);
  });
});
