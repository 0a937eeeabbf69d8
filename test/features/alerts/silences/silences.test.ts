import { describe, expect, test } from 'vitest';
import { Silence } from '../../../../src/features/alerts/silence.entity.js';
import { SILENCES_MAX } from '../../../../src/features/alerts/silences/silences.js';
import { audited, codeOf, dataOf, startWithStaff } from '../../../support/administration.js';
import { addHost, sendSample } from '../../../support/agents/hosts.js';
import { createRule, evaluateFor, setCpu } from '../../../support/alerts/alerts.js';
import { databaseKinds } from '../../../support/databases/databases.js';

const FIELDS = 'id rule { name } host hostName tag reason from until createdBy endedAt state';
const SILENCE = `mutation ($input: SilenceInput!) { silence(input: $input) { ${FIELDS} } }`;
const RULE = { name: 'Processador', expression: 'cpu > 90', forSeconds: 0, releaseSeconds: 0 };

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`silences on ${kind.name} (contract 12)`, () => {
    test('mark the incidents that begin or go on, until they end', async () => {
      const { app, staff } = await startWithStaff(kind);
      const rule = await createRule(staff, RULE);
      const until = new Date(app.clock.now().getTime() + 60_000).toISOString();
      const input = { rule, host: '1', until, reason: 'Manutenção' };
      const { silence } = await dataOf<{ silence: { id: string } }>(staff, SILENCE, { input });
      expect(silence).toMatchObject({
        rule: { name: RULE.name },
        host: '1',
        until,
        createdBy: 'chefe',
        state: 'ACTIVE',
      });
      setCpu(app, 95);
      await evaluateFor(app, { seconds: 10 });
      const marked = async () => {
        const { incidents } = await dataOf<{ incidents: { nodes: { silencedUntil: string | null }[] } }>(
          staff,
          '{ incidents { nodes { silencedUntil } } }',
        );
        return incidents.nodes.map(({ silencedUntil }) => silencedUntil);
      };
      expect(await marked()).toEqual([until]);
      await dataOf(staff, `mutation { endSilence(id: "${silence.id}") }`);
      await evaluateFor(app, { seconds: 15 });
      expect(await marked()).toEqual([null]);
      const again = await dataOf<{ silence: object }>(staff, SILENCE, {
        input: { host: '1', until, reason: 'De novo' },
      });
      expect(again.silence).toMatchObject({ rule: null, host: '1' });
      await evaluateFor(app, { seconds: 15 });
      expect(await marked()).toEqual([until]);
      await evaluateFor(app, { seconds: 60 });
      expect(await marked()).toEqual([null]);
      const { active, ended } = await dataOf<Record<string, { nodes: unknown[] }>>(
        staff,
        '{ active: silences(state: ACTIVE) { nodes { id } } ended: silences(state: ENDED) { nodes { id } } }',
      );
      expect([active?.nodes.length, ended?.nodes.length]).toEqual([0, 2]);
      const records = (await audited(app)).filter((line) => line.includes('silence'));
      expect(records.map((line) => line.split(' ')[1])).toEqual(['silence_create', 'silence_end', 'silence_create']);
      expect(records[0]).toContain('"rule":"Processador"');
    });

    test('of a tag are for the hosts that have it, whenever they got it', async () => {
      const { app, staff } = await startWithStaff(kind);
      const [web, db] = [await addHost(staff, 'web-1', ['web']), await addHost(staff, 'db-1')];
      const rule = await createRule(staff, { ...RULE, hosts: [web.id, db.id] });
      const until = new Date(app.clock.now().getTime() + 600_000).toISOString();
      const made = await dataOf<{ silence: object }>(staff, SILENCE, { input: { tag: 'Web', until, reason: 'x' } });
      expect(made.silence).toMatchObject({ tag: 'web', host: null, hostName: null, rule: null });
      for (const host of [web, db]) await sendSample(app, host, { cpuPercent: 95 });
      await evaluateFor(app, { seconds: 12 });
      const silenced = async () => {
        const { incidents, alertRule } = await dataOf<{
          incidents: { nodes: { hostName: string; silencedUntil: string | null }[] };
          alertRule: { states: { hostName: string; silencedUntil: string | null }[] };
        }>(
          staff,
          `{ incidents(rule: "${rule}") { nodes { hostName silencedUntil } }
             alertRule(id: "${rule}") { states { hostName silencedUntil } } }`,
        );
        const ofBoth = [incidents.nodes, alertRule.states].map((rows) =>
          Object.fromEntries(rows.map((row) => [row.hostName, row.silencedUntil])),
        );
        expect(ofBoth[1]).toEqual(ofBoth[0]);
        return ofBoth[0];
      };
      await expect.poll(silenced).toEqual({ 'web-1': until, 'db-1': null });
      await dataOf(staff, `mutation { setHostTags(id: "${db.id}", tags: ["web"]) { id } }`);
      for (const host of [web, db]) await sendSample(app, host, { cpuPercent: 95 });
      await evaluateFor(app, { seconds: 12 });
      await expect.poll(silenced).toEqual({ 'web-1': until, 'db-1': until });
      expect((await audited(app)).find((line) => line.includes('silence_create'))).toContain('"tag":"web"');
    });

    test('say what is wrong with them, and are five hundred at most', async () => {
      const { app, staff } = await startWithStaff(kind);
      const now = app.clock.now().getTime();
      const in_ = (ms: number) => new Date(now + ms).toISOString();
      const good = { host: '1', until: in_(60_000), reason: 'x' };
      for (const [fields, field] of [
        [{ host: undefined }, 'rule'],
        [{ tag: 'web' }, 'tag'],
        [{ host: undefined, tag: ' ' }, 'tag'],
        [{ host: undefined, tag: 'x'.repeat(41) }, 'tag'],
        [{ rule: '777' }, 'rule'],
        [{ host: '2' }, 'host'],
        [{ until: in_(0) }, 'until'],
        [{ until: 'tomorrow' }, 'until'],
        [{ until: in_(367 * 86_400_000) }, 'until'],
        [{ reason: ' ' }, 'reason'],
        [{ reason: 'x'.repeat(501) }, 'reason'],
      ] as const) {
        const answer = (await staff.graphql(SILENCE, { input: { ...good, ...fields } })).json<{
          errors: { extensions: { fields: object } }[];
        }>();
        expect([fields, Object.keys(answer.errors[0]?.extensions.fields ?? {})]).toEqual([fields, [field]]);
      }
      const em = app.database.em.fork();
      const row = { ruleId: 1, hostNumber: null, reason: 'x', fromAt: new Date(now), createdBy: 'chefe' };
      await em.insertMany(Silence, Array(SILENCES_MAX - 1).fill({ ...row, untilAt: new Date(now + 60_000) }));
      await dataOf(staff, SILENCE, { input: good });
      expect(await codeOf(staff, SILENCE, { input: good })).toBe('BAD_USER_INPUT');
      expect(await codeOf(staff, 'mutation { endSilence(id: "99999") }')).toBe('NOT_FOUND');
    });
  });
}
