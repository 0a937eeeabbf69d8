import { setTimeout } from 'node:timers/promises';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type SqlEntityManager } from '@mikro-orm/sqlite';
import { type DatabaseLocation, SettingsError } from '../../settings/settings.js';
import { hasCode } from '../../shared/errors/has-code.js';
import type { Logger } from '../../shared/logger.js';
import { migrationOptions } from './postgresql/postgresql.js';

/**
 * Intervals for checking whether another process has migrated the tables, and for logging that this one is still
 * waiting.
 */
const POLL_MS = 200;
const REPORT_MS = 5000;

interface MigrationDeps {
  readonly location: DatabaseLocation;
  readonly logger: Logger;
  /** Whether to run pending migrations; if not, they are an error. */
  readonly migrates: boolean;
}

/**
 * Brings the tables to this process's version. On PostgreSQL several processes may start together: one migrates while
 * the others wait for it (contract 13).
 *
 * @throws {SettingsError} if the tables are newer, or are older and must not be migrated.
 */
export async function bringUpToDate(orm: MikroORM, { location, logger, migrates }: MigrationDeps): Promise<void> {
  const names = namesOf(orm);
  const executed = await executedMigrations(orm.em);
  requireKnown(executed, names);
  const pending = names.filter((name) => !executed.includes(name));
  if (pending.length === 0) return;
  if (!migrates)
    throw new SettingsError(['The tables of the database are older than this Vigia: run "vigia migrate" first.']);
  if (executed.length === 0) logger.log('info', 'The tables of a new database are made');
  else logger.log('info', 'The tables are brought up to date', { migrations: pending });
  if (location.kind === 'sqlite') await orm.migrator.up();
  else await migrateInTurn(location.url, names, logger);
}

/**
 * Runs the migrations in one transaction on separate connections, under a lock that is released with the transaction.
 */
async function migrateInTurn(url: string, names: readonly string[], logger: Logger): Promise<void> {
  const orm = await MikroORM.init({
    ...(await migrationOptions(url)),
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    colors: false,
    logger: (message) => logger.log('debug', message),
  });
  try {
    await orm.em.fork().transactional(async (unit) => {
      await waitForTurn(unit, logger);
      // Another process, possibly of a newer version, may have migrated in the meantime.
      requireKnown(await executedMigrations(orm.em.fork()), names);
      const transaction = unit.getTransactionContext();
      await orm.migrator.up(transaction && { transaction });
    });
  } finally {
    await orm.close();
  }
}

async function waitForTurn(unit: SqlEntityManager, logger: Logger): Promise<void> {
  const sql = "select pg_try_advisory_xact_lock(hashtextextended('vigia migrations', 0)) as taken";
  const startMs = performance.now();
  for (let reportMs = REPORT_MS; ; ) {
    const [row] = await unit.execute<{ taken: boolean }[]>(sql);
    if (row?.taken) return;
    const waitedMs = performance.now() - startMs;
    if (waitedMs >= reportMs) {
      const seconds = Math.round(waitedMs / 1000);
      logger.log('warn', 'Another process is migrating the tables: waiting for it to finish', { seconds });
      reportMs = 2 * waitedMs;
    }
    await setTimeout(POLL_MS);
  }
}

/** Returns the names of the migrations known to this process. */
function namesOf(orm: MikroORM): readonly string[] {
  const { migrationsList = [] } = orm.config.get('migrations');
  return migrationsList.map((migration) => ('name' in migration ? migration.name : ''));
}

/** Reads the executed migrations without writing; the migrator would create its table. */
async function executedMigrations(em: SqlEntityManager): Promise<readonly string[]> {
  try {
    const rows = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations order by id');
    return rows.map(({ name }) => name);
  } catch (error) {
    if (hasCode(error, '42P01') || /no such table/.test(String(error))) return [];
    throw error;
  }
}

function requireKnown(executed: readonly string[], names: readonly string[]): void {
  const unknown = executed.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  throw new SettingsError([
    `The tables of the database are newer than this Vigia, which does not know the migration ${unknown.join(', ')}: start the version that created them or a newer one, or restore the backup from before the upgrade.`,
  ]);
}
