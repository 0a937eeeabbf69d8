import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AlertRule } from '../../../../src/features/alerts/alert-rule.entity.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';

const BEFORE = '036-host-sources';

/** Stores a staff account and another one as the previous version did. */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const at = new Date('2026-01-02T03:04:05.000Z');
    const stored = location.kind === 'sqlite' ? at.getTime() : at;
    for (const [name, isStaff] of [
      ['ana', false],
      ['eva', true],
    ] as const) {
      await em.execute(
        `insert into users (username, username_key, first_name, email, password, date_joined, is_staff)
          values (?, ?, 'Ana', 'ana@example.com', 'x', ?, ?)`,
        [name, name, stored, location.kind === 'sqlite' ? Number(isStaff) : isStaff],
      );
    }
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`roles and machines, on ${name}`, () => {
    test('accounts of the version before keep their role and see all machines; members go on acknowledging', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em, migrator } = await openTestDatabase(location);
      const stored = () => em.fork().find(User, {}, { orderBy: { username: 'asc' } });
      const kept = { isOperator: false, machines: 'ALL', machineTags: '[]' };
      expect(await stored()).toMatchObject([
        { username: 'ana', isStaff: false, ...kept },
        { username: 'eva', isStaff: true, ...kept },
      ]);
      const rules = await em.fork().find(AlertRule, {});
      expect(new Set(rules.map(({ membersAcknowledge }) => membersAcknowledge))).toEqual(new Set([true]));
      await em.fork().nativeUpdate(User, { username: 'ana' }, { machines: 'NONE', isOperator: true });
      await migrator.down({ to: BEFORE });
      await migrator.up();
      expect(await stored()).toMatchObject([kept, { isStaff: true, ...kept }]);
    });
  });
}
