import SqliteDatabase from 'better-sqlite3';
import type { DatabaseLocation } from '../settings/settings.js';

/** Tells whether anybody, this process or another, has written to the database. */
export interface ChangeWatch {
  /** A number that differs from the one before whenever something was committed in between; undefined when unknown. */
  version(): number | undefined;
  close(): void;
}

/**
 * Watches the database at `location`. SQLite in a file is watched by a connection of its own, whose `data_version`
 * moves with every commit of every other connection and costs microseconds to ask. Elsewhere nothing is known: who
 * asks must then not remember what he has read.
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
