import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from 'graphql-ws';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { commandLine } from '../support/processes/command-line.js';
import { createScript, startService } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** The request options that tests set; the rest are Node's defaults. */
type Sent = Pick<RequestOptions, 'method' | 'path' | 'agent'> & {
  readonly headers?: Record<string, string>;
  readonly body?: object;
};

/**
 * Sends a request, on its own connection unless an agent is given. `outcome` is the status, or the reason why there is
 * none.
 */
function send(port: number, { body, headers, ...options }: Sent) {
  const json = { 'content-type': 'application/json', ...headers };
  const call = request({ host: '127.0.0.1', port, headers: json, agent: false, ...options });
  const sent = once(call, 'finish');
  const outcome = once(call, 'response').then(
    ([response]: IncomingMessage[]) => {
      response?.resume();
      return response?.statusCode;
    },
    (error: NodeJS.ErrnoException) => error.code,
  );
  call.end(body && JSON.stringify(body));
  return { call, sent, outcome };
}

/** Sends logins with a wrong password, each on its own connection and for a different name. */
function sendLogins(port: number, count: number) {
  return Array.from({ length: count }, (_, index) =>
    send(port, {
      method: 'POST',
      path: '/accounts/api/v1/token/',
      body: { username: `name${index}`, password: 'wrong' },
    }),
  );
}

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
    const { access } = await createScript(service.baseUrl);
    const socket = createClient({
      url: `${service.baseUrl.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${access}` },
      retryAttempts: 0,
    });
    const samples = socket.iterate({ query: 'subscription { metrics { cpuPercent } }' });
    await samples.next();
    const closed = samples.next().catch((event: { code: number }) => event.code);
    // Hashing keeps these logins in progress for a while.
    const logins = sendLogins(service.port, 10);
    await Promise.all(logins.map(({ sent }) => sent));
    // On a keep-alive connection, the second request waits for the answer to the first.
    const body = JSON.stringify({ username: 'kept', password: 'wrong' });
    const keptAlive = connect(service.port, '127.0.0.1');
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    keptAlive.write(`POST /accounts/api/v1/token/ HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    keptAlive.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const answers = text(keptAlive);
    // The service accepted this connection after theirs, so its response proves that it has theirs too.
    await once(get({ host: '127.0.0.1', port: service.port, path: '/healthz', agent: false }), 'response');
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    expect(await Promise.all(logins.map(({ outcome }) => outcome))).toEqual(Array(10).fill(401));
    expect(await answers).toMatch(/^HTTP\/1\.1 401 .*HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
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

  test('a text that a thread is working on is answered, and one that no client waits for does not delay it', async () => {
    const service = await startService();
    await createScript(service.baseUrl);
    expect((await commandLine(service.dataDir).run(['user', 'staff', 'ana'])).code).toBe(0);
    const { access } = await createScript(service.baseUrl);
    const query = 'query ($content: String!) { previewTerms(content: $content) }';
    const preview = {
      method: 'POST',
      path: '/graphql',
      headers: { authorization: `Bearer ${access}` },
      body: { query, variables: { content: '*a*_b_`c`'.repeat(5_000) } },
    };
    const [awaited, abandoned] = [send(service.port, preview), send(service.port, preview)];
    await Promise.all([awaited.sent, abandoned.sent]);
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    await service.line(/stopping/);
    abandoned.call.destroy();
    expect(await awaited.outcome).toBe(200);
    expect(await service.ended).toBe(0);
  });

  test('a reader of the log who goes away ends nothing', async () => {
    const service = await startService();
    service.process.stdout?.destroy();
    // Registration and logins still work, although nobody reads the log lines, including the one about the stop.
    await createScript(service.baseUrl);
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    expect(await service.ended).toBe(0);
  });

  test('a silent connection does not delay it', async () => {
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
    // Closing may take 30 s if the other side never answers; this is well below.
    expect(performance.now() - start).toBeLessThan(10_000);
    for (const socket of sockets) socket.destroy();
  });

  test('a second signal exits now', async () => {
    const service = await startService();
    // Its body never arrives, so after the first signal the service waits only for this request.
    const unfinished = request(`${service.baseUrl}/accounts/api/v1/token/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': 100, Expect: '100-continue' },
    });
    unfinished.on('error', () => {});
    unfinished.flushHeaders();
    await once(unfinished, 'continue');
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    await service.line(/stopping/);
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    expect(await service.ended).toBe(1);
  });
});

/**
 * A module for `node --import` that makes syncs hang in their thread, as on a hung disk, once the file `flag` exists.
 */
