import { MikroORM, type SqlEntityManager } from '@mikro-orm/sqlite';
import { entities } from '../../../src/app/entities.js';
import { databaseOptions } from '../../../src/platform/db/database.js';
import type { DatabaseLocation } from '../../../src/settings/settings.js';

/**
 * Makes the tables that an empty database had after a migration, and lets `fill` store rows as that version did. The
 * entities are those of today, so rows are stored by statements.
 */
export async function fillEarlierVersion(
  location: DatabaseLocation,
  migration: string,
  fill: (em: SqlEntityManager) => Promise<unknown>,
): Promise<void> {
  const orm = await MikroORM.init({ ...(await databaseOptions(location, entities)), logger: () => {} });
  await orm.migrator.up({ to: migration });
  await fill(orm.em.fork() as SqlEntityManager);
  await orm.close(true);
}
