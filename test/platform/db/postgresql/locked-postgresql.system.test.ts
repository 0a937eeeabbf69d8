import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { openTestDatabase, postgresql } from '../../../support/databases/databases.js';
import { createTestApp } from '../../../support/test-app.js';

/** Number of connections the service has, and how many of them may be in transactions. */
const CONNECTIONS_MAX = 10;
const WRITERS_MAX = 6;

const CHANGE = 'mutation { changePreferences(theme: DARK) { theme } }';

/** Starts the service on PostgreSQL, alongside another process that can lock an account's row. */
async function createLockableApp(busyTimeoutMs: number) {
  const location = await postgresql.locate();
  if (location?.kind !== 'postgresql') throw new Error('PostgreSQL is not there');
  const app = await createTestApp({ database: await openTestDatabase(location, { busyTimeoutMs }) });
  const other = await MikroORM.init({
    clientUrl: location.url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
  });
  onTestFinished(() => other.close(true));
  const em = other.em.fork();
  return {
    app,
    async hold(...usernames: string[]) {
      await em.begin();
      const rows = 'select 1 from users where username = any(?) for update';
      await em.getConnection().execute(rows, [`{${usernames}}`], 'all', em.getTransactionContext());
    },
    release: () => em.rollback(),
  };
}

describe.runIf(postgresql.available)('rows of PostgreSQL that another process locks (promise 32)', () => {
  test('more writes than there are connections are 503 when the busy timeout ends, reads are answered, and all is well after', async () => {
    // Allows enough time for connecting on a busy machine.
    const { app, hold, release } = await createLockableApp(2000);
    // Each of its own, since an account may change things twice at a time only.
    const names = Array.from({ length: CONNECTIONS_MAX + 2 }, (_, index) => `ana${index}`);
    const writers = await Promise.all(names.map((name) => app.loginAs(name)));
    const bia = await app.loginAs('bia');
    await hold(...names);
    const writes = writers.map((writer) => writer.graphql(CHANGE));
    const reads = Array.from({ length: 5 }, () => bia.graphql('{ me { username } }'));
    const answers = await Promise.all(writes);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers[0]?.headers.get('retry-after')).toBe('5');
    for (const read of reads) expect((await read).status).toBe(200);
    expect((await bia.graphql('{ me { username } }')).status).toBe(200);
    await release();
    expect((await writers[0]?.graphql(CHANGE))?.status).toBe(200);
  });

  test('transactions leave connections to reads; one too many is rejected as busy when the busy timeout ends', async () => {
    const location = await postgresql.locate();
    if (!location) throw new Error('PostgreSQL is not there');
    const { em } = await openTestDatabase(location, { busyTimeoutMs: 2000 });
    const units = Array.from({ length: WRITERS_MAX }, () => em.fork());
    for (const unit of units) await unit.begin();
    const refused = expect(em.fork().begin()).rejects.toMatchObject({ code: 'busy' });
    const reads = Array.from({ length: 2 * CONNECTIONS_MAX }, () => em.fork().count(User));
    expect(await Promise.all(reads)).toEqual(Array(2 * CONNECTIONS_MAX).fill(0));
    await refused;
    await Promise.all(units.map((unit) => unit.rollback()));
    await em.fork().transactional(async () => {});
  });

  test('a write waits for a row that is locked for a short time', async () => {
    const { app, hold, release } = await createLockableApp(20_000);
    const ana = await app.loginAs('ana');
    const bia = await app.loginAs('bia');
    await hold('ana');
    let isOver = false;
    const write = ana.graphql(CHANGE).finally(() => {
      isOver = true;
    });
    for (let round = 0; round < 5; round += 1) expect((await bia.graphql(CHANGE)).status).toBe(200);
    expect(isOver).toBe(false);
    await release();
    expect((await write).status).toBe(200);
  });
});
