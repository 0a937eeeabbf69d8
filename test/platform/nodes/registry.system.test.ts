import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/platform/db/database.js';
import { keyFingerprint } from '../../../src/platform/nodes/key-fingerprint.js';
import { knownNodes } from '../../../src/platform/nodes/known-nodes.js';
import { NodeRegistry } from '../../../src/platform/nodes/node-registry.js';
import { SettingsError } from '../../../src/settings/settings.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { commandLine } from '../../support/processes/command-line.js';
import { newDatabaseUrl, nodesCanRun, sqlOf, startNode } from '../../support/processes/nodes.js';
import { createTestApp, SECRET_KEY } from '../../support/test-app.js';

const ANOTHER_KEY = 'another key of the tests, with 32 characters or more';

interface NodeOptions {
  readonly address?: string;
  readonly secretKey?: string;
  readonly health?: string;
}

/** Creates a node on the database with a clock that the test moves; {@link lines} receives its log messages. */
function nodeOf(
  { em }: Database,
  { address = 'web-1 127.0.0.1:8000', secretKey = SECRET_KEY, health = '{}' }: NodeOptions = {},
) {
  const clock = new FakeClock();
  const lines: string[] = [];
  const registry = new NodeRegistry({
    em,
    clock,
    logger: { log: (_level, message) => lines.push(message) },
    nodeId: randomUUID(),
    address,
    secretKey,
    health: () => health,
  });
  return { registry, clock, lines };
}

async function openShared() {
  const url = await newDatabaseUrl();
  const database = await openTestDatabase({ kind: 'postgresql', url });
  const run = sqlOf(database);
  return { url, database, run, list: () => knownNodes(database.em) };
}

