import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { MikroORM } from '@mikro-orm/sqlite';
import { describe, expect, test } from 'vitest';
import { entities } from '../../../../src/app/entities.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AlertRule } from '../../../../src/features/alerts/alert-rule.entity.js';
import { databaseOptions } from '../../../../src/platform/db/database.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';

const BEFORE = '036-host-sources';

/** Stores a staff account and another one as the previous version did. */
async function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  const orm = await MikroORM.init({ ...(await databaseOptions(location, entities)), logger: () => {} });
  await orm.migrator.up({ to: BEFORE });
  const at = new Date('2026-01-02T03:04:05.000Z');
  const stored = location.kind === 'sqlite' ? at.getTime() : at;
  for (const [name, isStaff] of [
    ['ana', false],
    ['eva', true],
  ] as const) {
    await (orm.em.fork() as SqlEntityManager).execute(
      `insert into users (username, username_key, first_name, email, password, date_joined, is_staff)
        values (?, ?, 'Ana', 'ana@example.com', 'x', ?, ?)`,
      [name, name, stored, location.kind === 'sqlite' ? Number(isStaff) : isStaff],
    );
  }
  await orm.close(true);
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
