import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SettingsError } from '../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { POSTGRESQL } from '../../support/databases/postgresql-server.js';
import { startTransactionPooler } from '../../support/databases/transaction-pooler.js';
import { freePort } from '../../support/processes/free-port.js';
import { emptyDatabaseUrl } from '../../support/processes/nodes.js';
import { startProgram, temporaryFolder } from '../../support/processes/running-service.js';

const postgresql = databaseKinds.find(({ name }) => name === 'PostgreSQL');
const PGBOUNCER = '/usr/sbin/pgbouncer';

const open = (url: string) => openTestDatabase({ kind: 'postgresql', url });

async function faultOf(url: string): Promise<string> {
  const error = await open(url).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(SettingsError);
  return (error as SettingsError).faults.join('\n');
}

/** PgBouncer in front of a database. @returns the address of the database through it. */
async function startPgBouncer(url: string, mode: string): Promise<string> {
  const port = await freePort();
  const folder = temporaryFolder();
  const file = join(folder, 'pgbouncer.ini');
  const { host, user } = POSTGRESQL;
  const settings = [
    '[databases]',
    `* = host=${host} port=${POSTGRESQL.port} user=${user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ];
  writeFileSync(file, settings.join('\n'), { mode: 0o644 });
  // It refuses to run as root, and says on its standard error when it is ready.
  const program = startProgram('sh', ['-c', `exec ${PGBOUNCER} -u nobody ${file} 2>&1`], {});
  await program.line(/process up/);
  const through = new URL(url);
  through.port = String(port);
  return through.href;
}

describe.runIf(postgresql?.available)('a pooler before PostgreSQL (contract 13)', () => {
  test('is refused with what to do when sessions share a connection to the server', async () => {
    const fault = await faultOf(await startTransactionPooler(await emptyDatabaseUrl()));
    expect(fault).toMatch(/^DATABASE_URL leads to a connection pooler in transaction or statement mode/);
    expect(fault).toContain('pool_mode = session');
  });

  test('is no matter where there is none', async () => {
    await expect(open(await emptyDatabaseUrl())).resolves.toBeDefined();
  });
});

describe.runIf(postgresql?.available && existsSync(PGBOUNCER))('PgBouncer', () => {
  test.each(['transaction', 'statement'])('is refused in %s mode', async (mode) => {
    const fault = await faultOf(await startPgBouncer(await emptyDatabaseUrl(), mode));
    expect(fault).toMatch(/in transaction or statement mode/);
  });

  test('serves in session mode', async () => {
    const database = await open(await startPgBouncer(await emptyDatabaseUrl(), 'session'));
    expect(await database.em.fork().getConnection().execute('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('that refuses a setting of the address is named', async () => {
    const url = new URL(await startPgBouncer(await emptyDatabaseUrl(), 'session'));
    url.searchParams.set('options', '-c lock_timeout=1000');
    expect(await faultOf(url.href)).toMatch(/pooler that refuses a setting \(.*options\): remove it/);
  });
});