describe.runIf(nodesCanRun)('the processes that serve one PostgreSQL (contract 13)', () => {
  test('each is listed from its start until it stops', async () => {
    const { url, list } = await openShared();
    const nodes = [await startNode(url), await startNode(url)];
    const listed = await list();
    expect(listed.map(({ address }) => address.split(':').at(-1))).toEqual(nodes.map(({ port }) => String(port)));
    for (const node of listed)
      expect(node).toMatchObject({ isLive: true, id: expect.stringMatching(/^[\da-f-]{36}$/) });
    process.kill(nodes[0]?.process.pid ?? 0, 'SIGTERM');
    expect(await nodes[0]?.ended).toBe(0);
    expect((await list()).map(({ id }) => id)).toEqual([listed[1]?.id]);
  });

  test('one that cannot listen is not counted among them', async () => {
    const { url, list } = await openShared();
    const { port } = await startNode(url);
    await expect(startNode(url, { environment: { PORT: String(port) } })).rejects.toThrow(/EADDRINUSE/);
    expect(await list()).toHaveLength(1);
  });

  test('a beat says when it was last heard of, by the clock of the database, and how it is', async () => {
    const { database, run, list } = await openShared();
    const health = `{"failure":"it's \\\\ ? $1 \\u0000 :x"}`;
    const { registry, clock } = nodeOf(database, { health });
    await clock.advance({ minutes: 300 });
    await registry.register();
    const [{ since, now }] = (await run(
      `select extract(epoch from started_at) as since, extract(epoch from clock_timestamp()) as now from nodes`,
    )) as [{ since: string; now: string }];
    expect(Math.abs(Number(now) - Number(since))).toBeLessThan(2);
    expect((await list())[0]?.health).toBeNull();
    await run(`update nodes set beat_at = beat_at - interval '12 seconds'`);
    registry.hostNumber = 7;
    const stop = registry.start();
    await expect.poll(async () => (await list())[0]?.health).toBe(health);
    expect(await run('select host_number from nodes')).toEqual([{ host_number: 7 }]);
    const [first] = await list();
    await clock.advance({ seconds: 10 });
    await expect.poll(async () => (await list())[0]?.beatAt.getTime()).toBeGreaterThan(first?.beatAt.getTime() ?? 0);
    stop();
    expect(clock.running).toBe(0);
  });

  test('one of which nothing was heard for 30 s is gone, and is forgotten after a day', async () => {
    const { database, run, list } = await openShared();
    const [gone, live] = [nodeOf(database), nodeOf(database, { address: 'web-2 127.0.0.1:8000' })];
    await gone.registry.register();
    await live.registry.register();
    const isLive = async () => (await list()).map((node) => [node.id === gone.registry.ownId, node.isLive]);
    const age = (interval: string) =>
      run(`update nodes set beat_at = clock_timestamp() - interval '${interval}' where id = '${gone.registry.ownId}'`);
    await age('29 seconds');
    expect(await isLive()).toEqual([
      [true, true],
      [false, true],
    ]);
    await age('30 seconds');
    expect(await isLive()).toEqual([
      [false, true],
      [true, false],
    ]);
    await age('23 hours 59 minutes');
    await live.registry.beat();
    expect(await list()).toHaveLength(2);
    await age('24 hours');
    await live.registry.beat();
    expect(await list()).toHaveLength(1);
  });

  test('one that was killed is forgotten when another starts at its address', async () => {
    const { database, run, list } = await openShared();
    const [killed, elsewhere, successor] = [
      nodeOf(database),
      nodeOf(database, { address: 'web-2 :1' }),
      nodeOf(database),
    ];
    await killed.registry.register();
    await elsewhere.registry.register();
    await run(`update nodes set beat_at = beat_at - interval '31 seconds'`);
    await successor.registry.register();
    expect((await list()).map(({ id }) => id)).toEqual([successor.registry.ownId, elsewhere.registry.ownId]);
  });

  test('one that the others had given up, as after a suspension, is there again with its next beat, since its start', async () => {
    const { database, run, list } = await openShared();
    const { registry } = nodeOf(database);
    await registry.register();
    const [before] = await list();
    await run('delete from nodes');
    await registry.beat();
    expect(await list()).toEqual([{ ...before, beatAt: expect.any(Date), health: '{}' }]);
    await run(`update nodes set beat_at = beat_at - interval '31 seconds'`);
    await registry.beat();
    expect(await list()).toEqual([{ ...before, beatAt: expect.any(Date), health: '{}' }]);
  });

  test('a beat after it has stopped does not bring it back', async () => {
    const { database, list } = await openShared();
    const { registry } = nodeOf(database);
    await registry.register();
    await registry.leave();
    await registry.beat();
    expect(await list()).toEqual([]);
  });

  test('beats that fail are logged once, and their return', async () => {
    const { database, run } = await openShared();
    const { registry, clock, lines } = nodeOf(database);
    await registry.register();
    await run('alter table nodes rename to nodes_elsewhere');
    const stop = registry.start();
    await expect.poll(() => lines).toEqual([expect.stringContaining('cannot send heartbeats')]);
    await expect(registry.beat()).rejects.toThrow();
    await clock.advance({ seconds: 10 });
    await run('alter table nodes_elsewhere rename to nodes');
    await expect
      .poll(async () => {
        await clock.advance({ seconds: 10 });
        return lines.slice(1);
      })
      .toEqual([expect.stringContaining('sends heartbeats again')]);
    stop();
  });
});

