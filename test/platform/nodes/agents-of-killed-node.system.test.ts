import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Agent } from '../../../src/agent/agent.js';
import { WaitingMinutes } from '../../../src/agent/waiting-minutes.js';
import { systemClock } from '../../../src/shared/time/clock.js';
import { addAgentHost, createGreeting } from '../../support/agents/agents.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { FakeHost } from '../../support/fakes/fake-host.js';
import { newDatabaseUrl, nodesCanRun, sqlOf, startNode } from '../../support/processes/nodes.js';

const AGENTS = 200;

/** The longest time for which a lost node's agents may be missing (contract 13). */
const BACK_WITHIN_MS = 20_000;

/** Starts a balancer without sticky sessions: connections alternate between the nodes, or go to the remaining one. */
async function startBalancer(ports: readonly number[]): Promise<URL> {
  let turn = 0;
  const server = createServer((client) => {
    client.on('error', () => {});
    const reach = (place: number, left: number) => {
      const node = connect(ports[place % ports.length] ?? 0, '127.0.0.1');
      let isReached = false;
      node.on('error', () => {});
      node.on('connect', () => {
        isReached = true;
        client.pipe(node).pipe(client);
      });
      node.on('close', () => (isReached || left === 0 ? client.destroy() : reach(place + 1, left - 1)));
      client.on('close', () => node.destroy());
    };
    reach(turn++, ports.length - 1);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function startAgent(hub: URL, token: string): void {
  const agent = new Agent({
    ...{ hub, clock: systemClock, logger: { log: () => {} }, state: undefined },
    ...{ token: async () => token, instance: randomUUID(), host: new FakeHost() },
    facts: createGreeting(token, systemClock.now()).facts,
    ...{ processes: { busiest: async () => null }, processTimes: { next: async () => undefined } },
    minutes: new WaitingMinutes(),
  });
  const running = agent.run();
  onTestFinished(async () => {
    agent.stop();
    await running;
  });
}

test.runIf(nodesCanRun)('two hundred agents of a node that is killed are live at the other within 20 s', async () => {
  const url = await newDatabaseUrl();
  const database = await openTestDatabase({ kind: 'postgresql', url });
  const sql = sqlOf(database);
  const nodes = [await startNode(url), await startNode(url)] as const;
  const hub = await startBalancer(nodes.map(({ port }) => port));
  for (let number = 0; number < AGENTS; number += 1) {
    const { token } = await addAgentHost(database, { name: `agent ${number}`, now: new Date() });
    startAgent(hub, token);
  }
  /** Returns the number of hosts that each node has heard from since a time. */
  const heardSince = async (ms: number) => {
    const rows = await sql<{ stored_by: string; count: string }>(
      `select stored_by, count(*) as count from hosts
        where has_agent and newest is not null and last_seen_at > '${new Date(ms).toISOString()}' group by stored_by`,
    );
    return rows.map(({ count }) => Number(count)).sort((a, b) => b - a);
  };
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  await expect.poll(async () => total(await heardSince(0))).toBe(AGENTS);
  const [most = 0, fewest = 0] = await heardSince(0);
  expect(most - fewest).toBeLessThan(AGENTS / 2);

  const killed = Date.now();
  nodes[0].process.kill('SIGKILL');
  await nodes[0].ended;
  await expect.poll(() => heardSince(killed + 1000), { timeout: BACK_WITHIN_MS, interval: 250 }).toEqual([AGENTS]);
});
