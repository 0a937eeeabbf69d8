import { existsSync, statSync } from 'node:fs';
import { openReadOnly } from '../../platform/db/open-read-only.js';
import type { ReadOnlyDatabase } from '../../platform/db/read-only-database.js';
import type { Settings } from '../../settings/settings.js';
import { hasCode } from '../../shared/errors/has-code.js';
import { counted, type Finding, findingsOn } from './finding.js';
import { CHECK_LIMIT_MS } from './within-limit.js';

const { ok, warning, problem } = findingsOn('database');

/** A larger SQLite file is not read whole: it would take longer than this command should. */
const READ_MAX_BYTES = 2 ** 30;

/** A database that answers, and whether its tables are those that this version knows. */
export interface OpenedDatabase {
  readonly database: ReadOnlyDatabase;
  readonly isCurrent: boolean;
}

/** Findings about the database, with a connection to it if it can be used; the caller closes that. */
export interface DatabaseCheck {
  readonly findings: readonly Finding[];
  readonly opened: OpenedDatabase | undefined;
}

/** Opens the database, and checks its version, its tables and, for SQLite, its pages. */
export async function checkDatabase({ database: location, dataDir }: Settings): Promise<DatabaseCheck> {
  if (location.kind === 'sqlite' && !existsSync(location.file)) {
    const text = `There is no database ${location.file} yet: the first start creates it; for an existing one, set DATA_DIR (now ${dataDir}).`;
    return { findings: [warning(text)], opened: undefined };
  }
  try {
    const database = await openReadOnly(location, CHECK_LIMIT_MS);
    const { finding, isCurrent } = await checkTables(database);
    const pages = location.kind === 'sqlite' ? [await checkPages(database, location.file)] : [];
    return { findings: [finding, ...pages], opened: { database, isCurrent } };
  } catch (error) {
    return { findings: [explain(error)], opened: undefined };
  }
}

function explain(error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  if (hasCode(error, '3D000')) return warning(`${message}: the first start creates it, if the user may.`);
  if (/not a database|malformed/.test(message)) {
    return problem(`The database is damaged (${message}): restore a backup (docs/operations/backup.md).`);
  }
  return problem(`The database cannot be read (${message}): correct DATABASE_URL or DATA_DIR, or start the server.`);
}

const VERSION = { sqlite: 'select sqlite_version() as version', postgresql: 'show server_version' } as const;

async function checkTables(database: ReadOnlyDatabase): Promise<{ finding: Finding; isCurrent: boolean }> {
  const [versionRow = {}] = await database.query<Record<string, string>>(VERSION[database.kind]);
  const name = `${{ sqlite: 'SQLite', postgresql: 'PostgreSQL' }[database.kind]} ${Object.values(versionRow)[0]}`;
  const known = await knownMigrations(database.kind);
  const beganMs = performance.now();
  await database.query('begin');
  const executed = await executedMigrations(database);
  await database.query('rollback');
  const durationMs = Math.ceil(performance.now() - beganMs);
  const unknown = executed.filter((migration) => !known.includes(migration));
  const pending = known.filter((migration) => !executed.includes(migration));
  if (unknown.length > 0) {
    const text = `The tables are newer than this Vigia (${unknown.join(', ')}): start the version that created them, or a newer one.`;
    return { finding: problem(text), isCurrent: false };
  }
  if (pending.length > 0) {
    const text = `${name} has tables of an older version: the next start migrates them (${counted(pending.length, 'step')}); back up first.`;
    return { finding: warning(text), isCurrent: false };
  }
  return { finding: ok(`${name} answers; a transaction that reads took ${durationMs} ms.`), isCurrent: true };
}

async function knownMigrations(kind: ReadOnlyDatabase['kind']): Promise<readonly string[]> {
  if (kind === 'sqlite') {
    const { sqliteMigrations } = await import('../../platform/db/migrations/sqlite/list.js');
    return sqliteMigrations.map(({ name }) => name);
  }
  const { postgresqlMigrations } = await import('../../platform/db/migrations/postgresql/list.js');
  return postgresqlMigrations.map(({ name }) => name);
}

async function executedMigrations(database: ReadOnlyDatabase): Promise<readonly string[]> {
  try {
    return (await database.query<{ name: string }>('select name from mikro_orm_migrations')).map(({ name }) => name);
  } catch (error) {
    if (hasCode(error, '42P01') || /no such table/.test(String(error))) return [];
    throw error;
  }
}

/** Checks the pages of a SQLite file, table by table, until the time is over. */
async function checkPages(database: ReadOnlyDatabase, file: string): Promise<Finding> {
  const { size } = statSync(file);
  if (size > READ_MAX_BYTES) return ok(`Its pages are not checked, since it is large: "vigia backup" checks the copy.`);
  const endMs = performance.now() + CHECK_LIMIT_MS;
  const tables = await database.query<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and rootpage > 0 order by name",
  );
  let checked = 0;
  for (const { name } of tables) {
    if (performance.now() > endMs) break;
    const fault = await findFault(database, name);
    if (fault !== undefined) {
      return problem(
        `The table ${name} is damaged (${fault}): stop the service and restore a backup (docs/operations/backup.md).`,
      );
    }
    checked += 1;
  }
  if (checked < tables.length)
    return ok(`${checked} of ${tables.length} tables were checked in time, without a fault.`);
  return ok('All its tables are without a fault.');
}

/** Returns the first fault of a table's pages; undefined if there is none. Some faults are rows, others errors. */
async function findFault(database: ReadOnlyDatabase, table: string): Promise<string | undefined> {
  try {
    const sql = `pragma quick_check('${table.replaceAll("'", "''")}')`;
    const rows = await database.query<{ quick_check: string }>(sql);
    return rows.map(({ quick_check: result }) => result).find((result) => result !== 'ok');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
