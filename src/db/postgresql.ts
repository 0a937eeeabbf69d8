import type { DriverException, Transaction } from '@mikro-orm/core';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { Options } from '@mikro-orm/sqlite';
import { postgresqlMigrations } from './migrations/postgresql/list.js';
import { asUnavailable, throwAsUnavailable } from './unavailable.js';

/** How long to wait for a locked row, or for a free connection, before the response is 503. */
const BUSY_TIMEOUT_MS = 5000;

/** Enough that transactions which wait for a lock leave connections for reads. */
const CONNECTIONS_MAX = 20;

/** Options for PostgreSQL at `url` (`postgresql://user:password@host:port/name`). Loads the driver only when called. */
export async function postgresqlOptions(url: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Promise<Options> {
  const postgresql = await import('@mikro-orm/postgresql');

  /** MikroORM's connection. MikroORM converts errors of statements, but not those of `begin` and `commit`. */
  class Connection extends postgresql.PostgreSqlConnection {
    override begin(...options: Parameters<PostgreSqlConnection['begin']>): Promise<Transaction> {
      return super.begin(...options).catch(throwAsUnavailable);
    }

    override commit(...options: Parameters<PostgreSqlConnection['commit']>): Promise<void> {
      return super.commit(...options).catch(throwAsUnavailable);
    }
  }

  /** The driver, whose transient failures become 503. */
  class Driver extends postgresql.PostgreSqlDriver {
    protected override readonly connection = new Connection(this.config);

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
