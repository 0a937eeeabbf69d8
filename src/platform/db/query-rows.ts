import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from './database.js';

/**
 * Runs an SQL statement, with `?` for each value, in a unit of work or its transaction.
 *
 * @returns the rows that it selects or names in `returning`.
 */
export function queryRows<Row>(unit: UnitOfWork, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (unit as SqlEntityManager).execute<Row[]>(sql, [...values]);
}
