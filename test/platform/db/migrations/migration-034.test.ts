import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { DEFAULT_UNITS } from '../../../../src/shared/units/units.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';

const BEFORE = '033-chosen-intervals';
const AT = new Date('2026-01-02T03:04:05.000Z');

/** Stores an account with preferences as the previous version did. */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const at = location.kind === 'sqlite' ? AT.getTime() : AT;
    await em.execute(
      `insert into users (username, username_key, first_name, email, password, date_joined, language, theme)
        values ('ana', 'ana', 'Ana', 'ana@example.com', 'x', ?, 'en', 'dark')`,
      [at],
    );
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`the units of accounts, on ${name}`, () => {
    test('are the default ones for accounts of the version before, which keep the rest, and can be taken back', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em, migrator } = await openTestDatabase(location);
      const ana = () => em.fork().findOneOrFail(User, { usernameKey: 'ana' });
      expect(await ana()).toMatchObject({ language: 'en', theme: 'dark', dateJoined: AT, ...DEFAULT_UNITS });
      const chosen = { dataRates: 'bits', unitPrefixes: 'decimal', temperature: 'fahrenheit' } as const;
      await em.fork().nativeUpdate(User, {}, { ...chosen, timeZone: 'server', clock: 'h12' });
      expect(await ana()).toMatchObject({ ...chosen, timeZone: 'server', clock: 'h12' });
      await migrator.down({ to: BEFORE });
      await migrator.up();
      expect(await ana()).toMatchObject({ language: 'en', theme: 'dark', ...DEFAULT_UNITS });
    });
  });
}
