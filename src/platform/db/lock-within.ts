import type { UnitOfWork } from './database.js';
import { dialectOf } from './dialect.js';
import { queryRows } from './query-rows.js';

/**
 * Takes an advisory lock for the rest of the transaction, waiting for every transaction in any process that holds the
 * same key. Does nothing on SQLite, which allows one writer at a time, provided that the transaction writes before it
 * reads.
 */
export async function lockWithin(unit: UnitOfWork, key: string): Promise<void> {
  if (dialectOf(unit) === 'sqlite') return;
  await queryRows(unit, 'select pg_advisory_xact_lock(hashtextextended(?, 0))', [key]);
}
