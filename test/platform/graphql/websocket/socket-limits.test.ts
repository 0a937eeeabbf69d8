import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { RawSubscriber } from '../../../support/http/raw-subscriber.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

/** Opens and authenticates a socket. Resolves to `ack` or the close code. */
async function open(app: TestApp, access: string) {
  const socket = bare(app);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${access}` } }));
  const outcome = await Promise.race([
    once(socket, 'message').then(([data]) => JSON.parse(String(data)).type as string),
    once(socket, 'close').then(([code]) => code as number),
  ]);
  return { socket, outcome };
}

function bare(app: TestApp, headers: Record<string, string> = {}) {
  return new WebSocket(`${app.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
}

/** Requests an upgrade as if forwarded from the address. Resolves to the head of the response. */
async function upgrade(app: TestApp, from: string): Promise<{ socket: Socket; head: string }> {
  const socket = connect(app.port, '127.0.0.1');
  const lines = [
    'GET /graphql HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
    `X-Forwarded-For: ${from}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [data] = await once(socket, 'data');
  return { socket, head: String(data) };
}

describe('the number of sockets (promise 23)', () => {
  test('a user has at most twenty; the twenty-first is closed with 1013 and the others live on', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const sockets = [];
    for (let count = 0; count < 20; count += 1) sockets.push(await open(app, access));
    expect(sockets.map(({ outcome }) => outcome)).toEqual(Array(20).fill('connection_ack'));
    expect((await open(app, access)).outcome).toBe(1013);
    expect(sockets.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
    const { access: another } = await app.scriptAs('bia');
    expect((await open(app, another)).outcome).toBe('connection_ack');
    // A socket frees its place however it ends.
    sockets[0]?.socket.terminate();
    await expect.poll(async () => (await open(app, access)).outcome).toBe('connection_ack');
  });

  test('a network has at most fifty unauthenticated connections; the next gets 503 before the upgrade', async () => {
    const app = await createTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } });
    const { access } = await app.scriptAs('ana');
    const waiting = [];
    for (let count = 0; count < 50; count += 1) waiting.push(await upgrade(app, `2001:db8::${count}`));
    for (const { head } of waiting) expect(head).toMatch(/^HTTP\/1.1 101 /);
    const { head } = await upgrade(app, '2001:db8::ffff');
    expect(head).toMatch(/^HTTP\/1.1 503 /);
    expect(head).toMatch(/^Retry-After: \d+\r$/m);
    expect(head).toContain('X-Frame-Options: DENY');
    // Another network is not affected, and a closed connection frees its place.
    expect((await upgrade(app, '2001:db8:0:1::1')).head).toMatch(/^HTTP\/1.1 101 /);
    expect((await open(app, access)).outcome).toBe('connection_ack');
    waiting[0]?.socket.destroy();
    await expect.poll(async () => (await upgrade(app, '2001:db8::1')).head).toMatch(/^HTTP\/1.1 101 /);
  });

  test('all networks have at most a thousand unauthenticated connections; one more costs the newest of the /48 with most', async () => {
    const app = await createTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } });
    const { access } = await app.scriptAs('ana');
    // Prevents connections from being closed as silent, however long this takes.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const crowd = new Set<Socket>();
    for (let begun = 0; begun < 1200; begun += 50) {
      const from = `2001:db8:1:${begun.toString(16)}::1`;
      for (const { socket, head } of await Promise.all(Array.from({ length: 50 }, () => upgrade(app, from)))) {
        expect(head).toMatch(/^HTTP\/1.1 101 /);
        if (!socket.closed) crowd.add(socket);
        socket.once('close', () => crowd.delete(socket)).resume();
      }
    }
    while (crowd.size > 1000) await Promise.race([...crowd].map((socket) => once(socket, 'close')));
    // Other networks and other parts of the same /48 are still admitted.
    expect((await upgrade(app, '2001:db8:2::1')).head).toMatch(/^HTTP\/1.1 101 /);
    expect((await upgrade(app, '2001:db8:1:8000::1')).head).toMatch(/^HTTP\/1.1 101 /);
    expect((await open(app, access)).outcome).toBe('connection_ack');
  });

  test('an authenticated connection no longer counts among the unauthenticated', async () => {
    const app = await createTestApp();
    const scripts = await Promise.all(['ana', 'bia', 'eva'].map((name) => app.scriptAs(name)));
    const outcomes = [];
    for (const { access } of scripts) {
      for (let count = 0; count < 20; count += 1) outcomes.push((await open(app, access)).outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(['connection_ack']));
  });

  test('a rejected upgrade takes no place', async () => {
    const app = await createTestApp();
    for (let count = 0; count < 60; count += 1) {
      const socket = connect(app.port, '127.0.0.1');
      socket.write('GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 400 /);
    }
    const { access } = await app.scriptAs('ana');
    expect((await open(app, access)).outcome).toBe('connection_ack');
  });
});

describe('signs of life (promise 23)', () => {
  test('are asked for every 12 seconds; a connection without one until the next time is cut, others live on', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs();
    const authorization = `Bearer ${access}`;
    const silent = await RawSubscriber.open(app.baseUrl, authorization, { autoPong: false });
    const alive = await RawSubscriber.open(app.baseUrl, authorization);
    const pings = { silent: 0, alive: 0 };
    for (const [name, { socket }] of Object.entries({ silent, alive })) {
      socket.on('ping', () => {
        pings[name as keyof typeof pings] += 1;
      });
    }
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await app.advance({ seconds: 1 });
        await alive.settle();
      }
    };
    await pass(12);
    await silent.settle();
    expect(pings).toEqual({ silent: 1, alive: 1 });
    const cut = once(silent.socket, 'close');
    await pass(12);
    await cut;
    expect(pings).toEqual({ silent: 1, alive: 2 });
    await pass(24);
    expect(pings.alive).toBe(4);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('are asked for by one timer, however many connections there are', async () => {
    const app = await createTestApp();
    const before = app.clock.running;
    const { access } = await app.scriptAs();
    for (let count = 0; count < 5; count += 1) await open(app, access);
    expect(app.clock.running).toBe(before);
  });
});
