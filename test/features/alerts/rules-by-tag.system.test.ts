import { describe, expect, test } from 'vitest';
import { dataOf, startWithStaff } from '../../support/administration.js';
import { addHost, sendSample } from '../../support/agents/hosts.js';
import { createRule, evaluateFor } from '../../support/alerts/alerts.js';
import { databaseKinds } from '../../support/databases/databases.js';
import type { Browser } from '../../support/http/browser.js';
import { commandLine } from '../../support/processes/command-line.js';

const RULES = '{ alertRules { nodes { name hosts tags } } }';

async function openOn(staff: Browser): Promise<readonly string[]> {
  const { incidents } = await dataOf<{ incidents: { nodes: { hostName: string }[] } }>(
    staff,
    '{ incidents(state: OPEN) { nodes { hostName } } }',
  );
  return incidents.nodes.map(({ hostName }) => hostName).sort();
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`rules for hosts by tag, on ${kind.name} (contract 12)`, () => {
    test('are kept in lower case beside the hosts that are named, and refused when no host can have them', async () => {
      const { staff } = await startWithStaff(kind);
      await createRule(staff, { name: 'A', expression: 'cpu > 90', hosts: ['1'], tags: ['Web', 'br', 'web'] });
      const { alertRules } = await dataOf<{ alertRules: { nodes: { name: string }[] } }>(staff, RULES);
      expect(alertRules.nodes.find(({ name }) => name === 'A')).toEqual({
        name: 'A',
        hosts: ['1'],
        tags: ['br', 'web'],
      });
      for (const tags of [[''], ['x'.repeat(41)], [...'abcdefghijk']]) {
        await expect(createRule(staff, { name: 'B', expression: 'cpu > 90', tags })).rejects.toThrow('"tags"');
      }
    });

    test('a rule fires on hosts with its tag alone, and is over where the tag is taken', async () => {
      const { app, staff } = await startWithStaff(kind);
      const [web, db] = [await addHost(staff, 'web-1', ['web']), await addHost(staff, 'db')];
      await createRule(staff, { name: 'Sem sinal', expression: 'away > 1 min', forSeconds: 0, tags: ['web'] });
      for (const host of [web, db]) await sendSample(app, host, { cpuPercent: 1 });
      await evaluateFor(app, { seconds: 2 });
      expect(await openOn(staff)).toEqual([]);
      // The absence is detected even though no sample arrives.
      await app.clock.advance({ seconds: 70 });
      await evaluateFor(app, { seconds: 2 });
      await expect.poll(() => openOn(staff)).toEqual(['web-1']);
      await dataOf(staff, `mutation { setHostTags(id: "${web.id}", tags: []) { id } }`);
      await evaluateFor(app, { seconds: 12 });
      await expect.poll(() => openOn(staff)).toEqual([]);
    });

    test('a tag that the command line gives counts within seconds', async () => {
      const { app, location, staff } = await startWithStaff(kind);
      const host = await addHost(staff, 'web-1');
      await createRule(staff, { name: 'Sem sinal', expression: 'away > 1 min', forSeconds: 0, tags: ['web'] });
      await sendSample(app, host, { cpuPercent: 1 });
      await app.clock.advance({ seconds: 70 });
      await evaluateFor(app, { seconds: 2 });
      expect(await openOn(staff)).toEqual([]);
      const url = location.kind === 'sqlite' ? `sqlite:${location.file}` : location.url;
      const { run } = commandLine(undefined, { DATABASE_URL: url });
      expect(await run(['host', 'tag', 'web-1', '--tag', 'web'])).toMatchObject({ code: 0 });
      await evaluateFor(app, { seconds: 6 });
      await expect.poll(() => openOn(staff)).toEqual(['web-1']);
    });
  });
}
