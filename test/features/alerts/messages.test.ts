import { describe, expect, test, vi } from 'vitest';
import type { AlertItem } from '../../../src/features/alerts/alert-item.js';
import { Channel } from '../../../src/features/alerts/channels/channel.entity.js';
import { Incident } from '../../../src/features/alerts/incidents/incident.entity.js';
import { OutboxItem } from '../../../src/platform/outbox/outbox-item.entity.js';
import { codeOf, dataOf, startWithStaff } from '../../support/administration.js';
import { createRule, evaluateFor, setCpu } from '../../support/alerts/alerts.js';
import { databaseKinds } from '../../support/databases/databases.js';
import type { Browser } from '../../support/http/browser.js';
import type { TestApp } from '../../support/test-app.js';

const RULE = {
  name: 'Processador',
  expression: 'cpu > 90',
  forSeconds: 10,
  releaseSeconds: 10,
  severity: 'BAD',
} as const;

/** Creates a channel that sends nothing, so that its items remain visible. */
async function makeChannel(app: TestApp, name = 'Plantão'): Promise<string> {
  const em = app.database.em.fork();
  const now = app.clock.now();
  const settings = JSON.stringify({ host: 'alerts.test' });
  const fields = {
    name,
    kind: 'WEBHOOK',
    language: 'pt',
    settings,
    createdAt: now,
    changedAt: now,
  } as const;
  const channel = em.create(Channel, fields);
  await em.persist(channel).flush();
  return String(channel.id);
}

async function itemsOf(app: TestApp): Promise<readonly AlertItem[]> {
  const rows = await app.database.em.fork().find(OutboxItem, {}, { orderBy: { id: 'asc' } });
  return rows.map(({ content }) => JSON.parse(content) as AlertItem);
}

async function kindsOf(app: TestApp): Promise<readonly string[]> {
  return (await itemsOf(app)).map(({ kind }) => kind);
}

async function hold(app: TestApp, percent: number, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    setCpu(app, percent - 1);
    await evaluateFor(app, { seconds: 5 });
  }
}

