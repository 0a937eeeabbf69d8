import { describe, expect, test } from 'vitest';
import { AlertRule } from '../../../src/features/alerts/alert-rule.entity.js';
import { AlertState } from '../../../src/features/alerts/alert-state.entity.js';
import { Incident } from '../../../src/features/alerts/incidents/incident.entity.js';
import { codeOf, dataOf, startWithStaff } from '../../support/administration.js';
import { createRule, evaluateFor, setCpu } from '../../support/alerts/alerts.js';
import { createChannel, SIGNING_KEY, startWithChannels } from '../../support/alerts/channels.js';
import { jsonOf, startReceiver } from '../../support/alerts/receiver.js';
import { databaseKinds, sqlite } from '../../support/databases/databases.js';
import type { Browser } from '../../support/http/browser.js';
import { rowIdOf } from '../../support/row-id.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

const RULE = { name: 'Processador', expression: 'cpu > 90', forSeconds: 60, releaseSeconds: 30 };

interface Shown {
  readonly id: string;
  readonly state: 'OPEN' | 'ENDED';
  readonly trueSince: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly endReason: string | null;
  readonly durationSeconds: number;
  readonly measure: string | null;
  readonly comparisons: readonly { text: string; before: number | null; atStart: number | null; peak: number | null }[];
  readonly acknowledgedBy: string | null;
}

async function fetchIncidents(caller: Browser): Promise<readonly Shown[]> {
  const { incidents } = await dataOf<{ incidents: { nodes: Shown[] } }>(
    caller,
    `{ incidents { nodes { id state trueSince startedAt endedAt endReason durationSeconds measure acknowledgedBy
      comparisons { text before atStart peak } } } }`,
  );
  return incidents.nodes;
}

async function stateOf(app: TestApp, ruleId: string): Promise<string | undefined> {
  const row = await app.database.em.fork().findOne(AlertState, { ruleId: rowIdOf(ruleId), hostNumber: 1 });
  return row?.state;
}

