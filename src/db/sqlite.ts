import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Configuration, DriverException, Transaction } from '@mikro-orm/core';
import { AbstractSqlDriver, MikroORM, type Options, SqliteConnection, SqlitePlatform } from '@mikro-orm/sqlite';
import SqliteDatabase from 'better-sqlite3';
import type { Dialect } from 'kysely';
import { sqliteMigrations } from './migrations/sqlite/list.js';
import { asUnavailable, throwAsUnavailable } from './unavailable.js';
import { WaitingSqliteDialect } from './waiting-sqlite-dialect.js';

/** How long another process that writes may keep the service from writing before the answer is 503. */
const BUSY_TIMEOUT_MS = 5000;

const PRAGMAS = [
  'pragma journal_mode = WAL',
  // What was acknowledged survives a power cut. WAL databases reopen as NORMAL unless told on every connection.
  'pragma synchronous = FULL',
];

/** MikroORM's connection, by a dialect that waits without standing still. */
class Connection extends SqliteConnection {
  override createKyselyDialect(): Dialect {
    // SQLite itself never waits: meanwhile nobody would be answered.
    const database = new SqliteDatabase(this.config.get('dbName'), { timeout: 0 });
    // Where MikroORM looks for it; the types keep the field to themselves.
    Object.assign(this, { database });
    const { busyTimeoutMs = BUSY_TIMEOUT_MS }: DriverOptions = this.config.get('driverOptions');
    return new WaitingSqliteDialect({ database, pragmas: PRAGMAS, busyTimeoutMs });
  }

  /** MikroORM translates failures of statements only. */
  override begin(...options: Parameters<SqliteConnection['begin']>): Promise<Transaction> {
    return super.begin(...options).catch(throwAsUnavailable);
  }

  override commit(...options: Parameters<SqliteConnection['commit']>): Promise<void> {
    return super.commit(...options).catch(throwAsUnavailable);
  }
}

/** The driver, whose passing failures are 503 to the caller. */
class Driver extends AbstractSqlDriver<Connection> {
  constructor(config: Configuration) {
    super(config, new SqlitePlatform(), Connection, ['kysely', 'better-sqlite3']);
  }

  override getORMClass(): typeof MikroORM {
    return MikroORM;
  }

  override convertException(error: Error): DriverException {
    return asUnavailable(super.convertException(error));
  }
}

interface DriverOptions {
  readonly busyTimeoutMs?: number;
}

/**
 * Options for SQLite in `file`, or in memory when `file` is `:memory:`. Creates the folder of the file.
 *
 * @param busyTimeoutMs how long another process may keep this one from writing.
 */
export function sqliteOptions(file: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Options {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return {
    driver: Driver,
    dbName: file,
    driverOptions: { busyTimeoutMs } satisfies DriverOptions,
    migrations: { migrationsList: sqliteMigrations, snapshot: false },
    // Virtual tables, kept by triggers, are no entities.
    schemaGenerator: { skipTables: [/_search(_|$)/] },
  };
}
