import { describe, expect, test, vi } from 'vitest';
import { PRUNING } from '../../../src/platform/nodes/node-events.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { newDatabaseUrl, nodesCanRun, sqlOf } from '../../support/processes/nodes.js';
import { createTestApp } from '../../support/test-app.js';

describe.runIf(nodesCanRun)('what counts no more (contract 13, promise 43)', () => {
  test('is removed by one node, and by another when that has stopped', async () => {
    const location = { kind: 'postgresql', url: await newDatabaseUrl() } as const;
    const startNode = async () =>
      createTestApp({ database: await openTestDatabase(location), clock: new FakeClock(new Date()) });
    const [a, b] = [await startNode(), await startNode()];
    const run = sqlOf(a.database);
    const begin = () =>
      run(`insert into rate_limits values ('old', 1, now() - interval '1 second');
        insert into login_places (username_hash, username, address, slot, since, failed)
          values ('x', 'ana', '192.0.2.1', 0, now() - interval '11 minutes', true)`);
    const left = async () =>
      run(
        `select (select count(*)::int from rate_limits) as calls, (select count(*)::int from login_places) as logins`,
      );
    const none = [{ calls: 0, logins: 0 }];

    await begin();
    await a.advance({ minutes: 1 });
    await expect.poll(left).toEqual(none);
    await begin();
    const tryLock = vi.spyOn(b.events, 'tryLock');
    const rounds = async () => {
      await b.advance({ minutes: 1 });
      return tryLock.mock.calls.filter(([name]) => name === PRUNING).length;
    };
    // A round begins once the previous one has ended.
    await expect.poll(rounds).toBeGreaterThan(1);
    expect(await left()).toEqual([{ calls: 1, logins: 1 }]);

    await a.close();
    const callsLeft = async () => {
      await b.advance({ minutes: 1 });
      return sqlOf(b.database)('select from rate_limits');
    };
    await expect.poll(callsLeft).toEqual([]);
  });
});
