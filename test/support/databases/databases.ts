import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { entities } from '../../../src/app/entities.js';
import { type Database, databaseOptions, openDatabase } from '../../../src/platform/db/database.js';
import type { DatabaseLocation } from '../../../src/settings/settings.js';
import type { AtTheEnd } from '../at-the-end.js';
import { initWithKnownEntities } from './known-entities.js';
import { PostgresqlDatabase } from './postgresql-databases.js';
import { listens } from './postgresql-server.js';

export interface DatabaseKind {
  readonly name: string;
  readonly available: boolean;
  /**
   * Provides a database for the current test only, with this version's tables and no rows. Its contents are removed at
   * the end of the test.
   */
  readonly locate: (atTheEnd?: AtTheEnd) => Promise<DatabaseLocation>;
  /**
   * Provides a database without tables, for tests of migrations. Other tests don't use it, since running all migrations
   * takes longer than most tests.
   */
  readonly locateEmpty: (atTheEnd?: AtTheEnd) => Promise<DatabaseLocation>;
}

interface BusyTimeout {
  /** The longest wait for another writing process, or for PostgreSQL to respond. */
  readonly busyTimeoutMs?: number;
}

/** Makes tests wait rather than get a 503, since other processes may write for seconds on a busy machine. */
const PATIENT: BusyTimeout = { busyTimeoutMs: 60_000 };

/** The service's own timeout, for tests of its responses while the database is away. */
export const AS_IN_SERVICE: BusyTimeout = {};

/**
 * Databases that this run tests persistence on: SQLite for `npm test`, PostgreSQL or both for `npm run test:system`.
 */
const tested = (process.env.TEST_DATABASES ?? 'SQLite').split(',');

export const sqlite: DatabaseKind = {
  name: 'SQLite',
  available: true,
  locate: migratedSqliteFile,
  locateEmpty: sqliteFile,
};

/** PostgreSQL, available if the server runs on this machine. */
export const postgresql: DatabaseKind = {
  name: 'PostgreSQL',
  available: await listens(),
  locate: migratedPostgresql,
  locateEmpty: emptyPostgresql,
};

export const databaseKinds: readonly DatabaseKind[] = [sqlite, postgresql].filter(({ name }) => tested.includes(name));

/** Opens the test's own database and closes it at the end of the test. */
export async function openTestDatabase(location: DatabaseLocation, busyTimeout = PATIENT): Promise<Database> {
  const logger = { log: () => {} };
  const database = await openDatabase({ location, entities, logger, ...busyTimeout, initOrm: initWithKnownEntities });
  onTestFinished(() => database.close(true));
  return database;
}

export async function openMemoryDatabase(): Promise<Database> {
  const options = await databaseOptions({ kind: 'sqlite', file: ':memory:' }, entities);
  memoryImage ??= readImage(await migratedSqliteFile());
  // Given bytes instead of a name, better-sqlite3 opens a copy of them, which is faster than creating the tables.
  const dbName = (await memoryImage) as Buffer & string;
  const database = await initWithKnownEntities({ ...options, dbName, logger: () => {} });
  await database.connect();
  database.config.set('dbName', ':memory:');
  return database as unknown as Database;
}

/** A freshly migrated database as bytes, created once per process. */
let memoryImage: Promise<Buffer> | undefined;

async function readImage({ file }: { readonly file: string }): Promise<Buffer> {
  const database = new SqliteDatabase(file);
  // An in-memory database cannot have a write-ahead log.
  database.pragma('journal_mode = delete');
  const image = database.serialize();
  database.close();
  return image;
}

async function sqliteFile(atTheEnd: AtTheEnd = onTestFinished): Promise<DatabaseLocation & { kind: 'sqlite' }> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  atTheEnd(() => rmSync(folder, { recursive: true }));
  return { kind: 'sqlite', file: join(folder, 'data', 'vigia.sqlite') };
}

/** A freshly migrated database file, created once per process. */
let migratedFile: Promise<Buffer> | undefined;

async function migratedSqliteFile(atTheEnd?: AtTheEnd): Promise<DatabaseLocation & { kind: 'sqlite' }> {
  const location = await sqliteFile(atTheEnd);
  await writeMigratedDatabase(location.file);
  return location;
}

/** Writes a database file with empty tables, so that a program starting with it has no migrations to run. */
export async function writeMigratedDatabase(file: string): Promise<void> {
  migratedFile ??= makeMigratedFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, await migratedFile, { mode: 0o600 });
}

async function makeMigratedFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  const file = join(folder, 'vigia.sqlite');
  await migrate({ kind: 'sqlite', file });
  const content = readFileSync(file);
  rmSync(folder, { recursive: true });
  return content;
}

/** Databases that no test is using, with tables and without. */
const migratedDatabases: PostgresqlDatabase[] = [];
const emptyDatabases: PostgresqlDatabase[] = [];

async function migratedPostgresql(atTheEnd?: AtTheEnd): Promise<DatabaseLocation> {
  const migrated = migratedDatabases.pop();
  const database = migrated ?? (await emptyDatabase());
  if (!migrated) await database.fill((url) => migrate({ kind: 'postgresql', url }));
  return lend(database, atTheEnd);
}

async function emptyPostgresql(atTheEnd?: AtTheEnd): Promise<DatabaseLocation> {
  return lend(await emptyDatabase(), atTheEnd);
}

async function emptyDatabase(): Promise<PostgresqlDatabase> {
  return emptyDatabases.pop() ?? PostgresqlDatabase.create();
}

function lend(database: PostgresqlDatabase, atTheEnd: AtTheEnd = onTestFinished): DatabaseLocation {
  atTheEnd(async () => {
    const isMigrated = await database.clear();
    (isMigrated ? migratedDatabases : emptyDatabases).push(database);
  });
  return { kind: 'postgresql', url: database.url };
}

async function migrate(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase({ location, entities, logger: { log: () => {} } });
  await database.close(true);
}