/** Keeps the CPU at a value for the given time, with a sample every five seconds. */
async function hold(app: TestApp, percent: number, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    setCpu(app, percent - 1);
    await evaluateFor(app, { seconds: 5 });
  }
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`an incident on ${kind.name} (contract 12, promise 46)`, () => {
    test('begins when the rule has held for long enough, keeps its peak, and ends when it has not', async () => {
      const { app, staff } = await startWithStaff(kind);
      const rule = await createRule(staff, RULE);
      await hold(app, 50, 10);
      await hold(app, 95, 55);
      expect(await fetchIncidents(staff)).toEqual([]);
      expect(await stateOf(app, rule)).toBe('PENDING');
      await hold(app, 95, 15);
      const [begun] = await fetchIncidents(staff);
      expect(begun).toMatchObject({ state: 'OPEN', endedAt: null, measure: 'cpuPercent' });
      expect(begun?.comparisons).toEqual([{ text: 'cpu > 90 %', before: 50, atStart: 95, peak: 95 }]);
      await hold(app, 99, 5);
      await hold(app, 20, 25);
      expect((await fetchIncidents(staff))[0]?.state).toBe('OPEN');
      await hold(app, 20, 15);
      const [ended] = await fetchIncidents(staff);
      expect(ended).toMatchObject({
        id: begun?.id,
        state: 'ENDED',
        endReason: 'RELEASED',
        startedAt: begun?.startedAt,
      });
      expect(ended?.comparisons).toEqual([{ text: 'cpu > 90 %', before: 50, atStart: 95, peak: 99 }]);
      expect(await fetchIncidents(staff)).toHaveLength(1);
    });

    test('says since when the condition holds beside since when the rule fires', async () => {
      const { app, staff } = await startWithStaff(kind);
      await createRule(staff, RULE);
      await hold(app, 50, 10);
      const before = app.clock.now().getTime();
      await hold(app, 95, 75);
      const [begun] = await fetchIncidents(staff);
      const heldMs = Date.parse(begun?.startedAt ?? '') - Date.parse(begun?.trueSince ?? '');
      expect(heldMs).toBe(60_000);
      expect(Date.parse(begun?.trueSince ?? '')).toBeGreaterThan(before);
    });

    test('is one, however often the figure crosses the limit', async () => {
      const { app, staff } = await startWithStaff(kind);
      await createRule(staff, { ...RULE, forSeconds: 0, releaseSeconds: 60 });
      // On PostgreSQL, each sample takes real time.
      const crossings = kind.name === 'SQLite' ? 20 : 4;
      for (let crossed = 0; crossed < crossings; crossed += 1) {
        await hold(app, 91, 5);
        await hold(app, 89, 10);
      }
      expect(await fetchIncidents(staff)).toHaveLength(1);
      await hold(app, 89, 65);
      const incidents = await fetchIncidents(staff);
      expect(incidents.map(({ state }) => state)).toEqual(['ENDED']);
    });

    test('goes on after a restart, and time while the service was down counts for nothing', async () => {
      const { app, location, staff } = await startWithStaff(kind);
      const rule = await createRule(staff, RULE);
      await hold(app, 95, 40);
      await app.close();
      const { clock, host } = app;
      await clock.advance({ minutes: 30 });
      const { app: second, staff: again } = await startWithStaff(
        { ...kind, locate: async () => location },
        { clock, host },
      );
      await hold(second, 95, 15);
      expect(await stateOf(second, rule)).toBe('PENDING');
      expect(await fetchIncidents(again)).toEqual([]);
      await hold(second, 95, 25);
      const [begun] = await fetchIncidents(again);
      expect(begun).toMatchObject({ state: 'OPEN' });
      await second.close();
      await clock.advance({ minutes: 30 });
      const third = await startWithStaff({ ...kind, locate: async () => location }, { clock, host });
      await hold(third.app, 20, 20);
      expect((await fetchIncidents(third.staff)).map(({ id, state }) => [id, state])).toEqual([[begun?.id, 'OPEN']]);
      await hold(third.app, 20, 20);
      expect((await fetchIncidents(third.staff)).map(({ id, state }) => [id, state])).toEqual([[begun?.id, 'ENDED']]);
    });

    test('begins anew where somebody has ended its incident: what the row says of it is void', async () => {
      const { app, staff } = await startWithStaff(kind);
      const rule = await createRule(staff, { ...RULE, forSeconds: 0 });
      await hold(app, 95, 10);
      const [first] = await fetchIncidents(staff);
      expect(first).toMatchObject({ state: 'OPEN' });
      await app.database.em
        .fork()
        .nativeUpdate(Incident, { id: rowIdOf(first?.id ?? '') }, { endedAt: app.clock.now() });
      app.services.alertEvaluator.noteChange();
      await hold(app, 95, 10);
      expect((await fetchIncidents(staff)).map(({ state }) => state)).toEqual(['OPEN', 'ENDED']);
      expect(await stateOf(app, rule)).toBe('FIRING');
    });

    test('ends without the rule when that is given another condition, switched off or deleted', async () => {
      const { app, staff } = await startWithStaff(kind);
      const rule = await createRule(staff, { ...RULE, forSeconds: 0 });
      const update = (changes: object) =>
        dataOf(
          staff,
          'mutation ($id: ID!, $input: AlertRuleInput!) { updateAlertRule(id: $id, input: $input) { id } }',
          {
            id: rule,
            input: { ...RULE, forSeconds: 0, ...changes },
          },
        );
      const newest = async () => (await fetchIncidents(staff))[0];
      await hold(app, 95, 10);
      await update({ severity: 'BAD' });
      await update({ expression: '(cpu > 90 %)' });
      expect(await newest()).toMatchObject({ state: 'OPEN' });
      await update({ expression: 'cpu > 91' });
      expect(await newest()).toMatchObject({ state: 'ENDED', endReason: 'RULE_CHANGED' });
      await hold(app, 95, 10);
      expect(await newest()).toMatchObject({ state: 'OPEN' });
      await update({ expression: 'cpu > 91', isActive: false });
      expect(await newest()).toMatchObject({ state: 'ENDED', endReason: 'RULE_SWITCHED_OFF' });
      await hold(app, 95, 20);
      expect(await fetchIncidents(staff)).toHaveLength(2);
      await update({ expression: 'cpu > 91', isActive: true });
      await hold(app, 95, 10);
      await dataOf(staff, `mutation { deleteAlertRule(id: "${rule}") }`);
      expect(await newest()).toMatchObject({ state: 'ENDED', endReason: 'RULE_DELETED' });
      await hold(app, 95, 20);
      expect(await fetchIncidents(staff)).toHaveLength(3);
    });

    test('is acknowledged by whoever is signed in', async () => {
      const { app, staff } = await startWithStaff(kind);
      await createRule(staff, { ...RULE, forSeconds: 0 });
      await hold(app, 95, 10);
      const ana = await app.loginAs('ana');
      const [open] = await fetchIncidents(ana);
      const acknowledge = `mutation { acknowledgeIncident(id: "${open?.id}", note: "Já vi") { acknowledgedBy acknowledgementNote } }`;
      expect(await dataOf(ana, acknowledge)).toEqual({
        acknowledgeIncident: { acknowledgedBy: 'ana', acknowledgementNote: 'Já vi' },
      });
      expect((await fetchIncidents(staff))[0]).toMatchObject({ state: 'OPEN', acknowledgedBy: 'ana' });
      expect(await codeOf(ana, 'mutation { acknowledgeIncident(id: "777") { id } }')).toBe('NOT_FOUND');
      expect(await codeOf(app.browser(), acknowledge)).toBe('UNAUTHENTICATED');
    });

    test('neither begins nor ends while nothing is known of what it is about', async () => {
      const { app, staff } = await startWithStaff(kind);
      const rule = await createRule(staff, { ...RULE, name: 'Rede', expression: 'netin > 1 MB', forSeconds: 0 });
      const network = (received: number | null) => {
        const { reading } = app.host;
        app.host.reading = { ...reading, network: received === null ? null : { received, sent: 0 } };
      };
      network(2_000_000);
      await evaluateFor(app, { seconds: 10 });
      expect(await fetchIncidents(staff)).toHaveLength(1);
      network(null);
      await evaluateFor(app, { seconds: 120 });
      expect(await stateOf(app, rule)).toBe('UNKNOWN');
      expect((await fetchIncidents(staff)).map(({ state }) => state)).toEqual(['OPEN']);
      await app.clock.advance({ minutes: 14 });
      await evaluateFor(app, { seconds: 15 });
      const [ended] = await fetchIncidents(staff);
      expect(ended).toMatchObject({ state: 'ENDED', endReason: 'NOT_MEASURED' });
      expect(await stateOf(app, rule)).not.toBe('FIRING');
      network(2_000_000);
      await evaluateFor(app, { seconds: 10 });
      expect((await fetchIncidents(staff)).map(({ state }) => state)).toEqual(['OPEN', 'ENDED']);
      network(0);
      await evaluateFor(app, { seconds: 45 });
      expect((await fetchIncidents(staff)).map(({ state }) => state)).toEqual(['ENDED', 'ENDED']);
    });

    test('does not end while its window fills again, as after a restart', async () => {
      const { app, staff } = await startWithStaff(kind);
      const rule = await createRule(staff, { ...RULE, name: 'Disco', expression: 'disk("/") > 10', forSeconds: 0 });
      await evaluateFor(app, { seconds: 10 });
      // The window of a single file system cannot be filled from the history.
      const expression = 'avg(disk("/"), 1h) > 10';
      await app.database.em.fork().nativeUpdate(AlertRule, { id: rowIdOf(rule) }, { expression });
      app.services.alertEvaluator.noteChange();
      await evaluateFor(app, { seconds: 15 });
      expect(await stateOf(app, rule)).toBe('UNKNOWN');
      await app.clock.advance({ minutes: 16 });
      await evaluateFor(app, { seconds: 15 });
      expect((await fetchIncidents(staff)).map(({ state }) => state)).toEqual(['OPEN']);
    });
  });
}

