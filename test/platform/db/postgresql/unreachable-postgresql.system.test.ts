import { describe, expect, test } from 'vitest';
import { loginMethods } from '../../../support/accounts/login-methods.js';
import { startDatabaseProxy } from '../../../support/databases/database-proxy.js';
import { AS_IN_SERVICE, openTestDatabase } from '../../../support/databases/databases.js';
import { newDatabaseUrl, nodesCanRun } from '../../../support/processes/nodes.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

/** Each login method has its own account, so that none waits for another's attempt. */
const usernames = Object.keys(loginMethods).map((method) => method.replaceAll(' ', '-').toLowerCase());

async function logIn(app: TestApp, username: string) {
  const method = Object.values(loginMethods)[usernames.indexOf(username)];
  return (await method?.(app, { username, password: PASSWORD }))?.outcome;
}

/** The longest that a call may take while PostgreSQL does not respond. */
const REFUSED_MS = 6000;

describe.runIf(nodesCanRun)('a PostgreSQL that cannot be reached (promise 39)', () => {
  test.each(['hang', 'refuse'] as const)(
    'when connections %s, logins are 503 within 6 s, and all is well once it is back',
    async (fault) => {
      const network = await startDatabaseProxy();
      const database = await openTestDatabase(
        { kind: 'postgresql', url: network.through(await newDatabaseUrl()) },
        AS_IN_SERVICE,
      );
      const app = await createTestApp({ database });
      for (const username of usernames) await app.createUser(username, { isStaff: true });

      await network[fault]();
      // Of several attempts with the same name, all but the first wait for the one before.
      const attempts = [...usernames, ...usernames, ...usernames].map(async (username) => {
        const start = performance.now();
        expect(await logIn(app, username)).toBe('busy');
        return performance.now() - start;
      });
      expect(Math.max(...(await Promise.all(attempts)))).toBeLessThan(REFUSED_MS);
      const start = performance.now();
      expect((await app.browser().get('/readyz')).status).toBe(503);
      expect(performance.now() - start).toBeLessThan(REFUSED_MS);
      expect((await app.browser().get('/healthz')).status).toBe(200);

      await network.heal();
      for (const username of usernames) await expect.poll(() => logIn(app, username), { timeout: 20_000 }).toBe('in');
    },
    60_000,
  );

  test('when connections are cut once, each call is answered, at most those under way with 503', async () => {
    const network = await startDatabaseProxy();
    const database = await openTestDatabase(
      { kind: 'postgresql', url: network.through(await newDatabaseUrl()) },
      AS_IN_SERVICE,
    );
    const app = await createTestApp({ database });
    const ana = await app.loginAs('ana');
    const calls = Array.from({ length: 20 }, () => ana.graphql('{ me { username } }'));
    network.cut();
    for (const call of calls) expect([200, 503]).toContain((await call).status);
    await expect.poll(async () => (await ana.graphql('{ me { username } }')).status).toBe(200);
  });
});
