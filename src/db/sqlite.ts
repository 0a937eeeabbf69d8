import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DriverException } from '@mikro-orm/core';
import type { Options } from '@mikro-orm/sqlite';
import { SqliteDriver } from '@mikro-orm/sqlite';
import { CompiledQuery, type DatabaseConnection } from 'kysely';
import { sqliteMigrations } from './migrations/sqlite/list.js';
import { asUnavailable } from './unavailable.js';

/**
 * How long a statement of the service waits for another process that writes. The driver is synchronous: this long the
 * whole process stands still.
 */
const BUSY_TIMEOUT_MS = 50;

const connectionPragmas = (busyTimeoutMs: number) => [
  // First: the others may have to wait as well.
  `pragma busy_timeout = ${busyTimeoutMs}`,
  'pragma journal_mode = WAL',
  // What was acknowledged survives a power cut. WAL databases reopen as NORMAL unless told on every connection.
  'pragma synchronous = FULL',
];

/** The driver, whose passing failures are 503 to the caller. */
class Driver extends SqliteDriver {
  override convertException(error: Error): DriverException {
    return asUnavailable(super.convertException(error));
  }
}

/** Options for SQLite in `file`, or in memory when `file` is `:memory:`. Creates the folder of the file. */
export function sqliteOptions(file: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Options {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return {
    driver: Driver,
    dbName: file,
    migrations: { migrationsList: sqliteMigrations, snapshot: false },
    onCreateConnection: async (connection) => {
      for (const pragma of connectionPragmas(busyTimeoutMs)) {
        await (connection as DatabaseConnection).executeQuery(CompiledQuery.raw(pragma));
      }
    },
  };
}
