import { realpathSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { ReadOnlyDatabase } from '../read-only-database.js';

/**
 * Opens a SQLite file without writing beside it. Uses Node's own driver because better-sqlite3 cannot open a file as
 * immutable: merely reading a database in WAL mode that nobody has open would leave a log and its index behind, and fail
 * in a folder that is read-only.
 *
 * @throws `ENOENT` if there is no such file.
 */
export function openReadOnlySqlite(file: string, timeoutMs: number): ReadOnlyDatabase {
  // SQLite resolves symbolic links too, so the log is next to the real file.
  const real = realpathSync(file);
  const url = pathToFileURL(real);
  // Without a log nobody is writing, so SQLite need not watch for changes.
  if (!hasLog(real)) url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true, timeout: timeoutMs });
  return {
    kind: 'sqlite',
    query: async <Row>(sql: string) => database.prepare(sql).all() as Row[],
    close: async () => database.close(),
  };
}

/** Whether a write-ahead log has content, or is in use. */
function hasLog(file: string): boolean {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const index = statSync(`${file}-shm`, { throwIfNoEntry: false });
  return log !== undefined && (log.size > 0 || index !== undefined);
}
