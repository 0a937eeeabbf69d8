import type { DriverException } from '@mikro-orm/core';
import type { Options } from '@mikro-orm/sqlite';
import { postgresqlMigrations } from './migrations/postgresql/list.js';
import { asUnavailable } from './unavailable.js';

/** How long another process may hold what is to be written, or all connections be taken, before the answer is 503. */
const BUSY_TIMEOUT_MS = 5000;

/** Enough that who waits for a row leaves some for those who read. */
const CONNECTIONS_MAX = 20;

/** Options for PostgreSQL at `url` (`postgresql://user:password@host:port/name`). Loads the driver only when asked. */
export async function postgresqlOptions(url: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Promise<Options> {
  const { PostgreSqlDriver } = await import('@mikro-orm/postgresql');
  /** The driver, whose passing failures are 503 to the caller. */
  class Driver extends PostgreSqlDriver {
    override convertException(error: Error): DriverException {
      return asUnavailable(super.convertException(error));
    }
  }
  return {
    driver: Driver as never,
    clientUrl: url,
    pool: { max: CONNECTIONS_MAX },
    driverOptions: { lock_timeout: busyTimeoutMs, connectionTimeoutMillis: busyTimeoutMs },
    migrations: { migrationsList: postgresqlMigrations, snapshot: false },
  };
}
