import type { DatabaseLocation } from '../../settings/settings.js';
import type { Database } from './database.js';
import { commitsOfOthers } from './sqlite/sqlite.js';

/** What is cached until it changes. */
export type CachedTables = 'accounts' | 'terms';

/** Detects writes to the database by this process or another. */
export interface ChangeWatch {
  /** A number that changes whenever something of these tables is committed; undefined when that cannot be known. */
  version(tables: CachedTables): number | undefined;
  /** To be called when this process has committed something: it must not have to wait for word of it. */
  noteChange(tables: CachedTables): void;
}

/** Word of changes, as the nodes of a database get it (`NodeEvents`). */
interface ChangeEvents {
  subscribe(topic: CachedTables, listener: () => void): void;
  onGap(listener: () => void): void;
  readonly isCurrent: boolean;
}

/** Watches the database, which is the one at `location`. */
export function watchChanges(database: Database, location: DatabaseLocation, events: ChangeEvents): ChangeWatch {
  if (location.kind === 'postgresql') return watchEvents(events);
  if (location.file === ':memory:') return { version: () => undefined, noteChange: () => {} };
  return watchFile(database);
}

/**
 * Counts the changes that this process tells of, and watches the file for commits of others. What else this process writes,
 * such as the samples of agents every second, changes nothing. The file is asked once in a turn of the event loop: requests
 * that arrive together have one answer.
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
  };
}
