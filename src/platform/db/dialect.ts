import { SqlitePlatform } from '@mikro-orm/sqlite';
import type { UnitOfWork } from './database.js';

/** Returns the SQL dialect of a unit of work, for the few statements that differ between the databases. */
export function dialectOf(em: UnitOfWork): 'sqlite' | 'postgresql' {
  return em.getPlatform() instanceof SqlitePlatform ? 'sqlite' : 'postgresql';
}
