import { stat } from 'node:fs/promises';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { DatabaseLocation } from '../../settings/settings.js';
import type { Database } from './database.js';

/** Returns the size of a database in bytes: SQLite's file and its write-ahead log, or the whole PostgreSQL database. */
export async function databaseBytes({ em }: Pick<Database, 'em'>, location: DatabaseLocation): Promise<number> {
  const queryNumber = async (sql: string) => {
    const [row = {}] = await (em.fork() as SqlEntityManager).execute<Record<string, unknown>[]>(sql);
    return Number(Object.values(row)[0]);
  };
  if (location.kind === 'postgresql') return queryNumber('select pg_database_size(current_database()) as bytes');
  if (location.file === ':memory:')
    return (await queryNumber('pragma page_count')) * (await queryNumber('pragma page_size'));
  const sizes = await Promise.all([location.file, `${location.file}-wal`].map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns a file's size, or 0 if it is missing, since SQLite creates and removes the write-ahead log as needed. */
async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
