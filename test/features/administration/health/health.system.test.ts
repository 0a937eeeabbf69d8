import { readFileSync } from 'node:fs';
import { createHistogram } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LoopDelay } from '../../../../src/features/administration/health/loop-delay.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { newDatabaseUrl, nodesCanRun } from '../../../support/processes/nodes.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const HEALTH = `{ serviceHealth {
  version nodeVersion startedAt uptimeSeconds database { kind bytes } loopDelay { p50Ms p99Ms maxMs } residentBytes
  sampler { intervalMs sampledAt isLate stale failure } history { chunks bytes } openSockets analysisActive mailIsOn
} }`;

interface Health {
  readonly [field: string]: unknown;
  readonly database: { kind: string; bytes: number };
  readonly loopDelay: { p50Ms: number; p99Ms: number; maxMs: number };
  readonly sampler: { isLate: boolean; failure: string | null; stale: string[]; sampledAt: string };
  readonly history: { chunks: number; bytes: number };
}

async function readHealth(app: TestApp): Promise<Health> {
  const staff = await app.scriptAs('chefe', { isStaff: true });
  return (await staff.graphql(HEALTH)).json<{ data: { serviceHealth: Health } }>().data.serviceHealth;
}

describe('the health of the service (contract 2, /admin/)', () => {
  test('is for staff: others are rejected, visitors are not signed in', async () => {
    const app = await createTestApp();
    expect((await app.browser().graphql(HEALTH)).status).toBe(401);
    expect((await (await app.scriptAs('bia')).graphql(HEALTH)).status).toBe(403);
    expect((await (await app.scriptAs('chefe', { isStaff: true })).graphql(HEALTH)).status).toBe(200);
  });

  test('shows version, times, memory, and whether the AI is called', async () => {
    const app = await createTestApp({ environment: { AI_MODE: 'true', GEMINI_API_KEY: 'key' } });
    const startedAt = app.clock.now().toISOString();
    await app.advance({ minutes: 2 });
    const health = await readHealth(app);
    expect(health).toMatchObject({
      version: JSON.parse(readFileSync('package.json', 'utf8')).version,
      nodeVersion: process.versions.node,
      startedAt,
      uptimeSeconds: 120,
      analysisActive: true,
      mailIsOn: false,
      database: { kind: 'SQLITE' },
    });
    expect(health.residentBytes).toBeGreaterThan(10 * 1024 ** 2);
    expect((await readHealth(await createTestApp())).analysisActive).toBe(false);
  });

  test('shows how many sockets are open', async () => {
    const app = await createTestApp();
    expect((await readHealth(app)).openSockets).toBe(0);
    const live = app.live({ as: await app.loginAs('ana') });
    const samples = live.iterate({ query: 'subscription { metrics { sampledAt } }' });
    await samples.next();
    expect((await readHealth(app)).openSockets).toBe(1);
    await samples.return?.();
  });

  test('shows why the host cannot be read, and when samples are missing', async () => {
    const app = await createTestApp();
    const { sampledAt } = (await readHealth(app)).sampler;
    app.host.failure = Object.assign(new Error('EIO: /secret/path'), { code: 'EIO' });
    await app.advance({ seconds: 10 });
    expect((await readHealth(app)).sampler).toMatchObject({ isLate: false, failure: 'EIO', sampledAt });
    await app.advance({ seconds: 5 });
    expect((await readHealth(app)).sampler).toMatchObject({ isLate: true, failure: 'EIO', sampledAt });
    app.host.failure = undefined;
    await app.advance({ seconds: 5 });
    expect((await readHealth(app)).sampler).toMatchObject({ isLate: false, failure: null });
  });

  for (const { name, available, locate } of databaseKinds) {
    test.runIf(available)(`shows what the database and the history take on ${name}`, async () => {
      const location = await locate();
      const environment = { DATABASE_URL: location.kind === 'sqlite' ? `sqlite:${location.file}` : location.url };
      const app = await createTestApp({ environment, database: await openTestDatabase(location) });
      const before = await readHealth(app);
      // On SQLite, the first minute is buffered in memory; on PostgreSQL, each sample is written immediately.
      expect(before.history.chunks).toBe(location.kind === 'sqlite' ? 0 : 1);
      await app.advance({ minutes: 5 });
      // The values are cached for ten minutes.
      expect((await readHealth(app)).history).toEqual(before.history);
      await app.advance({ minutes: 6 });
      await app.services.history.flush();
      const { chunks, bytes } = (await readHealth(app)).history;
      expect(chunks).toBeGreaterThanOrEqual(12);
      expect(bytes).toBeGreaterThan(chunks * 10);
      expect(before.database.bytes).toBeGreaterThan(50_000);
    });
  }
});

const NODES = '{ serviceNodes { id address version state isCurrent startedAt lastSeenAt openSockets residentBytes } }';

interface Node {
  readonly id: string;
  readonly [field: string]: unknown;
}

async function fetchNodes(app: TestApp): Promise<Node[]> {
  const staff = await app.scriptAs('chefe', { isStaff: true });
  return (await staff.graphql(NODES)).json<{ data: { serviceNodes: Node[] } }>().data.serviceNodes;
}

