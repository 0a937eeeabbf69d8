import type { DatabaseLocation } from '../../settings/settings.js';
import type { Database } from './database.js';
import { commitsOfOthers } from './sqlite/sqlite.js';

/** Tables whose contents are cached until they change. */
export type CachedTables = 'accounts' | 'terms';

/** Detects writes to the database by any process. */
export interface ChangeWatch {
  /** Returns a number that changes with every commit to these tables; undefined if changes cannot be detected. */
  version(tables: CachedTables): number | undefined;
  /** Call after this process commits a change; it then doesn't have to wait for its own notification. */
  noteChange(tables: CachedTables): void;
}

/** Change notifications as nodes receive them (`NodeEvents`). */
interface ChangeEvents {
  subscribe(topic: CachedTables, listener: () => void): void;
  onGap(listener: () => void): void;
  readonly isCurrent: boolean;
}

/** Watches the database at `location`. */
export function watchChanges(database: Database, location: DatabaseLocation, events: ChangeEvents): ChangeWatch {
  if (location.kind === 'postgresql') return watchEvents(events);
  if (location.file === ':memory:') return { version: () => undefined, noteChange: () => {} };
  return watchFile(database);
}

/**
 * Counts the changes that this process reports, and watches the file for other processes' commits. Other writes of this
 * process, e.g. of agent samples every second, do not count. The file is checked once per turn of the event loop, and
 * requests that arrive together use the same result.
 */
function watchFile(database: Database): ChangeWatch {
  const versions: Record<CachedTables, number> = { accounts: 0, terms: 0 };
  let commits: number | undefined;
  let isAskedInTurn = false;
  const ask = () => {
    isAskedInTurn = true;
    setImmediate(() => {
      isAskedInTurn = false;
    });
    const before = commits;
    try {
      commits = commitsOfOthers(database.em);
    } catch {
      commits = undefined;
    }
    if (commits === before) return;
    versions.accounts += 1;
    versions.terms += 1;
  };
  return {
    version: (tables) => {
      if (!isAskedInTurn) ask();
      return commits === undefined ? undefined : versions[tables];
    },
    noteChange: (tables) => {
      versions[tables] += 1;
    },
  };
}

/** Counts the changes that PostgreSQL announces; nodes receive them within milliseconds of the commit. */
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
  };
}
