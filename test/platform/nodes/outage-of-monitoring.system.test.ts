import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../support/databases/database-proxy.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { Browser } from '../../support/http/browser.js';
import { RawSubscriber } from '../../support/http/raw-subscriber.js';
import { newDatabaseUrl, nodesCanRun, startNode } from '../../support/processes/nodes.js';
import { createScript } from '../../support/processes/running-service.js';

const INTERVAL_MS = 2000;

/** Duration of the outage, longer than it takes to notice that PostgreSQL is silent. */
const AWAY_MS = 10_000;
const environment = { METRICS_INTERVAL_MS: String(INTERVAL_MS) };

/** Opens a page that records each sample's arrival and time. */
async function openPage(baseUrl: string, access: string) {
  const page = await RawSubscriber.open(baseUrl, `Bearer ${access}`);
  const arrivals: { atMs: number; sampledAt: string }[] = [];
  page.socket.on('message', (data) => {
    const { payload } = JSON.parse(String(data)) as { payload?: { data?: { metrics?: { sampledAt: string } } } };
    const sampledAt = payload?.data?.metrics?.sampledAt;
    if (sampledAt) arrivals.push({ atMs: performance.now(), sampledAt });
  });
  page.subscribe('1', { query: 'subscription { metrics { sampledAt } }' });
  return {
    arrivals,
    /** Returns the longest time without a sample until now, in missed ticks. */
    missedTicks() {
      const times = [...arrivals.map(({ atMs }) => atMs), performance.now()];
      const longestMs = Math.max(...times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0)));
      // A tick is missed if its sample has not arrived by the next tick.
      return Math.floor(longestMs / INTERVAL_MS) - 1;
    },
    isOpen: () => page.socket.readyState === page.socket.OPEN,
  };
}

/** Returns the longest time without a sample in a node's history, from `from` until now. */
async function longestPauseMs(baseUrl: string, access: string, from: string) {
  const person = new Browser(baseUrl, { authorization: `Bearer ${access}` });
  const query =
    'query ($from: String!) { metricsHistory(from: $from, points: 750) { resolution at cpuPercent { maximum } } }';
  const { metricsHistory } = (await person.graphql(query, { from })).json<{
    data: { metricsHistory: { resolution: string; at: string[]; cpuPercent: { maximum: (number | null)[] } } };
  }>().data;
  expect(metricsHistory.resolution).toBe('SAMPLES');
  const times = metricsHistory.at
    .filter((_, index) => metricsHistory.cpuPercent.maximum[index] !== null)
    .map((at) => Date.parse(at))
    .concat(Date.now());
  return Math.max(...times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0)));
}

describe.runIf(nodesCanRun)('pages of a machine while PostgreSQL or a node is away (contract 13)', () => {
  test('the node that stores is killed: the other of the same machine goes on within two ticks', async () => {
    const url = await newDatabaseUrl();
    const nodes = [await startNode(url, { environment }), await startNode(url, { environment })];
    const { em } = await openTestDatabase({ kind: 'postgresql', url });
    const { access } = await createScript(nodes[0]?.baseUrl ?? '');
    const [{ port } = { port: '' }] = await em
      .getConnection()
      .execute(`select substring(address from '[0-9]+$') as port from nodes join hosts on stored_by = nodes.id`);
    const storing = nodes.find((node) => String(node.port) === port);
    const other = nodes.find((node) => node !== storing);
    if (!storing || !other) throw new Error(`No node stores: ${port}`);
    const page = await openPage(other.baseUrl, access);
    await expect.poll(() => page.arrivals.length).toBeGreaterThan(3);
    const from = page.arrivals[0]?.sampledAt ?? '';
    storing.process.kill('SIGKILL');
    await storing.ended;
    const before = page.arrivals.length;
    await expect.poll(() => page.arrivals.length).toBeGreaterThan(before + 3);
    expect(page.missedTicks()).toBeLessThanOrEqual(2);
    expect(await longestPauseMs(other.baseUrl, access, from)).toBeLessThan(2.5 * INTERVAL_MS);
    expect(await em.getConnection().execute('select number from hosts')).toHaveLength(1);
  });

  for (const outage of ['hang', 'refuse'] as const) {
    test(`two nodes of a machine show it on while PostgreSQL is away (${outage}), and the history has no gap`, async () => {
      const url = await newDatabaseUrl();
      const proxy = await startDatabaseProxy();
      const options = { environment, databaseUrl: proxy.through(url) };
      const nodes = [await startNode(url, options), await startNode(url, options)];
      const { access } = await createScript(nodes[0]?.baseUrl ?? '');
      const pages = [];
      for (const { baseUrl } of nodes) pages.push(await openPage(baseUrl, access));
      for (const page of pages) await expect.poll(() => page.arrivals.length).toBeGreaterThan(3);
      const from = pages[0]?.arrivals[0]?.sampledAt ?? '';
      await proxy[outage]();
      // Waits in real time, since the test is about the length of the outage.
      await setTimeout(AWAY_MS);
      for (const page of pages) expect([page.isOpen(), page.missedTicks() <= 2]).toEqual([true, true]);
      await proxy.heal();
      const pauses = () =>
        Promise.all(
          nodes.map(({ baseUrl }) => longestPauseMs(baseUrl, access, from).catch(() => Number.POSITIVE_INFINITY)),
        );
      const longest = async () => Math.max(...(await pauses()));
      await expect.poll(longest, { timeout: 20_000 }).toBeLessThan(2 * INTERVAL_MS);
      for (const page of pages) expect([page.isOpen(), page.missedTicks() <= 2]).toEqual([true, true]);
    });
  }
});