/** Silences all alerts about the only host for the given time. @returns the id. */
async function silence(app: TestApp, staff: Browser, seconds: number): Promise<string> {
  const until = new Date(app.clock.now().getTime() + seconds * 1000).toISOString();
  const made = await dataOf<{ silence: { id: string } }>(
    staff,
    'mutation ($input: SilenceInput!) { silence(input: $input) { id } }',
    { input: { host: '1', until, reason: 'Manutenção' } },
  );
  return made.silence.id;
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`messages of rules on ${kind.name} (contract 12, promise 46)`, () => {
    test('one says that it fires, with what it was just before, and one that it is over', async () => {
      const { app, staff } = await startWithStaff(kind);
      await createRule(staff, { ...RULE, channels: [await makeChannel(app)] });
      await hold(app, 70, 10);
      await hold(app, 95, 40);
      await hold(app, 20, 40);
      const [fired, released, ...more] = await itemsOf(app);
      expect(more).toEqual([]);
      expect(fired).toMatchObject({
        ...{ kind: 'fired', rule: RULE.name, severity: 'BAD', expression: 'cpu > 90', forSeconds: 10 },
        atoms: [{ text: 'cpu > 90 %', value: 95, before: 70, unit: 'percent' }],
        incidentUrl: expect.stringContaining('http://vigia.test/sistema/alertas/'),
      });
      expect(released).toMatchObject({
        kind: 'released',
        startedAt: fired?.startedAt,
        atoms: [{ value: 20, peak: 95 }],
      });
      expect(released?.id).not.toBe(fired?.id);
      expect(Date.parse(released?.endedAt ?? '')).toBeGreaterThan(Date.parse(fired?.startedAt ?? ''));
      const deliveries = '{ incidents { nodes { deliveries { channelName kind state } } } }';
      const { incidents } = await dataOf<{ incidents: { nodes: { deliveries: object[] }[] } }>(staff, deliveries);
      expect(incidents.nodes[0]?.deliveries).toMatchObject([
        { channelName: 'Plantão', kind: 'FIRED' },
        { channelName: 'Plantão', kind: 'RELEASED' },
      ]);
      expect(await codeOf(await app.loginAs('ana'), deliveries)).toBe('FORBIDDEN');
    });

    test('the end is told to those who heard of the beginning, and to nobody else', async () => {
      const { app, staff } = await startWithStaff(kind);
      const [first, second] = [await makeChannel(app), await makeChannel(app, 'Outro')];
      const rule = await createRule(staff, { ...RULE, channels: [first] });
      await hold(app, 95, 20);
      await dataOf(
        staff,
        'mutation ($id: ID!, $input: AlertRuleInput!) { updateAlertRule(id: $id, input: $input) { id } }',
        { id: rule, input: { ...RULE, channels: [second] } },
      );
      await hold(app, 10, 20);
      const rows = await app.database.em.fork().find(OutboxItem, {}, { orderBy: { id: 'asc' } });
      expect(rows.map(({ channelId, itemId }) => [String(channelId), itemId.split('-')[1]])).toEqual([
        [first, 'fired'],
        [first, 'released'],
      ]);
    });

    test('one that cannot be put takes its incident with it, and both come with the next sample', async () => {
      const { app, staff } = await startWithStaff(kind);
      await createRule(staff, { ...RULE, forSeconds: 0, channels: [await makeChannel(app)] });
      const put = vi.spyOn(app.services.channelOutbox, 'put').mockRejectedValue(new Error('EIO'));
      await hold(app, 95, 20);
      expect(put).toHaveBeenCalled();
      const incidents = () => app.database.em.fork().count(Incident, {});
      expect([await incidents(), await kindsOf(app)]).toEqual([0, []]);
      put.mockRestore();
      await hold(app, 95, 10);
      expect([await incidents(), await kindsOf(app)]).toEqual([1, ['fired']]);
      const said = app.lines.filter((line) => line.includes('Rules c') || line.includes('Rules are'));
      expect(said.map((line) => (JSON.parse(line) as { message: string }).message)[0]).toBe(
        'Rules cannot be evaluated',
      );
    });

    test('is repeated while it fires, until somebody has acknowledged it', async () => {
      const { app, staff } = await startWithStaff(kind);
      await createRule(staff, { ...RULE, channels: [await makeChannel(app)], repeatSeconds: 900 });
      const quarterOfAnHour = async () => {
        await app.sleep({ minutes: 15 });
        await hold(app, 95, 20);
      };
      await hold(app, 95, 30);
      expect(await kindsOf(app)).toEqual(['fired']);
      await quarterOfAnHour();
      expect(await kindsOf(app)).toEqual(['fired', 'repeated']);
      await quarterOfAnHour();
      const items = await itemsOf(app);
      expect(items.map((item) => item.kind)).toEqual(['fired', 'repeated', 'repeated']);
      expect(new Set(items.map(({ id }) => id)).size).toBe(3);
      await dataOf(staff, `mutation { acknowledgeIncident(id: "${items[0]?.incidentId}") { id } }`);
      await quarterOfAnHour();
      await hold(app, 10, 30);
      expect(await kindsOf(app)).toEqual(['fired', 'repeated', 'repeated', 'released']);
    });

    test('is repeated in time although the clock was put back', async () => {
      const { app, staff } = await startWithStaff(kind);
      await createRule(staff, { ...RULE, channels: [await makeChannel(app)], repeatSeconds: 900 });
      await hold(app, 95, 30);
      expect(await kindsOf(app)).toEqual(['fired']);
      app.clock.setBy({ minutes: -120 });
      await app.sleep({ minutes: 13 });
      await hold(app, 95, 30);
      expect(await kindsOf(app)).toEqual(['fired']);
      await app.sleep({ minutes: 2 });
      await hold(app, 95, 30);
      expect(await kindsOf(app)).toEqual(['fired', 'repeated']);
    });

    test('is not sent during a silence, but once when that ends while it fires', async () => {
      const { app, staff } = await startWithStaff(kind);
      await createRule(staff, { ...RULE, channels: [await makeChannel(app)] });
      await silence(app, staff, 60);
      await hold(app, 95, 55);
      expect(await kindsOf(app)).toEqual([]);
      await hold(app, 95, 30);
      expect(await kindsOf(app)).toEqual(['fired']);
      const id = await silence(app, staff, 3600);
      await hold(app, 95, 30);
      await dataOf(staff, `mutation { endSilence(id: "${id}") }`);
      await hold(app, 95, 30);
      expect(await kindsOf(app)).toEqual(['fired', 'repeated']);
      await silence(app, staff, 60);
      await hold(app, 10, 50);
      expect(await kindsOf(app)).toEqual(['fired', 'repeated']);
      // Users who were notified of the start are notified of the end once the silence is over.
      await hold(app, 10, 40);
      expect(await kindsOf(app)).toEqual(['fired', 'repeated', 'released']);
      await hold(app, 95, 30);
      expect(await kindsOf(app)).toEqual(['fired', 'repeated', 'released', 'fired']);
    });

    test('of an end in silence goes to the channels of the rule if nobody recorded who heard of the beginning', async () => {
      const { app, staff } = await startWithStaff(kind);
      await createRule(staff, { ...RULE, channels: [await makeChannel(app)] });
      await hold(app, 95, 30);
      // As an earlier version has stored it.
      await app.database.em.fork().nativeUpdate(Incident, {}, { toldChannels: null });
      await silence(app, staff, 60);
      await hold(app, 10, 50);
      expect(await kindsOf(app)).toEqual(['fired']);
      await hold(app, 10, 40);
      expect(await kindsOf(app)).toEqual(['fired', 'released']);
    });

    test('is not sent of an incident that began and ended in silence, nor of a rule that was switched off', async () => {
      const { app, staff } = await startWithStaff(kind);
      const channels = [await makeChannel(app)];
      const rule = await createRule(staff, { ...RULE, channels });
      await silence(app, staff, 90);
      await hold(app, 95, 30);
      await hold(app, 10, 30);
      await hold(app, 10, 60);
      expect(await kindsOf(app)).toEqual([]);
      await hold(app, 95, 30);
      await dataOf(
        staff,
        'mutation ($id: ID!, $input: AlertRuleInput!) { updateAlertRule(id: $id, input: $input) { id } }',
        {
          id: rule,
          input: { ...RULE, channels, isActive: false },
        },
      );
      await hold(app, 10, 30);
      expect(await kindsOf(app)).toEqual(['fired']);
    });
  });
}
