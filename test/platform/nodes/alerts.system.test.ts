import { describe, expect, test } from 'vitest';
import { Channel } from '../../../src/features/alerts/channels/channel.entity.js';
import { Incident } from '../../../src/features/alerts/incidents/incident.entity.js';
import { OutboxItem } from '../../../src/platform/outbox/outbox-item.entity.js';
import { dataOf } from '../../support/administration.js';
import { createRule } from '../../support/alerts/alerts.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { emptyDatabaseUrl, nodesCanRun } from '../../support/processes/nodes.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

/** Gives each node a separate machine, so that both samples are stored. */
const HOSTS = ['6a0c1fd2-9d0e-4f2e-8a53-6a3b1f0f0b01', '6a0c1fd2-9d0e-4f2e-8a53-6a3b1f0f0b02'] as const;
const RULE = { name: 'Processador', expression: 'cpu > 90', forSeconds: 20, releaseSeconds: 20 };

describe.runIf(nodesCanRun)('alerts of several nodes (contract 13, promise 46)', () => {
  test('are evaluated by one node, told once, pushed by all, and gone on with by another', async () => {
    const location = { kind: 'postgresql', url: await emptyDatabaseUrl() } as const;
    const clock = new FakeClock();
    const startNode = async (hostId: string) =>
      createTestApp({ database: await openTestDatabase(location), clock, hostId });
    const a = await startNode(HOSTS[0]);
    // The first node takes the lock before the second one starts.
    await a.advance({ seconds: 1 });
    await a.services.alertEvaluator.settled();
    const b = await startNode(HOSTS[1]);
    const nodes = [a, b];
    const em = b.database.em.fork();
    const now = clock.now();
    const fields = {
      name: 'Plantão',
      kind: 'WEBHOOK',
      language: 'pt',
      settings: '{}',
      createdAt: now,
      changedAt: now,
    } as const;
    const channel = em.create(Channel, fields);
    await em.persist(channel).flush();
    const staff = await b.loginAs('chefe', { isStaff: true });
    await createRule(staff, { ...RULE, channels: [String(channel.id)] });
    const seen: string[] = [];
    b.live({ as: staff }).subscribe(
      { query: 'subscription { incidents { hostName state } }' },
      {
        next: ({ data }) => seen.push((data as { incidents: { state: string } }).incidents.state),
        error: () => {},
        complete: () => {},
      },
    );
    /** Reports this load on the live nodes for the given time, with a sample every five seconds. */
    const hold = async (percent: number, seconds: number, live: readonly TestApp[]) => {
      for (let passed = 0; passed < seconds; passed += 1) {
        for (const { host } of live) host.reading = { ...host.reading, cpuPercent: percent };
        await clock.advance({ seconds: 1 });
        // PostgreSQL takes real time to store the samples.
        for (const { services } of live) await services.history.flush();
        for (const { services } of live) await services.alertEvaluator.settled();
      }
    };
    const items = async () =>
      (await b.database.em.fork().find(OutboxItem, {})).map(({ itemId }) => itemId.split('-')[1]);
    const open = async () => b.database.em.fork().count(Incident, { endedAt: null });

    await hold(95, 35, nodes);
    await expect.poll(open).toBe(2);
    expect(await items()).toEqual(['fired', 'fired']);
    await expect.poll(() => seen).toEqual(['OPEN', 'OPEN']);

    // The other node takes the lock and continues from the stored rows; the incident of its own machine ends.
    await a.close();
    await hold(10, 50, [b]);
    await expect.poll(open).toBe(1);
    expect((await items()).sort()).toEqual(['fired', 'fired', 'released']);
    await expect.poll(() => seen).toEqual(['OPEN', 'OPEN', 'ENDED']);
    // The other machine has stopped sending samples, so its state is unknown and its incident neither ends nor reopens.
    const { alertRules } = await dataOf<{ alertRules: { nodes: { name: string; states: { state: string }[] }[] } }>(
      staff,
      '{ alertRules { nodes { name states { state } } } }',
    );
    const states = alertRules.nodes.find(({ name }) => name === RULE.name)?.states.map(({ state }) => state);
    expect(states?.sort()).toEqual(['OK', 'UNKNOWN']);
  });
});