describe('the processes of the service (contract 13)', () => {
  test('are this one alone on SQLite', async () => {
    const app = await createTestApp();
    const startedAt = app.clock.now().toISOString();
    await app.advance({ minutes: 2 });
    const [node, ...others] = await fetchNodes(app);
    expect(others).toEqual([]);
    expect(node).toEqual({
      id: `ServiceNode:${app.services.nodes.ownId}`,
      address: expect.stringMatching(/^\S+ 127\.0\.0\.1:8000$/),
      version: JSON.parse(readFileSync('package.json', 'utf8')).version,
      state: 'LIVE',
      isCurrent: true,
      startedAt,
      lastSeenAt: app.clock.now().toISOString(),
      openSockets: 0,
      residentBytes: expect.any(Number),
    });
    const health = `{ serviceHealth(node: "${node?.id}") { uptimeSeconds } }`;
    expect((await (await app.scriptAs('chefe')).graphql(health)).json()).toEqual({
      data: { serviceHealth: { uptimeSeconds: 120 } },
    });
  });

  test('that is not there has no health: NOT_FOUND', async () => {
    const app = await createTestApp();
    const staff = await app.scriptAs('chefe', { isStaff: true });
    for (const id of ['x', '']) {
      const answer = await staff.graphql('query ($id: ID) { serviceHealth(node: $id) { version } }', { id });
      expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    }
  });

  test.runIf(nodesCanRun)('know each other on PostgreSQL, with what each last said of itself', async () => {
    const database = await openTestDatabase({ kind: 'postgresql', url: await newDatabaseUrl() });
    const [a, b] = [await createTestApp({ database }), await createTestApp({ database })];
    const [idA, idB] = [a.services.nodes.ownId, b.services.nodes.ownId];
    const samples = b.live({ as: await b.loginAs('ana') }).iterate({ query: 'subscription { metrics { sampledAt } }' });
    await samples.next();
    await b.advance({ seconds: 10 });
    const live = { state: 'LIVE', residentBytes: expect.any(Number) };
    await expect
      .poll(() => fetchNodes(a))
      .toMatchObject([
        { ...live, id: `ServiceNode:${idA}`, isCurrent: true, openSockets: 0 },
        { ...live, id: `ServiceNode:${idB}`, isCurrent: false, openSockets: 1 },
      ]);
    expect(await fetchNodes(b)).toMatchObject([{ isCurrent: false }, { isCurrent: true }]);
    const health = HEALTH.replace('serviceHealth', `serviceHealth(node: "${idB}")`);
    const answer = await (await a.scriptAs('chefe')).graphql(health);
    expect(answer.json()).toMatchObject({
      data: { serviceHealth: { openSockets: 1, uptimeSeconds: 10, database: { kind: 'POSTGRESQL' } } },
    });
    await b.close();
    expect((await fetchNodes(a)).map(({ id }) => id)).toEqual([`ServiceNode:${idA}`]);
  });

  test.runIf(nodesCanRun)('are listed when one has not said yet how it is, or is gone', async () => {
    const database = await openTestDatabase({ kind: 'postgresql', url: await newDatabaseUrl() });
    const app = await createTestApp({ database });
    const connection = (database.em.fork() as SqlEntityManager).getConnection();
    for (const [id, age] of [
      ['new', 1],
      ['gone', 60],
    ]) {
      await connection.execute(`insert into nodes (id, version, address, started_at, beat_at, key_fingerprint)
        select '${id}', '0.9', 'web-9 :1', now() + interval '1 hour', now() - interval '${age} seconds', key_fingerprint from nodes limit 1`);
    }
    const unknown = { version: '0.9', openSockets: null, residentBytes: null };
    expect(await fetchNodes(app)).toMatchObject([
      { isCurrent: true },
      { ...unknown, id: 'ServiceNode:new', state: 'LIVE' },
      { ...unknown, id: 'ServiceNode:gone', state: 'GONE' },
    ]);
    const answer = await (await app.scriptAs('chefe')).graphql('{ serviceHealth(node: "new") { version } }');
    expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });
});

describe('the delay of the event loop', () => {
  test.each([
    ['the turns', 0],
    ['a timer, as older versions of Node do', 100],
  ])('is what Node measures of %s; a stall shows for one to two minutes', async (_name, timerMs) => {
    const clock = new FakeClock();
    const times = createHistogram();
    const delay = new LoopDelay(clock, Object.assign(times, { enable: () => true, disable: () => true }));
    const record = (ms: number) => times.record((timerMs + ms) * 1e6);
    const stop = delay.start();
    expect(delay.read()).toEqual({ p50: 0, p99: 0, max: 0 });
    for (let turn = 0; turn < 99; turn += 1) record(1);
    record(300);
    expect(delay.read()).toEqual({ p50: expect.closeTo(1, 0), p99: expect.closeTo(1, 0), max: expect.closeTo(300, 0) });
    await clock.advance({ minutes: 1 });
    record(0.01);
    expect(delay.read().max).toBeCloseTo(300, 0);
    await clock.advance({ minutes: 1 });
    expect(delay.read().max).toBeCloseTo(0, 0);
    stop();
    expect(clock.running).toBe(0);
  });

  test('shows a stall while the service runs, and no stall while it waits', async () => {
    const delay = new LoopDelay(new FakeClock());
    onTestFinished(delay.start());
    await setImmediate();
    const until = performance.now() + 250;
    while (performance.now() < until);
    await expect.poll(() => delay.read().max).toBeGreaterThanOrEqual(249);
    expect(delay.read().p50).toBeLessThan(100);
  });

  test('is watched while the service runs', async () => {
    const app = await createTestApp();
    await expect.poll(async () => (await readHealth(app)).loopDelay.maxMs).toBeGreaterThan(0);
  });
});
