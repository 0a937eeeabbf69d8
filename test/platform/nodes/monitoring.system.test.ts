import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ChunkTable } from '../../../src/features/monitoring/history/chunk-table.js';
import { samplesOfColumns } from '../../../src/features/monitoring/history/roll-up.js';
import { createStoredSample } from '../../../src/features/monitoring/history/stored-sample.js';
import { HostHistoryStore } from '../../../src/features/monitoring/hosts/storage/host-history-store.js';
import { dataOf } from '../../support/administration.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { newDatabaseUrl, nodesCanRun } from '../../support/processes/nodes.js';
import { createTestApp, type TestApp, type TestAppOptions } from '../../support/test-app.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Creates nodes of one service, each on its own machine unless the options say otherwise. */
async function createNodes(...options: readonly TestAppOptions[]) {
  const url = await newDatabaseUrl();
  const clock = new FakeClock();
  const nodes: TestApp[] = [];
  for (const one of options) {
    const database = await openTestDatabase({ kind: 'postgresql', url });
    nodes.push(await createTestApp({ database, clock, hostId: randomUUID(), ...one }));
  }
  const [a, b] = nodes as [TestApp, TestApp];
  /** Advances tick by tick, storing each before the next. */
  const pass = async (ticks: number) => {
    for (let tick = 0; tick < ticks; tick += 1) {
      await clock.advance({ ms: a.settings.metricsIntervalMs });
      for (const node of nodes) await node.services.history.flush();
    }
  };
  return { url, clock, nodes, a, b, pass };
}

/** Returns the times and first values of all stored samples of a host. */
async function storedSamples({ database }: TestApp, hostNumber: number) {
  const chunks = await new ChunkTable(database.em.fork(), hostNumber).readRange(0, 2 ** 45);
  return chunks
    .flatMap(({ startMs, columns }) => samplesOfColumns(startMs, columns))
    .map(({ atMs, figures }) => [new Date(atMs).toISOString(), (figures[0] ?? 0) / 10]);
}

/** Returns the host as a user sees it at a node. */
async function seenAt(node: TestApp, clock: FakeClock) {
  const person = await node.loginAs();
  const from = (ago: number) => new Date(clock.now().getTime() - ago).toISOString();
  const history = 'resolution stepSeconds at cpuPercent { minimum average maximum }';
  const answer = await person.graphql(
    '{ metrics { sampledAt cpuPercent ramUsedBytes } findings { kind severity text } }',
  );
  const query = `query ($from: String!) { metricsHistory(from: $from, points: 300) { ${history} } }`;
  const ranges = [];
  for (const ago of [10 * MINUTE, HOUR, DAY, 300 * DAY]) {
    ranges.push((await person.graphql(query, { from: from(ago) })).json());
  }
  const rest = await person.get('/sistema/monitoramento/api/v1/metrics');
  expect([answer.status, rest.status]).toEqual([200, 200]);
  return { answer: answer.json<{ data: { metrics: { sampledAt: string } } }>(), ranges, rest: rest.json() };
}

