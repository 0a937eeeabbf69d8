import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Configuration, DriverException, EntityManager, Transaction } from '@mikro-orm/core';
import { AbstractSqlDriver, MikroORM, type Options, SqliteConnection, SqlitePlatform } from '@mikro-orm/sqlite';
import SqliteDatabase from 'better-sqlite3';
import type { Dialect } from 'kysely';
import { sqliteMigrations } from '../migrations/sqlite/list.js';
import { asUnavailable, throwAsUnavailable } from '../unavailable.js';
import { WaitingSqliteDialect } from './waiting-sqlite-dialect.js';

/** How long to wait for another process that has locked the database before the response is 503. */
const BUSY_TIMEOUT_MS = 5000;

/** MikroORM's connection, with a dialect that waits without blocking the event loop. */
class Connection extends SqliteConnection {
  #dataVersion: (() => number | undefined) | undefined;

  override createKyselyDialect(): Dialect {
    // SQLite must not wait itself, since that would block the event loop.
    const database = new SqliteDatabase(this.config.get('dbName'), { timeout: 0 });
    // MikroORM expects the database in this field, although its types declare the field private.
    Object.assign(this, { database });
    const dataVersion = database.prepare<[], number>('pragma data_version').pluck();
    this.#dataVersion = () => dataVersion.get();
    const { busyTimeoutMs = BUSY_TIMEOUT_MS }: DriverOptions = this.config.get('driverOptions');
    return new WaitingSqliteDialect({ database, busyTimeoutMs });
  }

  /** Number that changes with every commit of another process: see {@link commitsOfOthers}. */
  get commitsOfOthers(): number | undefined {
    return this.#dataVersion?.();
  }

  /** MikroORM converts errors of statements, but not those of `begin` and `commit`. */
  override begin(...options: Parameters<SqliteConnection['begin']>): Promise<Transaction> {
    return super.begin(...options).catch(throwAsUnavailable);
  }

  override commit(...options: Parameters<SqliteConnection['commit']>): Promise<void> {
    return super.commit(...options).catch(throwAsUnavailable);
  }
}

/** Converts transient failures to 503. */
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

/**
 * Returns a number that changes with every commit of another process to the file, whatever the table, and takes
 * microseconds to read; undefined before the first statement. Commits of this process do not change it, since the
 * process has a single connection.
 *
 * @throws {SqliteError} if another process has locked the file at that moment.
 */
export function commitsOfOthers(em: EntityManager): number | undefined {
  return (em.getConnection() as Connection).commitsOfOthers;
}

interface DriverOptions {
  readonly busyTimeoutMs?: number;
}

/**
 * Returns options for SQLite in `file`, or in memory if `file` is `:memory:`. Creates the file's folder.
 *
 * @param busyTimeoutMs how long to wait for another process that has locked the database.
 */
export function sqliteOptions(file: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Options {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return {
    driver: Driver,
    dbName: file,
    driverOptions: { busyTimeoutMs } satisfies DriverOptions,
    migrations: { migrationsList: sqliteMigrations, snapshot: false },
    // Virtual tables, which are filled by triggers, have no entities.
    schemaGenerator: { skipTables: [/_search(_|$)/] },
  };
}
