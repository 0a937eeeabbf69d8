import type { UnitOfWork } from '../../../../platform/db/database.js';
import { dialectOf } from '../../../../platform/db/dialect.js';
import { lockWithin } from '../../../../platform/db/lock-within.js';
import { queryRows } from '../../../../platform/db/query-rows.js';

/** The service's machine on SQLite; the first machine ever seen on PostgreSQL. */
export const FIRST_HOST = 1;

/** Keeps others from assigning host numbers until the transaction ends. */
export async function lockHostNumbers(unit: UnitOfWork): Promise<void> {
  await lockWithin(unit, 'vigia hosts');
  // On SQLite, a transaction that writes before it reads is exclusive.
  if (dialectOf(unit) === 'sqlite') await queryRows(unit, 'update hosts set number = number where number = 0');
}

/**
 * Returns the number for a new host, in a transaction that has called {@link lockHostNumbers}. The first number is
 * reserved for a machine that a node runs on.
 */
export async function newHostNumber(unit: UnitOfWork, { hasAgent }: { readonly hasAgent: boolean }): Promise<number> {
  const [row] = await queryRows<{ first: number | null; last: number | null }>(
    unit,
    'select min(number) as first, max(number) as last from hosts',
  );
  if (!hasAgent && row?.first !== FIRST_HOST) return FIRST_HOST;
  return Math.max(FIRST_HOST, row?.last ?? FIRST_HOST) + 1;
}