function hangingDisk(): { readonly module: string; readonly hang: () => void } {
  const folder = temporaryFolder();
  const [pipe, flag] = [join(folder, 'pipe'), join(folder, 'flag')];
  execFileSync('mkfifo', [pipe]);
  const module = join(folder, 'hanging-disk.mjs');
  writeFileSync(
    module,
    `import { existsSync } from 'node:fs';
    import { open } from 'node:fs/promises';
    const file = await open('/dev/null');
    const prototype = Object.getPrototypeOf(file);
    const { datasync } = prototype;
    await file.close();
    // Opening a pipe without a writer blocks forever.
    prototype.datasync = function () {
      return existsSync(${JSON.stringify(flag)}) ? open(${JSON.stringify(pipe)}) : datasync.call(this);
    };`,
  );
  return { module, hang: () => writeFileSync(flag, '') };
}

describe('a disk that hangs', () => {
  test('answers 503 to who waits for it, and keeps the process no longer than 10 s', async () => {
    const disk = hangingDisk();
    const service = await startService({ NODE_OPTIONS: `--import=${disk.module}` });
    await createScript(service.baseUrl);
    disk.hang();
    const [login] = sendLogins(service.port, 1);
    await login?.sent;
    // The service accepted this connection after the login's, so its response proves that it has the login too.
    await once(get({ host: '127.0.0.1', port: service.port, path: '/healthz', agent: false }), 'response');
    process.kill(service.process.pid ?? 0, 'SIGTERM');
    expect(await login?.outcome).toBe(503);
    expect(await service.ended).toBe('SIGKILL');
    const loggedAt = (text: RegExp) => Date.parse(JSON.parse(service.lines.find((line) => text.test(line)) ?? '').time);
    const passedMs = loggedAt(/is killed/) - loggedAt(/is stopping/);
    // Measured by the service's clock, since a signal may arrive late on a busy machine.
    expect(passedMs).toBeGreaterThan(9000);
    expect(passedMs).toBeLessThan(10_000);
  });
});

/** Counts the outcomes, e.g. `{ 200: 20 }`. */
async function tally(calls: readonly ReturnType<typeof send>[]) {
  const outcomes = await Promise.all(calls.map(({ outcome }) => outcome));
  return Object.fromEntries(
    Object.entries(Object.groupBy(outcomes, String)).map(([name, all = []]) => [name, all.length]),
  );
}

describe('requests that the service has not accepted yet when SIGTERM comes (promise 37)', () => {
  test.each([1, 2, 3])('are answered though it was stopped when they were sent (round %i)', async () => {
    const { process: child, port, ended } = await startService();
    child.kill('SIGSTOP');
    const logins = sendLogins(port, 10);
    await Promise.all(logins.map(({ sent }) => sent));
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    expect(await tally(logins)).toEqual({ 401: 10 });
    expect(await ended).toBe(0);
  });

  test.each([1, 2, 3])('are answered when it comes with the first answer of a burst (round %i)', async () => {
    const { process: child, port, ended } = await startService();
    const calls = Array.from({ length: 200 }, () => send(port, { path: '/healthz' }));
    await Promise.race(calls.map(({ outcome }) => outcome));
    child.kill('SIGTERM');
    expect(await tally(calls)).toEqual({ 200: 200 });
    expect(await ended).toBe(0);
  });

  test('are answered on keep-alive connections, each of which ends with its answer', async () => {
    const { process: child, port, ended } = await startService();
    const agent = new Agent({ keepAlive: true });
    const ask = () => Array.from({ length: 20 }, () => send(port, { path: '/healthz', agent }));
    const open = () => [agent.sockets, agent.freeSockets].flatMap((sockets) => Object.values(sockets).flat()).length;
    expect(await tally(ask())).toEqual({ 200: 20 });
    await expect.poll(() => Object.values(agent.freeSockets).flat().length).toBe(20);
    child.kill('SIGSTOP');
    const calls = ask();
    await Promise.all(calls.map(({ sent }) => sent));
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    expect(await tally(calls)).toEqual({ 200: 20 });
    await expect.poll(open).toBe(0);
    expect(await ended).toBe(0);
  });
});

test('connections that wait for a request, the first or another, do not hold the end up (promise 37)', async () => {
  const { process: child, port, ended } = await startService();
  const agent = new Agent({ keepAlive: true });
  expect(await send(port, { path: '/healthz', agent }).outcome).toBe(200);
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const closed = once(silent.resume(), 'close');
  const start = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  // The service cuts all connections after 9 s; this is well below.
  expect(performance.now() - start).toBeLessThan(7000);
  await closed;
});
