import type { DatabaseLocation } from '../../settings/settings.js';
import type { ReadOnlyDatabase } from './read-only-database.js';

/**
 * Opens a database without creating, migrating or changing anything.
 *
 * @param timeoutMs limit for connecting and for each statement, as far as the database can be interrupted.
 *
 * @throws the error of the driver or the system; `ENOENT` if there is no SQLite file.
 */
export async function openReadOnly(location: DatabaseLocation, timeoutMs: number): Promise<ReadOnlyDatabase> {
  if (location.kind === 'sqlite') {
    const { openReadOnlySqlite } = await import('./sqlite/read-only-sqlite.js');
    return openReadOnlySqlite(location.file, timeoutMs);
  }
  const { openReadOnlyPostgresql } = await import('./postgresql/read-only-postgresql.js');
  return openReadOnlyPostgresql(location.url, timeoutMs);
}
