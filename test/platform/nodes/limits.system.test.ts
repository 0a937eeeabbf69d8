import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { RegistrationQuota } from '../../../src/features/accounts/registration/registration-quota.js';
import type { Database } from '../../../src/platform/db/database.js';
import { PostgresqlRateLimits } from '../../../src/platform/nodes/postgresql-rate-limits.js';
import { Busy, RateLimited } from '../../../src/shared/errors/errors.js';
import type { Allowance } from '../../../src/shared/rate-limits/rate-limits.js';
import { startDatabaseProxy } from '../../support/databases/database-proxy.js';
import { AS_IN_SERVICE, openTestDatabase } from '../../support/databases/databases.js';
import { Browser } from '../../support/http/browser.js';
import { newDatabaseUrl, nodesCanRun, sqlOf, startNode } from '../../support/processes/nodes.js';
import { createScript } from '../../support/processes/running-service.js';
import { createTestApp, PASSWORD } from '../../support/test-app.js';

const METRICS = '{ metrics { cpuPercent } }';
const CALLS = 40;

/** Creates the limits of three nodes, each with its own connections. */
async function threeNodes() {
  const url = await newDatabaseUrl();
  const databases = [];
  for (let count = 0; count < 3; count += 1) databases.push(await openTestDatabase({ kind: 'postgresql', url }));
  const [first] = databases as [Database];
  return { url, limits: databases.map((database) => limitsOn(database)), run: sqlOf(first), em: first.em };
}

function limitsOn({ em }: Database) {
  return new PostgresqlRateLimits({ em, clock: { wait: async () => {} } });
}

function allowance(limit: number, key = 'ana'): Allowance {
  return { rateLimit: { name: `test ${limit}`, limit, seconds: 60 }, key };
}

/**
 * Retries until it gets a turn: on a busy machine, a row with hundreds of waiters may not become free within five
 * seconds.
 */
async function takeAtLast(node: PostgresqlRateLimits, wanted: Allowance): Promise<number | undefined> {
  for (;;) {
    try {
      return await node.take([wanted]);
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
    }
  }
}

