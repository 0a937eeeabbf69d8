import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockWithin } from '../../../src/platform/db/lock-within.js';
import { MessageBatches, messagesOf } from '../../../src/platform/nodes/message-batches.js';
import { openNodeEvents } from '../../../src/platform/nodes/open-node-events.js';
import { startDatabaseProxy } from '../../support/databases/database-proxy.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { newDatabaseUrl, nodesCanRun, sqlOf } from '../../support/processes/nodes.js';

/** Connects to a database as a node does and records the messages that it receives. */
async function connect(url: string) {
  const heard: unknown[] = [];
  const calls: string[] = [];
  const events = await openNodeEvents({
    location: { kind: 'postgresql', url },
    nodeId: randomUUID(),
    logger: { log: () => {} },
    onSilent: () => calls.push('silent'),
    onAnswer: () => calls.push('answer'),
  });
  onTestFinished(() => events.stop());
  for (const topic of ['greeting', 'accounts', 'terms']) {
    events.subscribe(topic, (payload) => heard.push([topic, payload]));
  }
  events.onGap(() => heard.push('gap'));
  return { events, heard, calls };
}

describe.runIf(nodesCanRun)('what nodes on one PostgreSQL tell each other (contract 13)', () => {
  test('a message reaches every other node, in order, and not its sender', async () => {
    const url = await newDatabaseUrl();
    const [a, b, c] = [await connect(url), await connect(url), await connect(url)];
    const numbers = Array.from({ length: 2000 }, (_, number) => number);
    for (const number of numbers) a.events.publish('greeting', { number, text: 'olá '.repeat(10) });
    for (const { heard } of [b, c]) {
      await expect.poll(() => heard.length).toBe(numbers.length);
      expect(heard.map((message) => (message as [string, { number: number }])[1].number)).toEqual(numbers);
    }
    expect(a.heard).toEqual([]);
  });

  test('what is no message of a node is passed over', async () => {
    const url = await newDatabaseUrl();
    const { events, heard } = await connect(url);
    const other = await connect(url);
    const { em } = await openTestDatabase({ kind: 'postgresql', url });
    for (const payload of ['', 'x', '[]', '{"messages":[1,[2],["a"]]}', '{"messages":5}']) {
      await em.getConnection().execute(`select pg_notify('vigia_messages', ?)`, [payload]);
    }
    other.events.publish('greeting', 'after');
    await expect.poll(() => heard).toEqual([['greeting', 'after']]);
    expect(events.isConnected).toBe(true);
  });

  test('the database itself tells of a changed account, of an ended session and of changed terms, when it is committed', async () => {
    const url = await newDatabaseUrl();
    const run = sqlOf(await openTestDatabase({ kind: 'postgresql', url }));
    const { heard } = await connect(url);
    await run(`insert into users (id, username, username_key, first_name, email, password, date_joined)
      values (7, 'ana', 'ana', 'Ana', 'a@example.com', '', now())`);
    await run(`insert into sessions (id, user_id, created_at, expires_at, address, user_agent)
      values ('a', 7, now(), now() + interval '1 day', '', ''), ('b', 7, now(), now() - interval '1 day', '', '')`);
    await run(`begin; update users set theme = 'dark'; update users set theme = 'auto'; commit`);
    await run(`begin; update users set theme = 'dark'; rollback`);
    await run(`delete from sessions where id = 'b'`);
    await run(`insert into terms_versions (content, created_at, updated_at) values ('x', now(), now())`);
    await run(`delete from sessions`);
    await expect
      .poll(() => heard)
      .toEqual([
        ['accounts', 7],
        ['terms', undefined],
        ['accounts', 7],
      ]);
  });

  test('a lock is held by one node until it stops', async () => {
    const url = await newDatabaseUrl();
    const [a, b] = [await connect(url), await connect(url)];
    expect(await a.events.tryLock('pruning')).toBe(true);
    expect(await a.events.tryLock('pruning')).toBe(true);
    expect(await b.events.tryLock('pruning')).toBe(false);
    expect(await b.events.tryLock('another')).toBe(true);
    await a.events.stop();
    await expect.poll(() => b.events.tryLock('pruning')).toBe(true);
  });

  test('a lock is another one than that of a transaction with the same name', async () => {
    const url = await newDatabaseUrl();
    const { events } = await connect(url);
    expect(await events.tryLock('pruning')).toBe(true);
    const { em } = await openTestDatabase({ kind: 'postgresql', url });
    const names = ['pruning', 'vigia pruning', 'vigia node pruning'];
    for (const name of names) await em.fork().transactional((unit) => lockWithin(unit, name));
  });

  test('a connection that was cut is made anew, and the gap is told', async () => {
    const url = await newDatabaseUrl();
    const proxy = await startDatabaseProxy();
    const { events, heard, calls } = await connect(proxy.through(url));
    const other = await connect(url);
    expect(await events.tryLock('pruning')).toBe(true);
    proxy.cut();
    await expect.poll(() => heard).toEqual(['gap']);
    // The server released the lock when the connection dropped, and this node knows it no longer holds it.
    await expect.poll(() => other.events.tryLock('pruning')).toBe(true);
    expect(await events.tryLock('pruning')).toBe(false);
    other.events.publish('greeting', 'again');
    await expect.poll(() => heard).toEqual(['gap', ['greeting', 'again']]);
    expect(calls).toEqual(['answer', 'answer']);
  });

  test('what is known is not current any more before the silence counts as an end (promise 18)', async () => {
    const proxy = await startDatabaseProxy();
    const { events } = await connect(proxy.through(await newDatabaseUrl()));
    expect(events.isCurrent).toBe(true);
    proxy.hang();
    const seen = new Set<string>();
    const look = () =>
      seen.add(`${events.isConnected ? 'connected' : 'lost'}, ${events.isCurrent ? 'current' : 'old'}`);
    await expect.poll(() => [...look()], { interval: 20 }).toContain('lost, old');
    expect([...seen]).toEqual(['connected, current', 'connected, old', 'lost, old']);
    await proxy.heal();
    await expect.poll(() => events.isCurrent).toBe(true);
  });

  test('a database that falls silent is noticed within seconds, and so is its return', async () => {
    const url = await newDatabaseUrl();
    const proxy = await startDatabaseProxy();
    const { events, heard, calls } = await connect(proxy.through(url));
    proxy.hang();
    await expect.poll(() => events.isConnected).toBe(false);
    await expect.poll(() => calls).toEqual(['answer', 'silent']);
    await proxy.heal();
    await expect.poll(() => heard).toEqual(['gap']);
    expect(events.isConnected).toBe(true);
    expect(calls).toEqual(['answer', 'silent', 'answer']);
  });
});

describe('batches of messages', () => {
  test('are shorter than what PostgreSQL takes, and lose nothing', () => {
    const batches: string[] = [];
    const outgoing = new MessageBatches('a', (batch) => batches.push(batch));
    for (let number = 0; number < 500; number += 1) outgoing.add('topic', { number, text: 'é"\\'.repeat(number) });
    outgoing.flush();
    outgoing.flush();
    expect(batches.length).toBeGreaterThan(1);
    expect(Math.max(...batches.map((batch) => Buffer.byteLength(batch)))).toBeLessThan(8000);
    const received = batches.flatMap((batch) => messagesOf(batch, 'b'));
    expect(received.map(([, payload]) => (payload as { number: number }).number)).toEqual([...Array(500).keys()]);
  });

  test('a message that is too long for one is an error of the sender', () => {
    expect(() => new MessageBatches('a', () => {}).add('topic', 'x'.repeat(8000))).toThrow(RangeError);
  });
});
