import SqliteDatabase from 'better-sqlite3';
import type { DatabaseLocation } from '../settings/settings.js';

/** Detects writes to the database by this process or another. */
export interface ChangeWatch {
  /** A number that changes whenever something is committed; undefined when that cannot be known. */
  version(): number | undefined;
  close(): void;
}

/**
 * Watches the database at `location`. A SQLite file is watched by a connection of its own, whose `data_version` changes
 * with every commit of any other connection and takes microseconds to query. Other databases cannot be watched, so that
 * nothing that is read from them may be cached.
 */
export function watchChanges(location: DatabaseLocation): ChangeWatch {
  if (location.kind !== 'sqlite' || location.file === ':memory:') return { version: () => undefined, close: () => {} };
  const connection = new SqliteDatabase(location.file, { readonly: true, timeout: 0 });
  const statement = connection.prepare<[], number>('pragma data_version').pluck();
  return {
    version: () => {
      try {
        return statement.get();
      } catch {
        return undefined;
      }
    },
    close: () => void connection.close(),
  };
}
