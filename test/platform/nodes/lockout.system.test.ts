import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, test } from 'vitest';
import { LoginAttemptSlot } from '../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { computeHash } from '../../../src/features/accounts/credentials/lockout/login-pair.js';
import type { AtTheEnd } from '../../support/at-the-end.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { Browser } from '../../support/http/browser.js';
import { newDatabaseUrl, nodesCanRun, startNode } from '../../support/processes/nodes.js';
import { createScript, sharedByTests } from '../../support/processes/running-service.js';
import { PASSWORD } from '../../support/test-app.js';

/** Number of races between two nodes for the last slots. */
const TRIALS = Number(process.env.TRIALS ?? 30);

/** Guesses a password at a node. @returns the status. */
async function guess({ baseUrl }: { baseUrl: string }, username: string, password = 'wrong'): Promise<number> {
  return (await new Browser(baseUrl).post('/accounts/api/v1/token/', { username, password })).status;
}

async function startTwo(atTheEnd: AtTheEnd) {
  const databaseUrl = await newDatabaseUrl(atTheEnd);
  const [a, b] = [await startNode(databaseUrl, {}, atTheEnd), await startNode(databaseUrl, {}, atTheEnd)];
  return { databaseUrl, a, b };
}

async function twoNodes({ databaseUrl, a, b }: Awaited<ReturnType<typeof startTwo>>) {
  const { em } = await openTestDatabase({ kind: 'postgresql', url: databaseUrl });
  const execute = <Row>(sql: string, values: unknown[]) => (em.fork() as SqlEntityManager).execute<Row[]>(sql, values);
  /** Inserts failures for a name, as if this machine had guessed at it nine minutes ago. */
  const leaveFailures = async (username: string, count: number) => {
    const pair = { usernameHash: computeHash(username), username, address: '127.0.0.1' };
    const since = new Date(Date.now() - 9 * 60_000);
    const rows = Array.from({ length: count }, (_, slot) => ({ ...pair, slot, since, failed: true }));
    await em.fork().insertMany(LoginAttemptSlot, rows);
  };
  /** Returns the minimum number of seconds for which a name stays locked, and how often the lock was recorded. */
  const lockOf = async (username: string) => {
    const [lock] = await execute<{ seconds: number; slots: number }>(
      `select 600 + extract(epoch from min(since) - clock_timestamp())::float8 as seconds, count(*)::int as slots
        from login_places where username = ? and failed`,
      [username],
    );
    const recorded = await execute(
      `select id from authentication_events where username = ? and result = 'locked_out'`,
      [username],
    );
    return { seconds: lock?.seconds ?? 0, slots: lock?.slots, recorded: recorded.length };
  };
  return { a, b, leaveFailures, lockOf };
}

describe.runIf(nodesCanRun)('the lockout over several nodes (contract 3, promises 1–5, 50)', () => {
  // The tests can share the nodes because each guesses at its own names.
  const started = sharedByTests(startTwo);

  test('of the fourth and the fifth failure at once, exactly one locks, for ten minutes, and is recorded', async () => {
    const { a, b, leaveFailures, lockOf } = await twoNodes(await started());
    const wrong = [];
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const username = `nobody${trial}`;
      await leaveFailures(username, 3);
      const statuses = await Promise.all([guess(a, username), guess(b, username)]);
      const { seconds, ...lock } = await lockOf(username);
      const found = { statuses: statuses.sort(), lasts: seconds >= 590, ...lock };
      if (JSON.stringify(found) !== '{"statuses":[401,429],"lasts":true,"slots":5,"recorded":1}') wrong.push(found);
    }
    expect(wrong).toEqual([]);
  }, 600_000);

  test('of twenty guesses at once at two nodes, five are checked', async () => {
    const { a, b, lockOf } = await twoNodes(await started());
    const guesses = Array.from({ length: 20 }, (_, index) => guess(index % 2 ? a : b, 'nobody'));
    const statuses = await Promise.all(guesses);
    const count = (status: number) => statuses.filter((other) => other === status).length;
    expect(count(401)).toBe(4);
    // Attempts that wait longer than a second for the other node's check are told to retry later.
    expect(count(429) + count(503)).toBe(16);
    expect(await lockOf('nobody')).toMatchObject({ slots: 5, recorded: 1 });
    expect([await guess(a, 'nobody'), await guess(b, 'nobody')]).toEqual([429, 429]);
  });

  test('a success at one node clears what was counted at the other', async () => {
    const { a, b, lockOf } = await twoNodes(await started());
    await createScript(a.baseUrl);
    for (let round = 0; round < 2; round += 1) {
      for (const node of [a, b, a, b]) expect(await guess(node, 'ana')).toBe(401);
      expect(await guess(round ? a : b, 'ana', PASSWORD)).toBe(200);
    }
    expect(await lockOf('ana')).toMatchObject({ slots: 0, recorded: 0 });
  });
});