describe.runIf(nodesCanRun)('rate limits over several nodes (contract 13, promise 50)', () => {
  test('twenty a minute are twenty over three processes, also when all calls come at once', async () => {
    const url = await newDatabaseUrl();
    const first = await startNode(url);
    // One node's clock is wrong and must not end a window in which the others are counting.
    const nodes = [first, ...(await Promise.all([startNode(url), startNode(url, { clockShiftMinutes: 2 })]))];
    const { access } = await createScript(first.baseUrl);
    const callers = nodes.map((node) => new Browser(node.baseUrl, { authorization: `Bearer ${access}` }));
    const statusOf = async (caller: Browser) => (await caller.get('/sistema/monitoramento/api/v1/metrics')).status;
    const statuses = await Promise.all(Array.from({ length: CALLS }, () => callers.map(statusOf)).flat());
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3 * CALLS - 20);
    const graphql = await Promise.all(callers.map((caller) => caller.graphql(METRICS)));
    for (const answer of graphql) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(40);
  });

  test.each([1, 20, 300])(
    '%i are that many, however many nodes take them at once, and one more is refused',
    async (limit) => {
      const { limits } = await threeNodes();
      const takes = Array.from({ length: limit }, () =>
        limits.map((node) => takeAtLast(node, allowance(limit))),
      ).flat();
      const outcomes = await Promise.all(takes);
      expect(outcomes.filter((ms) => ms === undefined)).toHaveLength(limit);
      for (const node of limits) expect(await node.take([allowance(limit)])).toBeGreaterThan(50_000);
    },
  );

  test.each([
    [4999, undefined],
    [5001, Busy],
  ])('who has waited %i ms for others of the same allowance: refused with %o', async (waitedMs, refused) => {
    const { limits, run, em } = await threeNodes();
    const [node] = limits as [PostgresqlRateLimits];
    await node.take([allowance(5)]);
    const holder = em.fork() as SqlEntityManager;
    await holder.begin();
    await holder.execute('select * from rate_limits for update');
    const first = node.take([allowance(5)]);
    const waiting = `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => run(waiting)).toEqual([{ waiting: 1 }]);
    const startMs = performance.now();
    const now = vi.spyOn(performance, 'now').mockReturnValue(startMs);
    onTestFinished(() => now.mockRestore());
    const second = node.take([allowance(5)]).catch((error: unknown) => error);
    now.mockReturnValue(startMs + waitedMs);
    await holder.commit();
    await first;
    expect((await second)?.constructor).toBe(refused);
  });

  test('of those who wait for the last one at once, one gets it; nobody else waits for them', async () => {
    const { limits, run, em } = await threeNodes();
    const [first] = limits as [PostgresqlRateLimits];
    for (let taken = 0; taken < 4; taken += 1) await first.take([allowance(5)]);
    const holder = em.fork() as SqlEntityManager;
    await holder.begin();
    await holder.execute('select * from rate_limits for update');
    const takes = limits.flatMap((node) => Array.from({ length: 20 }, () => takeAtLast(node, allowance(5))));
    const waiting = `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => run(waiting)).toEqual([{ waiting: 3 }]);
    for (const node of limits) expect(await node.take([allowance(5, 'bia')])).toBeUndefined();
    expect(await run(waiting)).toEqual([{ waiting: 3 }]);
    await holder.commit();
    expect((await Promise.all(takes)).filter((ms) => ms === undefined)).toHaveLength(1);
  });

  test('a window ends by the clock of the database, and the next one begins with the first that is taken', async () => {
    const { limits, run } = await threeNodes();
    const [a, b, c] = limits as [PostgresqlRateLimits, PostgresqlRateLimits, PostgresqlRateLimits];
    for (const node of [a, b]) expect(await node.take([allowance(2)])).toBeUndefined();
    await run(`update rate_limits set ends_at = now() + interval '30 seconds'`);
    expect(await b.take([allowance(2)])).toBeLessThanOrEqual(30_000);
    await run('update rate_limits set ends_at = now()');
    for (const node of [c, a]) expect(await node.take([allowance(2)])).toBeUndefined();
    expect(await a.take([allowance(2)])).toBeGreaterThan(50_000);
  });

  test('what is given back at one node can be taken at another, and leaves nothing behind when it was all', async () => {
    const { limits, run } = await threeNodes();
    const [a, b] = limits as [PostgresqlRateLimits, PostgresqlRateLimits];
    for (let taken = 0; taken < 2; taken += 1) expect(await a.take([allowance(2)])).toBeUndefined();
    await b.giveBack([allowance(2)]);
    expect(await b.take([allowance(2)])).toBeUndefined();
    expect(await b.take([allowance(2)])).toBeGreaterThan(0);
    for (const node of [a, b]) await node.giveBack([allowance(2)]);
    expect(await run('select * from rate_limits')).toEqual([]);
    // Returning an allowance that was never taken grants nothing.
    await a.giveBack([allowance(2)]);
    expect(await run('select * from rate_limits')).toEqual([]);
  });

  test('of several allowances all are taken or none, whichever is used up, at any concurrency', async () => {
    const { limits, run } = await threeNodes();
    const [wide, narrow, other] = [allowance(5, 'z'), allowance(50, 'a'), allowance(50, 'm')];
    const attempts = Array.from({ length: 20 }, (_, index) =>
      limits.map((node) => node.take(index % 2 === 0 ? [wide, narrow] : [narrow, wide, other])),
    ).flat();
    const taken = (await Promise.all(attempts)).filter((ms) => ms === undefined);
    expect(taken).toHaveLength(5);
    const points = await run<{ key: string; points: number }>('select key, points from rate_limits order by key');
    expect(points.find(({ key }) => key.endsWith(': z'))?.points).toBe(5);
    expect(points.find(({ key }) => key.endsWith(': a'))?.points).toBe(5);
  });

  test('whatever a key holds, it is a key', async () => {
    const { limits } = await threeNodes();
    const [a, b] = limits as [PostgresqlRateLimits, PostgresqlRateLimits];
    for (const key of ["'; drop table rate_limits; --", '?', '$1', '', '\\', '2001:db8::/64']) {
      expect(await a.take([allowance(1, key)])).toBeUndefined();
      expect(await b.take([allowance(1, key)])).toBeGreaterThan(0);
    }
  });

  test('what is refused writes nothing, and asks the database once a second at most', async () => {
    const { url, limits, run } = await threeNodes();
    const [a] = limits as [PostgresqlRateLimits];
    const proxy = await startDatabaseProxy();
    const behind = limitsOn(await openTestDatabase({ kind: 'postgresql', url: proxy.through(url) }, AS_IN_SERVICE));
    await a.take([allowance(1)]);
    const row = () => run('select xmin, points, ends_at from rate_limits');
    const before = await row();
    expect(await behind.take([allowance(1)])).toBeGreaterThan(0);
    await proxy.refuse();
    for (let count = 0; count < 100; count += 1) expect(await behind.take([allowance(1)])).toBeGreaterThan(0);
    expect(await row()).toEqual(before);
  });

  test('while PostgreSQL is away, nothing is let in uncounted: it is busy', async () => {
    const url = await newDatabaseUrl();
    const proxy = await startDatabaseProxy();
    const limits = limitsOn(await openTestDatabase({ kind: 'postgresql', url: proxy.through(url) }, AS_IN_SERVICE));
    expect(await limits.take([allowance(2)])).toBeUndefined();
    await proxy.refuse();
    await expect(limits.take([allowance(2)])).rejects.toThrow(Busy);
    await proxy.heal();
    expect(await limits.take([allowance(2)])).toBeUndefined();
    expect(await limits.take([allowance(2)])).toBeGreaterThan(0);
  });
});

