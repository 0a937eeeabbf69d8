import type { DriverException } from '@mikro-orm/core';
import type { Options } from '@mikro-orm/sqlite';
import { postgresqlMigrations } from './migrations/postgresql/list.js';
import { asUnavailable } from './unavailable.js';

/** Options for PostgreSQL at `url` (`postgresql://user:password@host:port/name`). Loads the driver only when asked. */
export async function postgresqlOptions(url: string): Promise<Options> {
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
    migrations: { migrationsList: postgresqlMigrations, snapshot: false },
  };
}
