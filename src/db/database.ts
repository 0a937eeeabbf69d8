import type { EntityManager, MikroORM } from '@mikro-orm/core';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import type { Options, SqlEntityManager } from '@mikro-orm/sqlite';
import { MikroORM as SqlMikroORM } from '@mikro-orm/sqlite';
import { type DatabaseLocation, SettingsError } from '../settings/settings.js';
import { hasCode } from '../shared/has-code.js';
import type { Logger } from '../shared/logger.js';
import { postgresqlOptions } from './postgresql.js';
import { sqliteOptions } from './sqlite.js';

/** The open database. `orm.em.fork()` gives a unit of work of its own. */
export type Database = MikroORM;

/** The tables of the service, each a class with MikroORM's decorators. */
export type Entities = NonNullable<Options['entities']>;

/** A unit of work, with an identity map of its own. */
export type UnitOfWork = EntityManager;

/**
 * MikroORM's options for the database at `location` (contract 9, `DATABASE_URL`): the same entities on both
 * databases, and for each its own connection settings and its own list of migrations.
 */
export async function databaseOptions(
  location: DatabaseLocation,
  entities: Entities,
  busyTimeoutMs?: number,
): Promise<Options> {
  const specific =
    location.kind === 'sqlite'
      ? sqliteOptions(location.file, busyTimeoutMs)
      : await postgresqlOptions(location.url, busyTimeoutMs);
  return {
    ...specific,
    entities,
    metadataProvider: ReflectMetadataProvider,
    extensions: [Migrator],
  };
}

/** Resolves to true when the database answers a query on its tables, and fails otherwise. */
export async function databaseAnswers({ em }: Database): Promise<boolean> {
  await (em as SqlEntityManager).getConnection().execute('select 1 from mikro_orm_migrations limit 1');
  return true;
}

interface DatabaseDeps {
  readonly location: DatabaseLocation;
  readonly entities: Entities;
  readonly logger: Logger;
  /** How long to wait for another process that has locked the database or a row; 5 s by default. */
  readonly busyTimeoutMs?: number;
  /** Whether to migrate tables of an older version; otherwise they are an error. */
  readonly migrates?: boolean;
}

/**
 * Opens the database and runs the pending migrations.
 *
 * @throws when it cannot be reached or a migration fails, which is then rolled back.
 * @throws {SettingsError} when migrations are pending and must not be run.
 */
export async function openDatabase(deps: DatabaseDeps): Promise<Database> {
  const { location, entities, logger, busyTimeoutMs, migrates = true } = deps;
  const orm = await SqlMikroORM.init({
    ...(await databaseOptions(location, entities, busyTimeoutMs)),
    colors: false,
    logger: (message) => logger.log('info', message),
  });
  if (migrates) await orm.migrator.up();
  else await requireUpToDate(orm);
  return orm as unknown as Database;
}

/** Checks without writing, for in an empty database the migrator would create a table of its own. */
async function requireUpToDate(orm: SqlMikroORM): Promise<void> {
  try {
    await databaseAnswers(orm as unknown as Database);
    if ((await orm.migrator.getPending()).length === 0) return;
  } catch (error) {
    if (!hasCode(error, '42P01') && !/no such table/.test(String(error))) throw error;
  }
  await orm.close();
  throw new SettingsError(['The tables of the database are older than this Vigia: run "vigia migrate" first.']);
}
