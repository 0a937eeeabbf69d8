import type { DriverException } from '@mikro-orm/core';
import type { Options } from '@mikro-orm/sqlite';
import { postgresqlMigrations } from './migrations/postgresql/list.js';
import { asUnavailable } from './unavailable.js';

/** How long to wait for a locked row, or for a free connection, before the response is 503. */
const BUSY_TIMEOUT_MS = 5000;

/** Enough that transactions which wait for a lock leave connections for reads. */
const CONNECTIONS_MAX = 20;

/** Options for PostgreSQL at `url` (`postgresql://user:password@host:port/name`). Loads the driver only when called. */
export async function postgresqlOptions(url: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Promise<Options> {
  const { PostgreSqlDriver } = await import('@mikro-orm/postgresql');
  /** The driver, whose transient failures become 503. */
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
