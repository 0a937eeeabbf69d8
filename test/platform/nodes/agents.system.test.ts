import { describe, expect, test } from 'vitest';
import { HostSeries } from '../../../src/features/monitoring/exposition/host-series.js';
import { counter } from '../../../src/features/monitoring/exposition/metric-family.js';
import type { StoredSample } from '../../../src/features/monitoring/history/stored-sample.js';
import {
  addAgentHost,
  connectAgent,
  createGreeting,
  fakeChannel,
  minuteOf,
  sampleAt,
} from '../../support/agents/agents.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { newDatabaseUrl, nodesCanRun, sqlOf } from '../../support/processes/nodes.js';
import { createTestApp } from '../../support/test-app.js';

const MINUTE = 60_000;
const START = new Date('2026-01-02T03:04:00.000Z');

/** Creates two nodes that share a clock, and a host with an agent. */
async function createNodes() {
  const location = { kind: 'postgresql', url: await newDatabaseUrl() } as const;
  const clock = new FakeClock(START);
  const startNode = async () => createTestApp({ database: await openTestDatabase(location), clock });
  const [a, b] = [await startNode(), await startNode()];
  const host = await addAgentHost(a.database, { now: clock.now() });
  return { a, b, clock, host, now: () => clock.now() };
}

describe.runIf(nodesCanRun)('agents of several nodes (contract 13)', () => {
  test('are seen at every node: what one has taken, another shows and tells those who watch', async () => {
    const { a, b, clock, host, now } = await createNodes();
    const told: number[] = [];
    await b.services.hostStates.list();
    b.services.hostStates.onChanged((numbers) => told.push(...numbers.filter((number) => number === host.number)));
    const { agent } = await connectAgent(a.services.agentIntake, host.token, now());
    for (const cpuPercent of [11, 12]) {
      agent.takeSample(sampleAt(now().getTime(), { cpuPercent }), now().getTime());
      const shown = async () => {
        await clock.advance({ seconds: 1 });
        return b.services.hostStates.byNumber(host.number);
      };
      await expect.poll(shown).toMatchObject({ state: 'LIVE', newest: { cpuPercent }, version: '1.2.3' });
    }
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(2);
    const minute = START.getTime() - MINUTE;
    await agent.takeMinute(minute, minuteOf(minute));
    const range = { fromMs: minute, toMs: minute + MINUTE, points: 100 };
    const [ofA, ofB] = await Promise.all(
      [a, b].map((node) => node.services.hostStates.history(host.number).read(range)),
    );
    expect(ofB?.average[0]).toEqual(ofA?.average[0]);
    expect(ofB?.average[0]).toHaveLength(12);
  });

  test('tell their counters at every node', async () => {
    const { a, b, host, now } = await createNodes();
    const { channel } = fakeChannel();
    const series = HostSeries.of([counter('node_forks_total', 'Forks.', [{ value: 7 }])]);
    const agent = await a.services.agentIntake.admit(createGreeting(host.token, now()), {
      ...channel,
      askFamilies: async () => {
        if (typeof agent === 'object') agent.takeFamilies(series);
        return series;
      },
    });
    if (typeof agent === 'string') throw new Error(agent);
    agent.takeSample(sampleAt(now().getTime()), now().getTime());
    await agent.takeMinute(START.getTime() - MINUTE, minuteOf(START.getTime() - MINUTE));
    const reader = await b.programAs('prometheus', ['READ']);
    const atB = async () => {
      await a.clock.advance({ seconds: 1 });
      return (await reader.get(`/metrics?host=${host.number}`)).text;
    };
    await expect.poll(atB).toMatch(/^node_forks_total 7$/m);
  });

  test('that come from a node that was killed go on at another at once, and lose nothing', async () => {
    const { a, b, host, clock, now } = await createNodes();
    const before = await connectAgent(a.services.agentIntake, host.token, now());
    before.agent.takeSample(sampleAt(now().getTime()), now().getTime());
    await clock.advance({ seconds: 1 });
    const minute = START.getTime() - MINUTE;
    await before.agent.takeMinute(minute, minuteOf(minute));
    // The node has fallen silent, so its agents reconnect within 20 s.
    const after = await connectAgent(b.services.agentIntake, host.token, now());
    await after.agent.takeMinute(minute, minuteOf(minute));
    await after.agent.takeMinute(minute - MINUTE, minuteOf(minute - MINUTE));
    after.agent.takeSample(sampleAt(now().getTime(), { cpuPercent: 77 }), now().getTime());
    expect(await b.services.hostStates.byNumber(host.number)).toMatchObject({
      state: 'LIVE',
      newest: { cpuPercent: 77 },
    });
    expect(await sqlOf(b.database)(`select 1 from host_chunks where host_number = ${host.number}`)).toHaveLength(2);
    expect(after.ends).toEqual([]);
  });

  test('that have connected to another node are ended here, whether or not word of it comes', async () => {
    const { a, b, host, clock, now } = await createNodes();
    const first = await connectAgent(a.services.agentIntake, host.token, now());
    await connectAgent(b.services.agentIntake, host.token, now());
    await expect.poll(() => first.ends).toEqual(['replaced']);
    const silent = await addAgentHost(a.database, { name: 'silent', now: now() });
    const second = await connectAgent(a.services.agentIntake, silent.token, now());
    await sqlOf(a.database)(`update hosts set stored_by = 'another node' where number = ${silent.number}`);
    second.agent.takeSample(sampleAt(now().getTime()), now().getTime());
    await clock.advance({ seconds: 1 });
    await expect.poll(() => second.ends).toEqual(['replaced']);
  });

  test('with a copied token are refused at every node', async () => {
    const { a, b, host, now } = await createNodes();
    await connectAgent(a.services.agentIntake, host.token, now());
    const copy = createGreeting(host.token, now(), { instance: '00000000-0000-4000-8000-000000000002' });
    expect(await b.services.agentIntake.admit(copy, fakeChannel().channel)).toBe('in_use');
  });

  test('lose their connection at the node that has it when another has retired their host', async () => {
    const { a, b, host, now } = await createNodes();
    const { ends } = await connectAgent(a.services.agentIntake, host.token, now());
    await sqlOf(b.database)(`update hosts set retired_at = now(), token_hash = null where number = ${host.number}`);
    b.services.noteEditedHost(host.number);
    await expect.poll(() => ends).toEqual(['revoked']);
    await expect.poll(async () => (await a.services.hostStates.byNumber(host.number))?.state).toBe('RETIRED');
  });

  test('are asked for their processes through the node that they are connected to', async () => {
    const { a, b, host, now } = await createNodes();
    const busy = { byCpu: [{ id: 7, name: 'node', cpuPercent: 61, ramBytes: 1 }], byRam: [] };
    const channel = { askProcesses: async () => busy, tellInterval: () => {}, end: () => {} };
    const agent = await a.services.agentIntake.admit(createGreeting(host.token, now()), channel);
    if (typeof agent === 'string') throw new Error(agent);
    expect(await b.services.hostStates.processes(host.number).busiest()).toBeNull();
    agent.takeSample(sampleAt(now().getTime()), now().getTime());
    await a.services.agentIntake.save();
    b.services.hostStates.noteChange();
    for (const { services } of [a, b]) {
      expect(await services.hostStates.processes(host.number).busiest()).toEqual(busy);
      expect(await services.processes.busiest()).not.toEqual(busy);
    }
  });

  test('are summed up by one node, and found the same by both while that goes on', async () => {
    const { a, b, host, clock, now } = await createNodes();
    const { agent } = await connectAgent(a.services.agentIntake, host.token, now());
    const firstMs = START.getTime() - 200 * MINUTE;
    const minutes: [number, StoredSample[]][] = Array.from({ length: 190 }, (_, n) => [
      firstMs + n * MINUTE,
      minuteOf(firstMs + n * MINUTE, { cpu: n, count: 1 + (n % 12) }),
    ]);
    const samples = minutes.flatMap(([, some]) => some);
    const range = { fromMs: firstMs - (firstMs % (60 * MINUTE)), toMs: START.getTime(), points: 6 };
    const sent = Promise.all(minutes.toReversed().map(([startMs, some]) => agent.takeMinute(startMs, some)));
    const summed = Promise.all([a.services.agentHistories.rollUp(), b.services.agentHistories.rollUp()]);
    await Promise.all([sent, summed]);
    for (let round = 0; round < 2; round += 1) {
      const [ofA, ofB] = await Promise.all(
        [a, b].map((node) => node.services.hostStates.history(host.number).read(range)),
      );
      expect(ofA).toEqual(ofB);
      expect(Math.max(...(ofA?.maximum[0] ?? []).map(Number))).toBe(
        Math.max(...samples.map(({ figures }) => Number(figures[0]))),
      );
      await clock.advance({ minutes: 3 });
      await Promise.all([a.services.agentHistories.rollUp(), b.services.agentHistories.rollUp()]);
    }
  });

  test('are summed up by the clock', async () => {
    const { a, b, host, clock, now } = await createNodes();
    const { agent } = await connectAgent(a.services.agentIntake, host.token, now());
    const minute = START.getTime() - 64 * MINUTE;
    await agent.takeMinute(minute, minuteOf(minute));
    const rolledUp = async () => {
      await clock.advance({ minutes: 1 });
      return sqlOf(b.database)(`select 1 from host_chunks where resolution = 1 and host_number = ${host.number}`);
    };
    await expect.poll(rolledUp).toHaveLength(1);
  });
});
