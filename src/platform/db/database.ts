import type { EntityManager, MikroORM } from '@mikro-orm/core';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import type { Options, SqlEntityManager } from '@mikro-orm/sqlite';
import { MikroORM as SqlMikroORM } from '@mikro-orm/sqlite';
import type { DatabaseLocation } from '../../settings/settings.js';
import { hasCode } from '../../shared/errors/has-code.js';
import type { Logger } from '../../shared/logger.js';
import { bringUpToDate } from './migrate.js';
import { postgresqlOptions } from './postgresql/postgresql.js';
import type { Reachability } from './postgresql/reachability.js';
import { sqliteOptions } from './sqlite/sqlite.js';

/** The open database. `orm.em.fork()` starts a separate unit of work. */
export type Database = MikroORM;

/** The service's tables on each database, each a class with MikroORM's decorators. */
export type Entities = Readonly<Record<DatabaseLocation['kind'], NonNullable<Options['entities']>>>;

/** Unit of work with its own identity map. */
export type UnitOfWork = EntityManager;

interface UseOptions {
  /** Logs when PostgreSQL falls silent and when it answers again. */
  readonly logger?: Logger;
  /** How long to wait for another process that has locked the database or a row; 5 s by default. */
  readonly busyTimeoutMs?: number;
}

/**
 * Returns MikroORM's options for the database at `location` (contract 9, `DATABASE_URL`). Each database has its own
 * entities, connection settings and migrations.
 */
export async function databaseOptions(
  location: DatabaseLocation,
  entities: Entities,
  use: UseOptions = {},
): Promise<Options> {
  const specific =
    location.kind === 'sqlite'
      ? sqliteOptions(location.file, use.busyTimeoutMs)
      : await postgresqlOptions(location.url, use);
  return {
    ...specific,
    entities: entities[location.kind],
    metadataProvider: ReflectMetadataProvider,
    extensions: [Migrator],
  };
}

/** Resolves to true if the database answers a query on its tables, and rejects otherwise. */
export async function databaseAnswers({ em }: Database): Promise<boolean> {
  await (em as SqlEntityManager).getConnection().execute('select 1 from mikro_orm_migrations limit 1');
  return true;
}

interface DatabaseDeps extends UseOptions {
  readonly location: DatabaseLocation;
  readonly entities: Entities;
  readonly logger: Logger;
  /** Whether to migrate tables of an older version; if not, such tables are an error. */
  readonly migrates?: boolean;
  /** Creates the ORM. Tests reuse the entity metadata, which takes most of the time. */
  readonly initOrm?: (options: Options) => Promise<SqlMikroORM>;
}

/**
 * Opens the database and runs the pending migrations. Creates a missing PostgreSQL database.
 *
 * @throws if the database cannot be reached or a migration fails, which is then rolled back.
 * @throws {SettingsError} if the tables are newer than this Vigia, or migrations are pending and must not be run.
 */
export async function openDatabase(deps: DatabaseDeps): Promise<Database> {
  try {
    return await open(deps);
  } catch (error) {
    // Another process created the database at the same time.
    if (deps.location.kind === 'postgresql' && CREATED_TWICE.some((code) => hasCode(error, code))) return open(deps);
    throw error;
  }
}

const CREATED_TWICE = ['23505', '42P04'];

async function open(deps: DatabaseDeps): Promise<Database> {
  const {
    location,
    entities,
    logger,
    migrates = true,
    initOrm = (options) => SqlMikroORM.init(options),
    ...use
  } = deps;
  const orm = await initOrm({
    ...(await databaseOptions(location, entities, { ...use, logger })),
    colors: false,
    logger: (message) => logger.log('debug', message),
  });
  try {
    await bringUpToDate(orm, { location, logger, migrates });
    return orm as unknown as Database;
  } catch (error) {
    await orm.close(true);
    throw error;
  }
}

/**
 * Returns PostgreSQL's reachability, for callers that detect changes through their own connection; undefined on SQLite.
 */
export function reachabilityOf({ em }: Database): Reachability | undefined {
  return (em.getDriver().getConnection() as { readonly reachability?: Reachability }).reachability;
}
