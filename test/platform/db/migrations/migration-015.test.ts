import { describe, expect, test } from 'vitest';
import { readEvaluatedRules } from '../../../../src/features/alerts/evaluation/evaluated-rule.js';
import { HostTargets } from '../../../../src/features/alerts/evaluation/host-targets.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { audited, dataOf } from '../../../support/administration.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';
import { createTestApp } from '../../../support/test-app.js';

const BEFORE = '014-channels';

const SUPPLIED = [
  { expression: 'disk > 90 %', forSeconds: 300 },
  { expression: 'ram > 95 %', forSeconds: 600 },
  { expression: 'load1 > 2', forSeconds: 900 },
  { expression: 'away > 2 min', forSeconds: 0 },
];
const RULES = '{ alertNotice alertRules { nodes { id name expression forSeconds isActive isSupplied } } }';

/** Creates a database of the previous version with one account. */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    await em.execute(
      `insert into users (username, username_key, first_name, email, password, date_joined)
       values ('velha', 'velha', 'Velha', 'v@example.com', 'x', ${location.kind === 'sqlite' ? '0' : 'now()'})`,
    );
  });
}

interface Rules {
  readonly alertNotice: boolean;
  readonly alertRules: { readonly nodes: readonly { readonly id: string; readonly name: string }[] };
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`the rules that come with Vigia, on ${name} (contract 12)`, () => {
    test('are active in a new installation, and understood', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locateEmpty()) });
      const found = await dataOf<Rules>(await app.loginAs('chefe', { isStaff: true }), RULES);
      const active = SUPPLIED.map((rule) => ({ ...rule, isActive: true, isSupplied: true }));
      expect(found).toMatchObject({ alertNotice: false, alertRules: { nodes: active } });
      const unit = app.database.em.fork();
      expect(await readEvaluatedRules(unit, await HostTargets.read(unit))).toHaveLength(SUPPLIED.length);
    });

    test('are switched off in one that was in use, of which staff are told until they have seen it', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const app = await createTestApp({ database: await openTestDatabase(location) });
      const staff = await app.loginAs('chefe', { isStaff: true });
      const off = SUPPLIED.map((rule) => ({ ...rule, isActive: false }));
      expect(await dataOf<Rules>(staff, RULES)).toMatchObject({ alertNotice: true, alertRules: { nodes: off } });
      await dataOf(staff, 'mutation { dismissAlertNotice }');
      await dataOf(staff, 'mutation { dismissAlertNotice }');
      expect(await dataOf<Rules>(staff, RULES)).toMatchObject({ alertNotice: false, alertRules: { nodes: off } });
      const dismissed = (await audited(app)).filter((line) => line.includes('alert_notice_dismiss'));
      expect(dismissed).toHaveLength(1);
    });

    test('need no notice once one of them was edited', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const app = await createTestApp({ database: await openTestDatabase(location) });
      const staff = await app.loginAs('chefe', { isStaff: true });
      const [rule] = (await dataOf<Rules>(staff, RULES)).alertRules.nodes;
      await dataOf(
        staff,
        'mutation ($id: ID!, $input: AlertRuleInput!) { updateAlertRule(id: $id, input: $input) { id } }',
        {
          id: rule?.id,
          input: { name: rule?.name, expression: 'disk > 80', isActive: true },
        },
      );
      expect(await dataOf<Rules>(staff, RULES)).toMatchObject({ alertNotice: false });
    });

    test('go and come again with the migration', async () => {
      const { migrator, em } = await openTestDatabase(await locateEmpty());
      await migrator.down({ to: BEFORE });
      await migrator.up();
      expect(await em.getConnection().execute('select name from alert_rules')).toHaveLength(SUPPLIED.length);
    });
  });
}
