import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from './database.js';

/**
 * Runs a statement of SQL, with `?` for each value, in a unit of work or its transaction.
 *
 * @returns the rows that it selects, or names in `returning`.
 */
export function queryRows<Row>(unit: UnitOfWork, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (unit as SqlEntityManager).execute<Row[]>(sql, [...values]);
}

/**
 * Whether a statement selects anything. For what is asked again and again and is mostly empty: MikroORM takes several times
 * as long to build the query of a `find`.
 */
export async function selectsAny(unit: UnitOfWork, sql: string, values: readonly unknown[] = []): Promise<boolean> {
  return (await queryRows(unit, `${sql} limit 1`, values)).length > 0;
}
