import { describe, expect, test } from 'vitest';
import { REGISTRATION_LOCK } from '../../../../src/features/accounts/registration/registration.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import type { UnitOfWork } from '../../../../src/platform/db/database.js';
import { lockWithin } from '../../../../src/platform/db/lock-within.js';
import { queryRows } from '../../../../src/platform/db/query-rows.js';
import { formOf, newLink, opened, SETUP, staffOf, submitAt } from '../../../support/accounts/staff-setup.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { createTestApp } from '../../../support/test-app.js';

const registrationOf = (username: string) => {
  const { first_name: firstName, ...rest } = formOf(username);
  return { ...rest, firstName };
};

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`staff and the link of the first, on ${kind.name}`, () => {
    /** Starts two services on one database. */
    async function twoNodes() {
      const location = await kind.locate();
      const first = await createTestApp({ database: await openTestDatabase(location) });
      return [first, await createTestApp({ database: await openTestDatabase(location), clock: first.clock })] as const;
    }

    test('a new link ends the one before, opened or not, at every node', async () => {
      const [first, second] = await twoNodes();
      const [unopened, link] = [await newLink(first), await newLink(second)];
      expect((await second.browser().get(unopened)).status).toBe(404);
      const browser = await opened(first, link);
      await newLink(second);
      expect((await browser.get(SETUP)).status).toBe(404);
    });

    test('a link is worthless once there is staff, however it came about and at every node', async () => {
      const [first, second] = await twoNodes();
      const link = await newLink(first);
      const browser = await opened(second, link);
      const token = await browser.csrfToken(SETUP);
      await second.createUser('eva', { isStaff: true });
      expect((await browser.get(SETUP)).status).toBe(404);
      expect(await submitAt(browser, token, 'ana')).toBe(404);
      await expect(newLink(first)).rejects.toMatchObject({ code: 'staff_exists' });
      await expect(first.services.staffSetup.registerByOperator(registrationOf('ana'), 'ALL')).rejects.toMatchObject({
        code: 'staff_exists',
      });
      expect(await staffOf(first)).toEqual(['eva']);
    });

    test('a link that nobody has opened is worthless as well', async () => {
      const [first, second] = await twoNodes();
      const link = await newLink(first);
      await second.createUser('eva', { isStaff: true });
      expect((await first.browser().get(link)).status).toBe(404);
    });

    test('inactive staff is no staff', async () => {
      const [first] = await twoNodes();
      await first.createUser('eva', { isStaff: true, isActive: false });
      const browser = await opened(first, await newLink(first));
      expect((await browser.submit(SETUP, formOf('ana'))).status).toBe(302);
    });

    test('of several attempts at once, at two nodes and on the command line, one creates an account', async () => {
      const [first, second] = await twoNodes();
      const browser = await opened(first, await newLink(first));
      const token = await browser.csrfToken(SETUP);
      const copy = second.browser();
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      const byOperator = first.services.staffSetup.registerByOperator(registrationOf('operator'), 'ALL').then(
        () => 302,
        (error: { readonly code: string }) => (error.code === 'staff_exists' ? 404 : error),
      );
      const outcomes = await Promise.all([
        ...['ana', 'bia', 'cris'].map((name) => submitAt(browser, token, name)),
        ...['davi', 'eva', 'fred'].map((name) => submitAt(copy, token, name)),
        byOperator,
      ]);
      expect(outcomes.filter((status) => status === 302)).toHaveLength(1);
      expect(outcomes.filter((status) => status === 404)).toHaveLength(6);
      expect(await staffOf(first)).toHaveLength(1);
      expect(await first.database.em.fork().count(User)).toBe(1);
    });

    // On SQLite, a transaction that writes waits for the one before it by itself.
    if (kind.name !== 'PostgreSQL') return;
    test('staff that is being created ends the link when it is stored', async () => {
      const [first, second] = await twoNodes();
      const browser = await opened(first, await newLink(first));
      const token = await browser.csrfToken(SETUP);
      let pending: Promise<number> | undefined;
      await second.database.em.fork().transactional(async (unit) => {
        await lockWithin(unit, REGISTRATION_LOCK);
        await second.createUser('eva');
        await unit.nativeUpdate(User, { usernameKey: 'eva' }, { isStaff: true });
        pending = submitAt(browser, token, 'ana');
        // On another connection, since a transaction sees the activity as it was when it first asked.
        await expect.poll(() => isSomebodyWaiting(first.database.em.fork())).toBe(true);
      });
      expect(await pending).toBe(404);
      expect(await staffOf(first)).toEqual(['eva']);
    });
  });
}

/** Whether a transaction of this PostgreSQL database waits for a lock. */
async function isSomebodyWaiting(unit: UnitOfWork): Promise<boolean> {
  const sql = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return (await queryRows(unit, sql, [])).length > 0;
}
