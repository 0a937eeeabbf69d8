import { describe, expect, test } from 'vitest';
import { LoginAttemptSlot } from '../../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { AuditRecords } from '../../../../src/platform/audit/audit-records.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { tryRight } from '../../../support/accounts/login-methods.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { createTestApp } from '../../../support/test-app.js';

/** Names as typed and as compared, with 12, 600 and 4,950 bytes. */
const NAMES = {
  short: ['Ana_Çaça', 'ana_çaça'],
  long: ['𐐀'.repeat(150), '𐐨'.repeat(150)],
  longest: ['ﷺ'.repeat(150), 'صلى الله عليه وسلم'.repeat(150)],
} as const;

/** More rows than a single batch moves. */
const MANY = 1201;

/** Creates a database of the previous version, with locks and events for short and long names. */
function fillVersion008(location: DatabaseLocation, now: Date): Promise<void> {
  return fillEarlierVersion(location, '008-people', async (em) => {
    const at = location.kind === 'sqlite' ? now.getTime() : now;
    for (const [typed, key] of Object.values(NAMES)) {
      for (let slot = 0; slot < 5; slot += 1) {
        const values = [key, '127.0.0.1', slot, at, true];
        await em.execute(
          'insert into login_places (username_key, address, slot, since, failed) values (?, ?, ?, ?, ?)',
          [...values],
        );
      }
      const cut = [...key].slice(0, 150).join('');
      await em.execute(
        `insert into authentication_events (at, event, result, door, address, username, username_key, actor, actor_key)
         values (?, 'login', 'failure', 'form', '127.0.0.1', ?, ?, ?, ?)`,
        [at, typed, cut, typed, cut],
      );
    }
    await em.begin();
    for (let index = 0; index < MANY; index += 1) {
      const key = `${'𐐨'.repeat(100)}${index}`;
      await em.execute('insert into login_places (username_key, address, slot, since, failed) values (?, ?, 0, ?, ?)', [
        key,
        '192.0.2.1',
        at,
        false,
      ]);
      await em.execute(
        `insert into authentication_events (at, event, result, door, address, username, username_key)
         values (?, 'login', 'success', 'form', '192.0.2.1', ?, ?)`,
        [at, key, key],
      );
    }
    await em.commit();
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`the move to bounded names on ${name}`, () => {
    test('keeps every lock and every event, no name of which is longer than 300 bytes', async () => {
      const location = await locateEmpty();
      const clock = new FakeClock();
      await fillVersion008(location, clock.now());
      const database = await openTestDatabase(location);
      const em = database.em.fork();
      const slots = await em.find(LoginAttemptSlot, {});
      const events = await em.find(AuthenticationEvent, {});
      expect([slots.length, events.length]).toEqual([15 + MANY, 3 + MANY]);
      const names = [
        ...slots.map(({ username }) => username),
        ...events.flatMap((event) => [event.username, event.usernameKey, event.actor, event.actorKey]),
      ];
      expect(Math.max(...names.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(300);
      expect(new Set(slots.map(({ usernameHash }) => usernameHash)).size).toBe(3 + MANY);
      expect(slots.find(({ username }) => username === NAMES.short[1])).toMatchObject({
        address: '127.0.0.1',
        since: clock.now(),
        failed: true,
      });
      expect(slots.filter(({ failed }) => !failed)).toHaveLength(MANY);

      const records = new AuditRecords(em);
      for (const [typed] of Object.values(NAMES)) {
        const found = await records.page({ username: typed, result: 'failure' }, { first: 9, after: undefined });
        expect(found.items.map(({ username }) => typed.startsWith(username))).toEqual([true]);
        const byActor = await records.page({ actor: typed }, { first: 9, after: undefined });
        expect(byActor.items).toHaveLength(1);
      }

      const app = await createTestApp({ database, clock });
      for (const [typed] of Object.values(NAMES)) expect(await tryRight(app, typed)).toBe('locked');
      await app.sleep({ minutes: 10 });
      for (const [typed] of Object.values(NAMES)) expect(await tryRight(app, typed)).toBe('wrong');
    });

    test('can be undone, and done again, with rows in the tables', async () => {
      const location = await locateEmpty();
      await fillVersion008(location, new Date());
      const { migrator, em } = await openTestDatabase(location);
      await migrator.down({ to: '008-people' });
      await migrator.up();
      expect(await em.fork().count(AuthenticationEvent, {})).toBe(3 + MANY);
    });
  });
}
