import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, test, vi } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { type Database, reachabilityOf } from '../../../../src/platform/db/database.js';
import { Reachability } from '../../../../src/platform/db/postgresql/reachability.js';
import { startDatabaseProxy } from '../../../support/databases/database-proxy.js';
import { AS_IN_SERVICE, openTestDatabase } from '../../../support/databases/databases.js';
import { newDatabaseUrl, nodesCanRun } from '../../../support/processes/nodes.js';

const BUSY = { code: 'busy' };
const BUSY_TIMEOUT_MS = 2000;

/** More callers than there are connections. */
const CALLERS = 30;

/** Opens a database behind a network that the test can break. */
async function openBreakable() {
  const url = await newDatabaseUrl();
  const network = await startDatabaseProxy();
  const location = { kind: 'postgresql', url: network.through(url) } as const;
  const database = await openTestDatabase(location, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  return { network, database, reachability: reachabilityOf(database) as Reachability };
}

const read = ({ em }: Database) => em.fork().count(User);
const write = ({ em }: Database) => em.fork().transactional((unit) => unit.count(User));
const outcomes = (calls: readonly Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'answered',
        (error: { code?: string }) => error.code,
      ),
    ),
  );

async function millisecondsOf(job: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await job();
  return performance.now() - start;
}

describe.runIf(nodesCanRun)('a PostgreSQL that is known to be silent (promise 39)', () => {
  test('fails all that waits for it, refuses what comes, and is back once it answers', async () => {
    const { network, database, reachability } = await openBreakable();
    await outcomes(Array.from({ length: CALLERS }, () => read(database)));
    network.hang();
    const calls = Array.from({ length: CALLERS }, (_, index) => (index % 2 ? read : write)(database));
    // Waits until the pool's last responses are too old to count as a sign of life from the server.
    await expect.poll(() => isKnown(reachability)).toBe(true);
    expect(await millisecondsOf(() => outcomes(calls))).toBeLessThan(BUSY_TIMEOUT_MS / 2);
    expect(await outcomes(calls)).toEqual(Array(CALLERS).fill('busy'));
    expect(await millisecondsOf(() => outcomes([read(database), write(database)]))).toBeLessThan(BUSY_TIMEOUT_MS / 2);

    await network.heal();
    reachability.regained();
    expect(await outcomes(Array.from({ length: CALLERS }, () => write(database)))).toEqual(
      Array(CALLERS).fill('answered'),
    );
  });

  test('is found out by who waits in vain, without anybody who tells, and found again', async () => {
    const { network, database } = await openBreakable();
    await read(database);
    network.hang();
    // Each of the three statements would wait for its own response.
    const call = async () => {
      for (let count = 0; count < 3; count += 1) await read(database).catch(() => {});
    };
    expect(await millisecondsOf(call)).toBeLessThan(6000);
    await expect(read(database)).rejects.toMatchObject(BUSY);
    await network.heal();
    await expect.poll(() => read(database).catch(() => -1)).toBe(0);
  });

  test('loses no connection to transactions that could not be rolled back', async () => {
    const { network, database } = await openBreakable();
    for (let round = 0; round < 2; round += 1) {
      network.hang();
      const calls = Array.from({ length: CALLERS }, () => write(database));
      expect(new Set(await outcomes(calls))).toEqual(new Set(['busy']));
      await network.heal();
      await expect.poll(() => write(database).catch(() => -1)).toBe(0);
    }
    expect(await outcomes(Array.from({ length: CALLERS }, () => write(database)))).toEqual(
      Array(CALLERS).fill('answered'),
    );
  });

  test('is not silent for all because a connection hangs while others are answered', async () => {
    const disconnect = vi.fn();
    const reachability = new Reachability({ disconnect, probe: async () => {}, logger: undefined });
    reachability.noteAnswer();
    reachability.lost();
    expect(disconnect).not.toHaveBeenCalled();
    reachability.requireAnswers();
  });
});

/** Reports silence. @returns whether the report is believed. */
function isKnown(reachability: Reachability): boolean {
  reachability.lost();
  try {
    reachability.requireAnswers();
    return false;
  } catch {
    return true;
  }
}

describe.runIf(nodesCanRun)('a connection to PostgreSQL (contract 13)', () => {
  test('has limits on both ends', async () => {
    const { em } = await openTestDatabase({ kind: 'postgresql', url: await newDatabaseUrl() }, AS_IN_SERVICE);
    const rows = await (em.fork() as SqlEntityManager).execute<{ name: string; setting: string }[]>(
      "select name, setting from pg_settings where name like '%_timeout' or name = 'tcp_keepalives_idle'",
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toMatchObject({
      idle_in_transaction_session_timeout: '10000',
      lock_timeout: '4500',
      statement_timeout: '4750',
      tcp_keepalives_idle: '5',
    });
  });

  test('ends a statement that takes too long', async () => {
    const { database } = await openBreakable();
    const slow = (database.em.fork() as SqlEntityManager).execute('select pg_sleep(60)');
    await expect(slow).rejects.toMatchObject(BUSY);
    expect(await read(database)).toBe(0);
  });
});
