import type { Options } from '@mikro-orm/sqlite';
import { postgresqlMigrations } from './migrations/postgresql/list.js';

/** Options for PostgreSQL at `url` (`postgresql://user:password@host:port/name`). Loads the driver only when asked. */
export async function postgresqlOptions(url: string): Promise<Options> {
  const { PostgreSqlDriver } = await import('@mikro-orm/postgresql');
  return {
    driver: PostgreSqlDriver as never,
    clientUrl: url,
    migrations: { migrationsList: postgresqlMigrations, snapshot: false },
  };
}
