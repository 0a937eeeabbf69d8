import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openNodeEvents } from '../../../src/platform/nodes/open-node-events.js';
import { OpenSocketTable } from '../../../src/platform/nodes/open-socket-table.js';
import { Busy } from '../../../src/shared/errors/errors.js';
import { dataOf } from '../../support/administration.js';
import { startDatabaseProxy } from '../../support/databases/database-proxy.js';
import { AS_IN_SERVICE, openTestDatabase } from '../../support/databases/databases.js';
import type { Browser } from '../../support/http/browser.js';
import { newDatabaseUrl, nodesCanRun, sqlOf, startNode } from '../../support/processes/nodes.js';
import { createScript } from '../../support/processes/running-service.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

const METRICS = { query: 'subscription { metrics { cpuPercent } }' };
const SOCKETS = `query ($first: Int! = 50, $after: String) {
  openSockets(first: $first, after: $after) {
    nodes { id node username address since by subscriptions } pageInfo { endCursor hasNextPage }
  }
}`;
const ANSWERED = 'acknowledged';

interface Sockets {
  readonly openSockets: {
    readonly nodes: readonly {
      readonly id: string;
      readonly node: string;
      readonly username: string;
      readonly subscriptions: number;
    }[];
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  };
}

/** Opens a socket with a token. @returns `acknowledged`, or the close code. */
async function open(port: number, access: string): Promise<number | typeof ANSWERED> {
  const socket = new WebSocket(`ws://localhost:${port}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  socket.on('error', () => {});
  socket.once('open', () =>
    socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${access}` } })),
  );
  const closed = once(socket, 'close').then(([code]) => code as number);
  return Promise.race([closed, once(socket, 'message').then(() => ANSWERED as typeof ANSWERED)]);
}

function openAll(ports: readonly number[], access: string, each: number) {
  return Promise.all(ports.flatMap((port) => Array.from({ length: each }, () => open(port, access))));
}

/** Creates the socket table of a node that can lose its connection. */
async function tableOn(
  url: string,
  { ofUserMax = 20, nodeId = randomUUID() as string, tryLock = async (_name: string) => true } = {},
) {
  const database = await openTestDatabase({ kind: 'postgresql', url });
  const gaps: (() => void)[] = [];
  const events = { onGap: (listener: () => void) => void gaps.push(listener), tryLock };
  const table = new OpenSocketTable({ em: database.em, nodeId, clock: { wait: async () => {} }, events, ofUserMax });
  const run = sqlOf(database);
  await run(`insert into nodes (id, version, address, started_at, beat_at, key_fingerprint)
    values ('${nodeId}', '', '${nodeId}', now(), now(), '') on conflict do nothing`);
  const noteGap = () => {
    for (const listener of gaps) listener();
  };
  const numbers = async () =>
    (await run<{ number: number }>('select number from open_sockets order by number')).map(({ number }) => number);
  return { table, run, noteGap, numbers, nodeId, em: database.em };
}

function socketOf(number: number, userId = 1) {
  return { number, userId, username: 'ana', sessionId: null, address: '192.0.2.1', since: new Date(number) };
}

