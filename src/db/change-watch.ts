import SqliteDatabase from 'better-sqlite3';
import type { DatabaseLocation } from '../settings/settings.js';

/** What is cached until it changes. */
export type CachedTables = 'accounts' | 'terms';

/** Detects writes to the database by this process or another. */
export interface ChangeWatch {
  /** A number that changes whenever something of these tables is committed; undefined when that cannot be known. */
  version(tables: CachedTables): number | undefined;
  /** To be called when this process has committed something: it must not have to wait for word of it. */
  noteChange(tables: CachedTables): void;
  close(): void;
}

/** Word of changes, as the nodes of a database get it (`NodeEvents`). */
interface ChangeEvents {
  subscribe(topic: CachedTables, listener: () => void): void;
  onGap(listener: () => void): void;
  readonly isCurrent: boolean;
}

/** Watches the database at `location`. */
export function watchChanges(location: DatabaseLocation, events: ChangeEvents): ChangeWatch {
  if (location.kind === 'postgresql') return watchEvents(events);
  if (location.file === ':memory:') return { version: () => undefined, noteChange: () => {}, close: () => {} };
  return watchFile(location.file);
}

/**
 * Watches a SQLite file by a connection of its own, whose `data_version` changes with every commit of any other
 * connection, to whatever table, and takes microseconds to query.
 */
function watchFile(file: string): ChangeWatch {
  const connection = new SqliteDatabase(file, { readonly: true, timeout: 0 });
  const statement = connection.prepare<[], number>('pragma data_version').pluck();
  return {
    version: () => {
      try {
        return statement.get();
      } catch {
        return undefined;
      }
    },
    noteChange: () => {},
    close: () => void connection.close(),
  };
}

/** Counts the changes that PostgreSQL tells of: each node learns of one within milliseconds of its commit. */
function watchEvents(events: ChangeEvents): ChangeWatch {
  const versions: Record<CachedTables, number> = { accounts: 0, terms: 0 };
  const noteChange = (tables: CachedTables) => {
    versions[tables] += 1;
  };
  for (const tables of ['accounts', 'terms'] as const) {
    events.subscribe(tables, () => noteChange(tables));
    events.onGap(() => noteChange(tables));
  }
  return {
    version: (tables) => (events.isCurrent ? versions[tables] : undefined),
    noteChange,
    close: () => {},
  };
}
