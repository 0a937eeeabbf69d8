import { describe, expect, test } from 'vitest';
import { dataOf, startWithStaff } from '../../support/administration.js';
import { addHost, sendSample } from '../../support/agents/hosts.js';
import { createRule, evaluateFor } from '../../support/alerts/alerts.js';
import { databaseKinds } from '../../support/databases/databases.js';
import type { Browser } from '../../support/http/browser.js';
import type { TestApp } from '../../support/test-app.js';

const AWAY = { name: 'Sem sinal', expression: 'away > 2 min', forSeconds: 0, releaseSeconds: 0, tags: ['web'] };

interface Shown {
  readonly hostName: string;
  readonly state: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

async function fetchIncidents(staff: Browser, rule: string): Promise<readonly Shown[]> {
  const { incidents } = await dataOf<{ incidents: { nodes: readonly Shown[] } }>(
    staff,
    `{ incidents(rule: "${rule}") { nodes { hostName state startedAt endedAt } } }`,
  );
  return incidents.nodes;
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`a hub that was down, on ${kind.name} (contract 12)`, () => {
    const start = async () => {
      const { app, staff, location } = await startWithStaff(kind);
      const [web, dead] = [await addHost(staff, 'web-1', ['web']), await addHost(staff, 'dead-1', ['web'])];
      const rule = await createRule(staff, AWAY);
      for (const host of [web, dead]) await sendSample(app, host, { cpuPercent: 1 });
      await evaluateFor(app, { seconds: 2 });
      const restart = async (running: TestApp, downSeconds: number) => {
        await running.close();
        await app.clock.advance({ seconds: downSeconds });
        const { clock, host } = app;
        return startWithStaff({ ...kind, locate: async () => location }, { clock, host });
      };
      return { app, staff, web, dead, rule, restart };
    };

    test('does not miss hosts that come back, and counts on for those that do not', async () => {
      const { app, web, rule, restart } = await start();
      const second = await restart(app, 180);
      await evaluateFor(second.app, { seconds: 15 });
      expect(await fetchIncidents(second.staff, rule)).toEqual([]);
      await sendSample(second.app, web, { cpuPercent: 1 });
      await evaluateFor(second.app, { seconds: 90 });
      expect(await fetchIncidents(second.staff, rule)).toEqual([]);
      await evaluateFor(second.app, { seconds: 30 });
      expect(await fetchIncidents(second.staff, rule)).toMatchObject([{ hostName: 'dead-1', state: 'OPEN' }]);
    });

    test('goes on with the incident of a host that is still dead, however often it is started again', async () => {
      const { app, web, rule, restart } = await start();
      await app.clock.advance({ seconds: 80 });
      await sendSample(app, web, { cpuPercent: 1 });
      await evaluateFor(app, { seconds: 50 });
      const [begun, ...more] = await fetchIncidents(await app.loginAs('chefe2', { isStaff: true }), rule);
      expect([begun, more]).toMatchObject([{ hostName: 'dead-1', state: 'OPEN' }, []]);
      let running = app;
      for (const downSeconds of [1, 30, 600]) {
        const { app: next, staff } = await restart(running, downSeconds);
        running = next;
        await evaluateFor(next, { seconds: 3 });
        expect((await fetchIncidents(staff, rule)).filter(({ hostName }) => hostName === 'dead-1')).toEqual([begun]);
      }
    });

    test('an incident never ends before it began, though a late sample says so', async () => {
      const { app, staff, dead, rule } = await start();
      await app.clock.advance({ seconds: 80 });
      await evaluateFor(app, { seconds: 41 });
      const open = (await fetchIncidents(staff, rule)).filter(({ hostName }) => hostName === 'dead-1');
      expect(open).toMatchObject([{ state: 'OPEN' }]);
      const began = Date.parse(open[0]?.startedAt ?? '');
      await sendSample(app, dead, { cpuPercent: 1 });
      await evaluateFor(app, { seconds: 2 });
      const [ended] = (await fetchIncidents(staff, rule)).filter(({ hostName }) => hostName === 'dead-1');
      expect(ended?.state).toBe('ENDED');
      expect(Date.parse(ended?.endedAt ?? '')).toBeGreaterThanOrEqual(began);
    });
  });
}
