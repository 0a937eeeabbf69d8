import { describe, expect, test } from 'vitest';
import { SETUP_LINK_ID, SetupLink } from '../../../../src/features/accounts/setup/setup-link.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';

const BEFORE = '034-units';
const AT = new Date('2026-01-02T03:04:05.000Z');

/** Stores an account as the previous version did. */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const at = location.kind === 'sqlite' ? AT.getTime() : AT;
    await em.execute(
      `insert into users (username, username_key, first_name, email, password, date_joined)
        values ('ana', 'ana', 'Ana', 'ana@example.com', 'x', ?)`,
      [at],
    );
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`the setup link, on ${name}`, () => {
    test('is one row beside the accounts of the version before, and can be taken back', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em, migrator } = await openTestDatabase(location);
      const row = { id: SETUP_LINK_ID, tokenHash: 'a'.repeat(64), expiresAt: AT };
      await em.fork().insert(SetupLink, row);
      expect(await em.fork().find(SetupLink, {})).toEqual([row]);
      await expect(em.fork().insert(SetupLink, row)).rejects.toThrow();
      await migrator.down({ to: BEFORE });
      await migrator.up();
      expect(await em.fork().count(SetupLink)).toBe(0);
      expect(await em.fork().findOneOrFail(User, { usernameKey: 'ana' })).toMatchObject({ dateJoined: AT });
    });
  });
}