describe.runIf(nodesCanRun)('the rows of rate limits (promise 43)', () => {
  test('are removed when their window is over', async () => {
    const url = await newDatabaseUrl();
    const database = await openTestDatabase({ kind: 'postgresql', url });
    const run = sqlOf(database);
    await run(
      `insert into rate_limits select 'old ' || n, 1, now() - interval '1 second' from generate_series(1, 1200) n`,
    );
    await run(`insert into rate_limits values ('new', 1, now() + interval '1 minute')`);
    await limitsOn(database).prune();
    expect(await run('select key from rate_limits')).toEqual([{ key: 'new' }]);
  });

  test('are none for registrations that create nothing, from however many networks', async () => {
    const { limits, run } = await threeNodes();
    const [quota] = limits.map((node) => new RegistrationQuota(node)) as [RegistrationQuota];
    const fault = new Error('a field is wrong');
    const tries = Array.from({ length: 300 }, (_, index) =>
      quota.during(`2001:db8:${index.toString(16)}::1`, () => Promise.reject(fault)).catch((error: unknown) => error),
    );
    expect(new Set(await Promise.all(tries))).toEqual(new Set([fault]));
    expect(await run('select * from rate_limits')).toEqual([]);
  });
});

describe.runIf(nodesCanRun)('what visitors and users may do over several nodes (promises 43, 50)', () => {
  async function twoApps(environment: Record<string, string> = {}) {
    const url = await newDatabaseUrl();
    const location = { kind: 'postgresql', url } as const;
    const [a, b] = [
      await createTestApp({ environment, database: await openTestDatabase(location) }),
      await createTestApp({ environment, database: await openTestDatabase(location) }),
    ];
    return { a, b, run: sqlOf(a.database) };
  }

  test('registrations from one network are counted at both nodes together', async () => {
    const { a, b, run } = await twoApps();
    const register = (app: typeof a, name: string) =>
      app.browser({ accept: 'application/json' }).submit('/accounts/registrar/', {
        first_name: 'Ana',
        username: name,
        email: `${name}@example.com`,
        password1: PASSWORD,
        password2: PASSWORD,
      });
    expect((await register(a, 'um')).status).toBe(201);
    expect((await register(b, 'dois')).status).toBe(201);
    expect((await register(b, 'dois')).status).toBe(400);
    const counted = await run<{ points: number }>('select points from rate_limits');
    expect(counted.map(({ points }) => points)).toEqual([2, 2, 2, 2]);
    await run(`update rate_limits set points = 100 where key like 'registrations of an hour, level 0: 127.0.0.1'`);
    for (const app of [a, b]) expect((await register(app, 'tres')).status).toBe(429);
  });

  test('token refreshes and changes of one account are counted at both nodes together', async () => {
    const { a, b, run } = await twoApps();
    const { refresh } = await a.scriptAs('ana');
    const renew = (app: typeof a) => app.browser().post('/accounts/api/v1/token/refresh/', { refresh });
    for (const app of [a, b]) expect((await renew(app)).status).toBe(200);
    expect(await run('select key, points from rate_limits')).toMatchObject([{ points: 2 }]);
    await run('update rate_limits set points = 300');
    for (const app of [a, b]) expect((await renew(app)).status).toBe(429);
  });

  test('calculations of visitors from one network are counted at both nodes together', async () => {
    const { a, b, run } = await twoApps({ PUBLIC_CONVERTER: 'true' });
    const calculate = (app: typeof a) => app.browser().graphql('{ logic(operation: NOT, value1: 1) }');
    for (const app of [a, b]) expect((await calculate(app)).status).toBe(200);
    const counted = await run<{ points: number }>('select points from rate_limits');
    // Both calculations are counted for the address, for its /24 and in total.
    expect(counted.map(({ points }) => points)).toEqual([2, 2, 2]);
    await run(`update rate_limits set points = 120 where key = 'calculations of visitors, level 0: 127.0.0.1'`);
    for (const app of [a, b]) expect((await calculate(app)).status).toBe(429);
  });

  test('where PostgreSQL goes away during a registration, the answer says why there is no account', async () => {
    const url = await newDatabaseUrl();
    const proxy = await startDatabaseProxy();
    const limits = limitsOn(await openTestDatabase({ kind: 'postgresql', url: proxy.through(url) }, AS_IN_SERVICE));
    const busy = new Busy(5);
    const register = async () => {
      await proxy.refuse();
      throw busy;
    };
    await expect(new RegistrationQuota(limits).during('192.0.2.1', register)).rejects.toBe(busy);
    await expect(new RegistrationQuota(limits).during('192.0.2.1', register)).rejects.not.toThrow(RateLimited);
  });
});
