import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, test } from 'vitest';
import { MUTATIONS_AT_A_TIME, MUTATIONS_WAITING } from '../../../src/graphql/limits/mutation-turns.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { createTestApp, PASSWORD } from '../../support/test-app.js';

const CHANGE = 'mutation { changePreferences(theme: DARK) { theme } }';
const postgresql = databaseKinds.find(({ name }) => name === 'PostgreSQL');

/** A service on PostgreSQL, and another program that keeps the row of an account until it is told to let go. */
async function serviceWithLockedRow(username: string) {
  const location = await postgresql?.locate();
  if (!location) throw new Error('PostgreSQL is not there');
  const app = await createTestApp({ database: await openTestDatabase(location) });
  const script = await app.scriptAs(username);
  const { em } = await openTestDatabase(location);
  const whenLocked = Promise.withResolvers<void>();
  const whenReleased = Promise.withResolvers<void>();
  const released = em.fork().transactional(async (unit) => {
    await (unit as SqlEntityManager).execute('select 1 from users where username = ? for update', [username]);
    whenLocked.resolve();
    await whenReleased.promise;
  });
  await whenLocked.promise;
  /** How many statements of the service wait for a row. */
  const waiting = async () => {
    const [row] = await (em.fork() as SqlEntityManager).execute<{ count: number }[]>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row?.count;
  };
  const release = async () => {
    whenReleased.resolve();
    await released;
  };
  return { app, script, waiting, release };
}

describe.runIf(postgresql?.available)('mutations of one account take turns (promise 53)', () => {
  test('so that its own locked row takes few connections, and others log in meanwhile', async () => {
    const { app, script, waiting, release } = await serviceWithLockedRow('ana');
    await app.createUser('bia');
    const changes = Array.from({ length: 40 }, () => script.graphql(CHANGE));
    await expect.poll(waiting).toBe(MUTATIONS_AT_A_TIME);
    const login = await app.browser().post('/accounts/api/v1/token/', { username: 'bia', password: PASSWORD });
    expect(login.status).toBe(200);
    const other = await (await app.scriptAs('carla')).graphql(CHANGE);
    expect(other.status).toBe(200);
    expect(await waiting()).toBe(MUTATIONS_AT_A_TIME);
    await release();
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 200));
  }, 60_000);

  test('a hundred wait for their turn, and one more is told to come again', async () => {
    const { app, script, waiting, release } = await serviceWithLockedRow('ana');
    const most = MUTATIONS_AT_A_TIME + MUTATIONS_WAITING;
    const statuses: number[] = [];
    const send = async () => {
      const { status } = await script.graphql(CHANGE);
      statuses.push(status);
    };
    const changes = Array.from({ length: most + 1 }, send);
    await expect.poll(() => statuses).toEqual([503]);
    expect(await waiting()).toBe(MUTATIONS_AT_A_TIME);
    // Nobody else is told so.
    expect((await (await app.scriptAs('bia')).graphql(CHANGE)).status).toBe(200);
    await release();
    await Promise.all(changes);
    expect(statuses.filter((status) => status === 200)).toHaveLength(most);
  }, 60_000);
});