describe.runIf(nodesCanRun)('the SECRET_KEY of all nodes (contract 13)', () => {
  test('a process with another does not start, and says what to do', async () => {
    const { url, list } = await openShared();
    const { port } = await startNode(url);
    const start = startNode(url, { environment: { SECRET_KEY: ANOTHER_KEY } });
    const failure = await start.catch((error: Error) => error.message);
    expect(failure).toContain('It ended (1)');
    expect(failure).toMatch(
      new RegExp(`SECRET_KEY differs from that of \\S+ 127\\.0\\.0\\.1:${port}, .* the same SECRET_KEY\\.`),
    );
    expect(failure).toContain('DATA_DIR/secret_key');
    expect(failure).toContain('stop all processes first');
    for (const secret of [SECRET_KEY, ANOTHER_KEY]) expect(failure).not.toContain(secret);
    expect(await list()).toHaveLength(1);
  });

  test('nor does one that made a key of its own, as a second machine does', async () => {
    const { url } = await openShared();
    await startNode(url, { environment: { SECRET_KEY: '' } });
    await expect(startNode(url, { environment: { SECRET_KEY: '' } })).rejects.toThrow(/DATA_DIR\/secret_key/);
  });

  test('of two with different ones that start at the same moment, one starts', async () => {
    const { database, run } = await openShared();
    for (let round = 0; round < 20; round += 1) {
      await run('delete from nodes');
      const nodes = [nodeOf(database), nodeOf(database, { secretKey: ANOTHER_KEY, address: 'web-2 :1' })];
      const outcomes = await Promise.allSettled(nodes.map(({ registry }) => registry.register()));
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(refused).toEqual([expect.any(SettingsError)]);
    }
  });

  test('can be changed once all others have stopped or are gone', async () => {
    const { database, run, list } = await openShared();
    const [stopped, gone] = [nodeOf(database), nodeOf(database, { address: 'web-2 :1' })];
    await stopped.registry.register();
    await gone.registry.register();
    await stopped.registry.leave();
    const successor = nodeOf(database, { secretKey: ANOTHER_KEY, address: 'web-3 :1' });
    await expect(successor.registry.register()).rejects.toThrow(SettingsError);
    await run(`update nodes set beat_at = beat_at - interval '31 seconds'`);
    await successor.registry.register();
    // A node that was suspended in the meantime and still has the old key does not rejoin.
    const stop = gone.registry.start();
    await expect.poll(() => gone.lines).toEqual([expect.stringContaining('cannot send heartbeats')]);
    stop();
    expect((await list()).map(({ id, isLive }) => [id, isLive])).toEqual([
      [successor.registry.ownId, true],
      [gone.registry.ownId, false],
    ]);
  });

  test('cannot be read from the database', () => {
    expect(keyFingerprint(SECRET_KEY)).toMatch(/^[\da-f]{64}$/);
    expect(keyFingerprint(SECRET_KEY)).toBe(keyFingerprint(SECRET_KEY));
    expect(keyFingerprint(SECRET_KEY)).not.toBe(keyFingerprint(ANOTHER_KEY));
  });
});

describe('vigia node list (contract 10)', () => {
  test.runIf(nodesCanRun)('shows who serves and who is gone, and changes nothing', async () => {
    const { url, run } = await openShared();
    const { port } = await startNode(url);
    // The row is only an hour old; after a day, the running node's next beat would delete it.
    const [old] = await run<{ heard_of: string }>(`insert into nodes
      (id, version, address, started_at, beat_at, key_fingerprint)
      values ('0123456789', '0.1.0', 'web-9 :1', '2026-11-20T10:00:30Z', now() - interval '1 hour', '')
      returning to_char(beat_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as heard_of`);
    const { code, out, err } = await commandLine(undefined, { DATABASE_URL: url }).run(['node', 'list']);
    expect([code, err]).toEqual([0, '']);
    const [heading, live, gone, ...more] = out.split('\n');
    expect(heading).toMatch(/^id +address +version +state +since +last heartbeat$/);
    expect(live).toMatch(new RegExp(`^[\\da-f]{8}  \\S+ 127\\.0\\.0\\.1:${port} .* live .* UTC .* UTC$`));
    expect(gone).toMatch(
      new RegExp(`^01234567 +web-9 :1 +0\\.1\\.0 +gone +2026-11-20 10:00 UTC +${old?.heard_of} UTC$`),
    );
    expect(more).toEqual(['']);
  });

  test.runIf(nodesCanRun)('leaves tables of an older version as they are', async () => {
    const { url, run } = await openShared();
    await run('drop table mikro_orm_migrations');
    const { code, err } = await commandLine(undefined, { DATABASE_URL: url }).run(['node', 'list']);
    expect([code, err]).toEqual([1, expect.stringContaining('run "vigia migrate" first')]);
  });

  test('says on SQLite that there is one process', async () => {
    const { code, out } = await commandLine().run(['node', 'list']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^SQLite is served by one process/)]);
  });
});

test('on SQLite there is one process, and nothing runs for it', async () => {
  const app = await createTestApp();
  expect(await app.services.nodes.list()).toEqual([
    expect.objectContaining({ id: app.services.nodes.ownId, isLive: true, startedAt: app.clock.now() }),
  ]);
});
