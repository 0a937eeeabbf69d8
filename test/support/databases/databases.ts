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

/** A kind of database that persistence is tested on. */
export interface DatabaseKind {
  readonly name: string;
  readonly available: boolean;
  /**
   * A database for the test at hand alone, with the tables of this version and nothing in them; its contents are removed
   * when the test ends.
   */
  readonly locate: (atTheEnd?: AtTheEnd) => Promise<DatabaseLocation>;
  /** The same without tables, for tests of the migrations: to run them all takes longer than most tests. */
  readonly locateEmpty: (atTheEnd?: AtTheEnd) => Promise<DatabaseLocation>;
}

interface BusyTimeout {
  /** How long is waited for another process that writes, or for a PostgreSQL that does not answer. */
  readonly busyTimeoutMs?: number;
}

/** On a busy machine others write for seconds: tests wait for them, and get no 503. */
const PATIENT: BusyTimeout = { busyTimeoutMs: 60_000 };

/** As in the service, for tests of what is answered when the database is away. */
export const AS_IN_SERVICE: BusyTimeout = {};

/** SQLite always, PostgreSQL where it listens on this machine. */
export const databaseKinds: readonly DatabaseKind[] = [
  { name: 'SQLite', available: true, locate: migratedSqliteFile, locateEmpty: sqliteFile },
  { name: 'PostgreSQL', available: await listens(), locate: migratedPostgresql, locateEmpty: postgresql },
];

/** Opens a database of the test's own and closes it when the test ends. */
export async function openTestDatabase(location: DatabaseLocation, busyTimeout = PATIENT): Promise<Database> {
  const logger = { log: () => {} };
  const database = await openDatabase({ location, entities, logger, ...busyTimeout, initOrm: initWithKnownEntities });
  onTestFinished(() => database.close(true));
  return database;
}

/** Opens a database in memory, with its tables and nothing in them. */
export async function openMemoryDatabase(): Promise<Database> {
  const options = await databaseOptions({ kind: 'sqlite', file: ':memory:' }, entities);
  memoryImage ??= imageOf(await migratedSqliteFile());
  // better-sqlite3 takes bytes in place of a name and opens a copy of them, which is faster than to make the tables.
  const dbName = (await memoryImage) as Buffer & string;
  const database = await initWithKnownEntities({ ...options, dbName, logger: () => {} });
  await database.connect();
  database.config.set('dbName', ':memory:');
  return database as unknown as Database;
}

/** A database as the migrations leave it, as bytes; made once in each process. */
let memoryImage: Promise<Buffer> | undefined;

async function imageOf({ file }: { readonly file: string }): Promise<Buffer> {
  const database = new SqliteDatabase(file);
  // A database in memory cannot have a write-ahead log.
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

/** A database file as the migrations leave it, made once in each process. */
let migratedFile: Promise<Buffer> | undefined;

async function migratedSqliteFile(atTheEnd?: AtTheEnd): Promise<DatabaseLocation & { kind: 'sqlite' }> {
  const location = await sqliteFile(atTheEnd);
  await writeMigratedDatabase(location.file);
  return location;
}

/** Writes a database file with its tables and nothing in them: a program that starts on it has no migrations to run. */
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

/** Databases that no test uses: those with tables, and those without. */
const migratedDatabases: PostgresqlDatabase[] = [];
const emptyDatabases: PostgresqlDatabase[] = [];

async function migratedPostgresql(atTheEnd?: AtTheEnd): Promise<DatabaseLocation> {
  const migrated = migratedDatabases.pop();
  const database = migrated ?? (await emptyDatabase());
  if (!migrated) await database.fill((url) => migrate({ kind: 'postgresql', url }));
  return lend(database, atTheEnd);
}

async function postgresql(atTheEnd?: AtTheEnd): Promise<DatabaseLocation> {
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
