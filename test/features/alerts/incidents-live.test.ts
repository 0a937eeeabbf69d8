import { describe, expect, test } from 'vitest';
import { Incident } from '../../../src/features/alerts/incidents/incident.entity.js';
import { ENDED_INCIDENTS_MAX } from '../../../src/features/alerts/incidents/incidents.js';
import { codeOf, dataOf, startWithStaff } from '../../support/administration.js';
import { createRule, evaluateFor, openIncident, setCpu } from '../../support/alerts/alerts.js';
import { databaseKinds } from '../../support/databases/databases.js';
import type { TestApp } from '../../support/test-app.js';

const FIELDS = 'id state ruleName acknowledgedBy silencedUntil';

function follow(app: TestApp, as: Awaited<ReturnType<TestApp['loginAs']>>) {
  const seen: { id: string; state: string; acknowledgedBy: string | null; silencedUntil: string | null }[] = [];
  app.live({ as }).subscribe(
    { query: `subscription { incidents { ${FIELDS} } }` },
    {
      next: ({ data }) => seen.push((data as { incidents: (typeof seen)[number] }).incidents),
      error: () => {},
      complete: () => {},
    },
  );
  return seen;
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`incidents as they happen, on ${kind.name} (contract 12)`, () => {
    test('a subscriber gets the open ones at once, then each change', async () => {
      const { app, staff } = await startWithStaff(kind);
      await openIncident(app, { ruleName: 'Antes' });
      const ana = await app.loginAs('ana');
      const seen = follow(app, ana);
      await expect.poll(() => seen).toMatchObject([{ state: 'OPEN', ruleName: 'Antes' }]);
      const rule = { name: 'Processador', expression: 'cpu > 90', forSeconds: 0, releaseSeconds: 0 };
      await createRule(staff, rule);
      setCpu(app, 95);
      await evaluateFor(app, { seconds: 10 });
      await expect.poll(() => seen).toMatchObject([{}, { state: 'OPEN', ruleName: 'Processador' }]);
      const id = seen[1]?.id;
      await dataOf(ana, `mutation { acknowledgeIncident(id: "${id}") { id } }`);
      await expect.poll(() => seen).toMatchObject([{}, {}, { id, state: 'OPEN', acknowledgedBy: 'ana' }]);
      setCpu(app, 10);
      await evaluateFor(app, { seconds: 10 });
      await expect.poll(() => seen.at(-1)).toMatchObject({ id, state: 'ENDED' });
      const late = follow(app, staff);
      await expect.poll(() => late).toMatchObject([{ ruleName: 'Antes' }]);
    });

    test('are listed by state, host, rule and time, page by page', async () => {
      const { app } = await startWithStaff(kind);
      const at = (minute: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + minute * 60_000);
      for (const [ruleId, from, to] of [
        [1, 0, 10],
        [2, 5, null],
        [1, 20, 30],
      ] as const) {
        const times = { startedAt: at(from), endedAt: to === null ? null : at(to) };
        await openIncident(app, { ruleId, ...times });
      }
      const ana = await app.loginAs('ana');
      const list = async (args: string) => {
        const { incidents } = await dataOf<{
          incidents: { nodes: { startedAt: string }[]; pageInfo: { endCursor: string } };
        }>(ana, `{ incidents(${args}) { nodes { startedAt } pageInfo { endCursor } } }`);
        return { minutes: incidents.nodes.map(({ startedAt }) => startedAt.slice(14, 16)), ...incidents.pageInfo };
      };
      expect((await list('first: 10')).minutes).toEqual(['20', '05', '00']);
      expect((await list('state: OPEN')).minutes).toEqual(['05']);
      expect((await list('state: ENDED')).minutes).toEqual(['20', '00']);
      expect((await list('rule: "1"')).minutes).toEqual(['20', '00']);
      expect((await list('host: "2"')).minutes).toEqual([]);
      expect((await list('host: "nobody"')).minutes).toEqual([]);
      expect((await list('from: "2026-01-01T00:12:00Z"')).minutes).toEqual(['20', '05']);
      expect((await list('to: "2026-01-01T00:04:00Z"')).minutes).toEqual(['00']);
      const first = await list('first: 2');
      expect((await list(`first: 2, after: "${first.endCursor}"`)).minutes).toEqual(['00']);
      expect(await codeOf(ana, '{ incidents(from: "yesterday") { nodes { id } } }')).toBe('BAD_USER_INPUT');
      expect(await codeOf(app.browser(), '{ incidents { nodes { id } } }')).toBe('UNAUTHENTICATED');
    });

    test('go after two years, and of more than twenty thousand the oldest', async () => {
      const { app } = await startWithStaff(kind);
      const now = app.clock.now().getTime();
      const long = new Date(now - 731 * 86_400_000);
      await openIncident(app, { ruleName: 'Aberto', startedAt: long });
      await openIncident(app, { ruleName: 'Antigo', startedAt: long, endedAt: long });
      const { id: _id, ...fields } = await openIncident(app, { endedAt: new Date(now) });
      const em = app.database.em.fork();
      for (let made = 0; made < ENDED_INCIDENTS_MAX; made += 1000) {
        await em.insertMany(Incident, Array(1000).fill({ ...fields, ruleName: 'Muitos' }));
      }
      await app.services.incidents.prune();
      expect(await em.count(Incident, {})).toBe(ENDED_INCIDENTS_MAX + 1);
      expect(await em.count(Incident, { ruleName: { $ne: 'Muitos' } })).toBe(1);
    });
  });
}