describe.runIf(nodesCanRun)('the sockets of a user over several nodes (contract 13, promises 23, 50)', () => {
  test('are twenty over three processes, also when all open at once; those of a killed process stop counting', async () => {
    const url = await newDatabaseUrl();
    const first = await startNode(url);
    const [second, third] = await Promise.all([startNode(url), startNode(url)]);
    const { access } = await createScript(first.baseUrl);
    const outcomes = await openAll([first.port, second.port, third.port], access, 8);
    expect(outcomes.filter((outcome) => outcome === ANSWERED)).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === 1013)).toHaveLength(4);
    for (const { port } of [first, second, third]) expect(await open(port, access)).toBe(1013);

    const run = sqlOf(await openTestDatabase({ kind: 'postgresql', url }));
    const nodeOf = async (port: number) => {
      const [row] = await run<{ id: string; sockets: number }>(
        `select id, (select count(*)::int from open_sockets where node_id = id) as sockets
        from nodes where address like '%:${port}'`,
      );
      return row ?? expect.fail(`No node listens on ${port}`);
    };
    const killed = await nodeOf(third.port);
    third.process.kill('SIGKILL');
    await third.ended;
    expect(await open(first.port, access)).toBe(1013);
    // Simulates the passing of 30 s.
    await run(`update nodes set beat_at = beat_at - interval '30 seconds' where id = '${killed.id}'`);
    const again = await openAll([first.port, second.port], access, killed.sockets);
    expect(again.filter((outcome) => outcome === ANSWERED)).toHaveLength(killed.sockets);
  });

  test.each([19, 20])('of %i places taken, a node that opens many at once gets what is left', async (taken) => {
    const url = await newDatabaseUrl();
    const [a, b] = [await tableOn(url), await tableOn(url)];
    for (let number = 1; number <= taken; number += 1) expect(await a.table.enter(socketOf(number))).toBe(true);
    const entered = await Promise.all([1, 2, 3].map((number) => b.table.enter(socketOf(number))));
    expect(entered.filter(Boolean)).toHaveLength(20 - taken);
    expect(await b.table.enter(socketOf(9, 2))).toBe(true);
  });

  test('of two nodes that open the last one at once, one gets it', async () => {
    const url = await newDatabaseUrl();
    const [a, b] = [await tableOn(url), await tableOn(url)];
    for (let number = 1; number <= 19; number += 1) await a.table.enter(socketOf(number));
    // Until this transaction ends, both have to wait in the middle of their statements for the keys that they are about
    // to insert.
    const holder = a.em.fork() as SqlEntityManager;
    await holder.begin();
    await holder.execute(`insert into open_sockets (node_id, number, user_id, username, address, since)
      values ('${a.nodeId}', 20, 2, '', '', now()), ('${b.nodeId}', 20, 2, '', '', now())`);
    const opened = [a, b].map(({ table }) => table.enter(socketOf(20)));
    const waiting = `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => a.run(waiting)).toEqual([{ waiting: 2 }]);
    await holder.rollback();
    expect((await Promise.all(opened)).filter(Boolean)).toHaveLength(1);
  });

  test('can be opened while a node keeps the lock of the one that removes rows', async () => {
    const url = await newDatabaseUrl();
    const logger = { log: () => {} };
    const events = await openNodeEvents({ location: { kind: 'postgresql', url }, nodeId: randomUUID(), logger });
    onTestFinished(() => events.stop());
    const pruning = await tableOn(url, { tryLock: (name) => events.tryLock(name) });
    await pruning.table.prune();
    const other = await tableOn(url);
    expect(await Promise.all([pruning, other].map(({ table }) => table.enter(socketOf(1))))).toEqual([true, true]);
  });

  test('what was closed at one node is free at another', async () => {
    const url = await newDatabaseUrl();
    const [a, b] = [await tableOn(url, { ofUserMax: 1 }), await tableOn(url, { ofUserMax: 1 })];
    expect(await a.table.enter(socketOf(1))).toBe(true);
    expect(await b.table.enter(socketOf(1))).toBe(false);
    a.table.leave(1);
    await a.table.finish();
    expect(await b.table.enter(socketOf(2))).toBe(true);
  });

  test('one that closes while it is entered leaves nothing behind', async () => {
    const { table, numbers } = await tableOn(await newDatabaseUrl());
    const entered = [1, 2, 3].map((number) => table.enter(socketOf(number)));
    for (const number of [1, 2, 3]) table.leave(number);
    await Promise.all(entered);
    await table.finish();
    expect(await numbers()).toEqual([]);
  });
});

describe.runIf(nodesCanRun)('the table of sockets while PostgreSQL is away (promise 39)', () => {
  test('a socket that cannot be counted is to be opened again; one that has closed is removed later', async () => {
    const url = await newDatabaseUrl();
    const proxy = await startDatabaseProxy();
    const { table, numbers } = await tableOn(proxy.through(url));
    expect(await table.enter(socketOf(1))).toBe(true);
    await proxy.refuse();
    await expect(table.enter(socketOf(2))).rejects.toThrow(Busy);
    table.leave(1);
    await expect(table.write(() => 0)).rejects.toThrow(Busy);
    await proxy.heal();
    expect(await numbers()).toEqual([1]);
    await table.write(() => 0);
    await table.finish();
    expect(await numbers()).toEqual([]);
  });

  test('what a crash of PostgreSQL has emptied, or another node removed, is written again', async () => {
    const { table, run, numbers, noteGap } = await tableOn(await newDatabaseUrl());
    for (const number of [1, 2]) await table.enter(socketOf(number));
    await run('truncate open_sockets');
    noteGap();
    await table.write(() => 3);
    expect(await run('select number, subscriptions from open_sockets order by number')).toEqual([
      { number: 1, subscriptions: 3 },
      { number: 2, subscriptions: 3 },
    ]);
    await run('delete from open_sockets where number = 2');
    await table.write(() => 3);
    expect(await numbers()).toEqual([1, 2]);
  });

  test('the client of a socket is told to come back, not that its session has ended', async () => {
    const url = await newDatabaseUrl();
    const proxy = await startDatabaseProxy();
    const database = await openTestDatabase({ kind: 'postgresql', url: proxy.through(url) }, AS_IN_SERVICE);
    const app = await createTestApp({ database });
    const { access } = await app.scriptAs('ana');
    await proxy.refuse();
    expect(await open(app.port, access)).toBe(1013);
    await proxy.heal();
    await expect.poll(() => open(app.port, access), { timeout: 20_000 }).toBe(ANSWERED);
    expect(await open(app.port, 'nonsense')).toBe(4401);
  });
});

describe.runIf(nodesCanRun)('the rows of sockets (promise 43)', () => {
  test('of nodes that are gone count no more and are removed; those of nodes that live stay', async () => {
    const url = await newDatabaseUrl();
    const three = { ofUserMax: 3 };
    const [a, b, c] = [await tableOn(url, three), await tableOn(url, three), await tableOn(url, three)];
    for (const { table } of [a, b, c]) await table.enter(socketOf(1));
    expect(await c.table.enter(socketOf(2))).toBe(false);
    await a.run(`update nodes set beat_at = now() - interval '31 seconds' where id = '${b.nodeId}'`);
    await a.run(`update nodes set beat_at = now() - interval '20 seconds' where id = '${c.nodeId}'`);
    expect(await a.table.enter(socketOf(2))).toBe(true);
    expect(await a.table.enter(socketOf(3))).toBe(false);
    await a.run(`delete from nodes where id = '${a.nodeId}'`);
    await a.table.prune();
    const left = await a.run<{ node_id: string }>('select node_id from open_sockets');
    expect(left.map(({ node_id }) => node_id).sort()).toEqual([a.nodeId, a.nodeId, c.nodeId].sort());
  });

  test('are written together, however many come and go at once', async () => {
    const { table, run, numbers } = await tableOn(await newDatabaseUrl());
    const all = Array.from({ length: 2000 }, (_, index) => index + 1);
    const transactions = async () => {
      await run('select pg_stat_force_next_flush()');
      const [row] = await run<{ count: number }>(
        'select xact_commit::int as count from pg_stat_database where datname = current_database()',
      );
      return row?.count ?? 0;
    };
    const before = await transactions();
    const entered = await Promise.all(all.map((number) => table.enter(socketOf(number, number))));
    expect(entered.every(Boolean)).toBe(true);
    expect(await numbers()).toEqual(all);
    for (const number of all) table.leave(number);
    await table.finish();
    expect(await numbers()).toEqual([]);
    expect((await transactions()) - before).toBeLessThan(40);
  });
});

describe.runIf(nodesCanRun)('the list of sockets over several nodes (contract 2, 13)', () => {
  async function twoApps(): Promise<{ a: TestApp; b: TestApp; staff: Browser }> {
    const location = { kind: 'postgresql', url: await newDatabaseUrl() } as const;
    const a = await createTestApp({ database: await openTestDatabase(location) });
    const b = await createTestApp({ database: await openTestDatabase(location), clock: a.clock });
    return { a, b, staff: await a.loginAs('chefe', { isStaff: true }) };
  }

  test('shows those of all nodes, the newest first, page by page, with their node and what they do', async () => {
    const { a, b, staff } = await twoApps();
    const { access } = await a.scriptAs('ana');
    for (const [index, app] of [a, b, a, b, b].entries()) {
      const live = app.live({ connectionParams: { Authorization: `Bearer ${access}` } });
      await live.iterate(METRICS).next();
      if (index % 2 === 0) await a.advance({ ms: 1 });
    }
    await a.advance({ seconds: 10 });
    const seen: Sockets['openSockets']['nodes'][number][] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { openSockets }: Sockets = await dataOf(staff, SOCKETS, { first: 2, after });
      seen.push(...openSockets.nodes);
      more = openSockets.pageInfo.hasNextPage;
      after = openSockets.pageInfo.endCursor;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(5);
    const times = seen.map((socket) => (socket as unknown as { since: string }).since);
    expect(times).toEqual([...times].sort().reverse());
    const byNode = Map.groupBy(seen, ({ node }) => node);
    expect([...byNode.values()].map((sockets) => sockets.length).sort()).toEqual([2, 3]);
    await expect
      .poll(async () =>
        (await dataOf<Sockets>(staff, SOCKETS)).openSockets.nodes.map(({ subscriptions }) => subscriptions),
      )
      .toEqual([1, 1, 1, 1, 1]);
    expect(seen[0]).toMatchObject({ username: 'ana', address: '127.0.0.1', by: 'TOKEN' });
  });

  test('counts the sockets of a session at every node, and forgets those that close', async () => {
    const { a, b, staff } = await twoApps();
    const ana = await a.loginAs('ana');
    const [first, second] = [a.live({ as: ana }), b.live({ as: ana, headers: { origin: b.baseUrl } })];
    for (const live of [first, second]) await live.iterate(METRICS).next();
    const socketsOfAna = async () => {
      const query = '{ liveSessions(username: "ana") { nodes { sockets } } }';
      return (await dataOf<{ liveSessions: { nodes: { sockets: number }[] } }>(staff, query)).liveSessions.nodes;
    };
    expect(await socketsOfAna()).toEqual([{ sockets: 2 }]);
    second.terminate();
    await expect.poll(socketsOfAna).toEqual([{ sockets: 1 }]);
    await b.close();
    first.terminate();
    await expect.poll(socketsOfAna).toEqual([{ sockets: 0 }]);
    expect((await dataOf<Sockets>(staff, SOCKETS)).openSockets.nodes).toEqual([]);
  });
});