describe.runIf(nodesCanRun)('monitoring by several nodes (contract 13)', () => {
  test('two machines keep every sample, each its own, and both nodes answer alike', async () => {
    const { a, b, clock, pass } = await createNodes(
      { environment: { METRICS_INTERVAL_MS: '15000' } },
      { environment: { METRICS_INTERVAL_MS: '15000' } },
    );
    const taken: [string, number][][] = [[], []];
    for (const [index, node] of [a, b].entries()) {
      node.host.reading = { ...node.host.reading, cpuPercent: index * 50 };
      const read = node.host.read.bind(node.host);
      node.host.read = async () => {
        const reading = await read();
        if (reading.cpuPercent >= 50 * index + 49) node.host.reading = { ...reading, cpuPercent: index * 50 };
        taken[index]?.push([clock.now().toISOString(), reading.cpuPercent]);
        return reading;
      };
    }
    // Takes samples faster than they can be stored, so that they have to wait, then one after another. `sleep` keeps
    // other timers from firing as often, which would take longer than the samples.
    for (let tick = 0; tick < 60; tick += 1) await clock.sleep({ ms: a.settings.metricsIntervalMs });
    await pass(20);
    for (const [index, node] of [a, b].entries()) {
      const stored = await storedSamples(node, index + 1);
      expect(stored).toHaveLength(1 + 80);
      expect(stored.slice(1)).toEqual(taken[index]);
    }
    await expect.poll(() => b.services.shown.latest).toEqual(a.services.shown.latest);
    const [atA, atB] = [await seenAt(a, clock), await seenAt(b, clock)];
    expect(atB).toEqual(atA);
    expect(atA.answer.data.metrics.sampledAt).toBe(taken[0]?.at(-1)?.[0]);
  });

  test('the minute at hand is the same at every node, at every resolution', async () => {
    const { a, b, clock, pass } = await createNodes({}, {});
    await pass(3);
    await expect.poll(() => b.services.shown.latest).toEqual(a.services.shown.latest);
    const [atA, atB] = [await seenAt(a, clock), await seenAt(b, clock)];
    expect(atB).toEqual(atA);
    const points = atA.ranges.map((range) => JSON.stringify(range).match(/"maximum":\[([^\]]*)\]/)?.[1]);
    // Contains the first sample and three more, both as samples and rolled up.
    expect(points).toEqual(['11,12,13,14', '11,12,13,14', '14', '14']);
  });

  test('of two nodes on one machine one stores; both push its samples, each once; the other goes on when it stops', async () => {
    const hostId = randomUUID();
    const { a, b, clock, pass } = await createNodes({ hostId }, { hostId });
    const pushed: Record<string, string[]> = { a: [], b: [] };
    for (const [name, node] of Object.entries({ a, b })) {
      const samples = node.live({ as: await node.loginAs() }).iterate<{ metrics: { sampledAt: string } }>({
        query: 'subscription { metrics { sampledAt } }',
      });
      void (async () => {
        for await (const { data } of samples) pushed[name]?.push(data?.metrics.sampledAt ?? '');
      })().catch(() => {});
      await expect.poll(() => pushed[name]).toHaveLength(1);
    }
    b.host.reading = { ...b.host.reading, cpuPercent: 60 };
    const expected = [clock.now().toISOString()];
    for (let tick = 0; tick < 5; tick += 1) {
      await pass(1);
      expected.push(clock.now().toISOString());
      await expect.poll(() => pushed).toEqual({ a: expected, b: expected });
    }
    expect(b.services.shown.latest).toEqual(a.services.shown.latest);
    expect((await storedSamples(a, 1)).map(([, cpu]) => cpu)).toEqual([11, 12, 13, 14, 15, 16]);
    await a.close();
    await clock.advance({ seconds: 10 });
    await b.services.history.flush();
    expect((await storedSamples(b, 1)).map(([, cpu]) => cpu)).toEqual([11, 12, 13, 14, 15, 16, 66, 67]);
    expect(pushed.b?.at(-1)).toBe(clock.now().toISOString());
  });

  test('while no sample of the first machine comes, every node shows the next, and the first again when it is back', async () => {
    const { a, b, clock, pass } = await createNodes({}, {});
    b.host.reading = { ...b.host.reading, cpuPercent: 70 };
    await pass(2);
    const shown = () => [a.services.shown.latest.cpuPercent, b.services.shown.latest.cpuPercent];
    await expect.poll(shown).toEqual([13, 13]);
    a.host.failure = new Error('gone');
    const { em } = b.database;
    await em
      .getConnection()
      .execute(`update hosts set last_seen_at = last_seen_at - interval '119 seconds' where number = 1`);
    await pass(1);
    expect(shown()).toEqual([13, 13]);
    await em
      .getConnection()
      .execute(`update hosts set last_seen_at = last_seen_at - interval '2 seconds' where number = 1`);
    await pass(2);
    await expect.poll(shown).toEqual([b.host.reading.cpuPercent, b.host.reading.cpuPercent]);
    const [atA, atB] = [await seenAt(a, clock), await seenAt(b, clock)];
    expect(atB).toEqual(atA);
    a.host.failure = undefined;
    await pass(1);
    await expect.poll(shown).toEqual([a.host.reading.cpuPercent, a.host.reading.cpuPercent]);
  });

  test('each machine is pruned by its own retention, also by another node once it is away', async () => {
    const { a, b, clock } = await createNodes(
      { environment: { HISTORY_SAMPLES_DAYS: '3' } },
      { environment: { HISTORY_SAMPLES_DAYS: '1' } },
    );
    const store = new HostHistoryStore(a.database.em);
    const measuredTwoDaysAgo = async () => {
      const sampledAt = new Date(clock.now().getTime() - 2 * DAY).toISOString();
      const sample = createStoredSample({ ...a.services.shown.latest, sampledAt });
      for (const number of [1, 2]) await store.fill(number, [sample], 0);
    };
    const counts = async () => [(await storedSamples(a, 1)).length, (await storedSamples(a, 2)).length];
    await measuredTwoDaysAgo();
    await a.services.pruneHistories();
    expect(await counts()).toEqual([2, 2]);
    await b.services.pruneHistories();
    expect(await counts()).toEqual([2, 1]);
    await b.close();
    await measuredTwoDaysAgo();
    await a.services.pruneHistories();
    expect(await counts()).toEqual([2, 2]);
    const { em } = a.database;
    await em.getConnection().execute(`update hosts set last_seen_at = now() - interval '3 minutes' where number = 2`);
    await a.services.pruneHistories();
    expect(await counts()).toEqual([2, 1]);
  });

  test('who the machine is and what its processes used is that of the machine which is shown, at every node', async () => {
    const { a, b, clock } = await createNodes({}, {});
    const [atA, atB] = [await a.loginAs('root', { isStaff: true }), await b.loginAs('eva', { isStaff: true })];
    const sql = (text: string) => a.database.em.getConnection().execute<{ count: string }[]>(text);
    const hostAt = async (caller: typeof atA) =>
      (
        await dataOf<{ host: { name: string; facts: Record<string, unknown> } }>(
          caller,
          '{ host { name facts { hostname os kernel cpuModel cores architecture bootedAt environment virtualisation } } }',
        )
      ).host;
    // In reality, both nodes run on the same machine.
    const own = await hostAt(atA);
    expect(await hostAt(atB)).toEqual(own);
    await sql(
      `update hosts set facts = jsonb_set(facts::jsonb, '{system}', '"told by a"')::text, last_seen_at = now() where number = 1`,
    );
    await clock.advance({ seconds: 1 });
    expect(await hostAt(atB)).toEqual({ ...own, facts: { ...own.facts, os: 'told by a' } });

    a.processTimes.processes = [{ name: 'of a', cpuPercent: 61, ramBytes: 4096 }];
    b.processTimes.processes = [{ name: 'of b', cpuPercent: 12, ramBytes: 4096 }];
    await clock.advance({ minutes: 1 });
    await expect.poll(async () => (await sql('select count(*) as count from process_minutes'))[0]?.count).toBe('2');
    const range = { from: '2026-01-02T03:00:00Z', to: '2026-01-02T04:00:00Z' };
    const query = 'query ($from: String!, $to: String!) { processPeaks(from: $from, to: $to) { processes { name } } }';
    for (const caller of [atA, atB]) {
      expect(await dataOf(caller, query, range)).toEqual({ processPeaks: [{ processes: [{ name: 'of a' }] }] });
    }
  });
});