describe('a figure at the limit for an hour of 720 samples (promise 46)', () => {
  test('is told once, and once that it is over', async () => {
    // Runs on SQLite because each sample would take real time on PostgreSQL.
    const { app, staff } = await startWithChannels(sqlite);
    const receiver = await startReceiver();
    const secrets = { url: `${receiver.url}/`, secret: SIGNING_KEY };
    const channel = await createChannel(staff, { kind: 'WEBHOOK', ...secrets });
    await createRule(staff, { ...RULE, forSeconds: 0, releaseSeconds: 300, channels: [String(channel)] });
    const flap = async (samples: number) => {
      for (let sample = 0; sample < samples; sample += 1) await hold(app, sample % 2 === 0 ? 91 : 90, 5);
    };
    const told = () =>
      receiver.received.map((message) =>
        jsonOf<{ data: { items: { kind: string }[] } }>(message).data.items.map(({ kind }) => kind),
      );
    // Collects explicitly, since the clock may have skipped collection times while a collection was still running.
    const collect = () => app.services.itemCollector.collect();
    await flap(10);
    await collect();
    await expect.poll(told).toEqual([['fired']]);
    await flap(710);
    expect(await fetchIncidents(staff)).toMatchObject([{ state: 'OPEN', durationSeconds: expect.closeTo(3600, -2) }]);
    expect(told()).toEqual([['fired']]);
    await hold(app, 90, 345);
    await collect();
    await expect.poll(told).toEqual([['fired'], ['released']]);
    expect(await fetchIncidents(staff)).toMatchObject([{ state: 'ENDED', endReason: 'RELEASED' }]);
  });
});

test('a host that sends nothing is away', async () => {
  const app = await createTestApp();
  const staff = await app.loginAs('chefe', { isStaff: true });
  app.host.failure = new Error('EIO');
  await evaluateFor(app, { seconds: 110 });
  expect(await fetchIncidents(staff)).toEqual([]);
  await evaluateFor(app, { seconds: 20 });
  const [away] = await fetchIncidents(staff);
  expect(away).toMatchObject({ state: 'OPEN', comparisons: [{ text: 'away > 2 min' }] });
});
