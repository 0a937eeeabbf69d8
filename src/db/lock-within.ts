import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from './database.js';
import { dialectOf } from './dialect.js';

/**
 * Lets a transaction go on once every other that has locked the same key is over, in whatever process. On SQLite nothing
 * need be done where the transaction writes before it reads: there is one writer at a time.
 */
export async function lockWithin(unit: UnitOfWork, key: string): Promise<void> {
  if (dialectOf(unit) === 'sqlite') return;
  await (unit as SqlEntityManager).execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key]);
}
