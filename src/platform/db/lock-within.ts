import type { UnitOfWork } from './database.js';
import { dialectOf } from './dialect.js';
import { queryRows } from './query-rows.js';

/**
 * Takes an advisory lock for the length of a transaction: it waits for all transactions, of any process, that have
 * locked the same key. SQLite has one writer at a time, so nothing need be done there if the transaction writes before
 * it reads.
 */
export async function lockWithin(unit: UnitOfWork, key: string): Promise<void> {
  if (dialectOf(unit) === 'sqlite') return;
  await queryRows(unit, 'select pg_advisory_xact_lock(hashtextextended(?, 0))', [key]);
}
