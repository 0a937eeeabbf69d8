import type { Database, Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

const STATEMENTS_MAX = 200;

/** Longer statements are built from lists, e.g. of rows written together, and hardly ever recur. */
const LENGTH_MAX = 4000;

/**
 * A connection's most recently used prepared statements. The service runs the same few repeatedly, and preparing one
 * takes longer than running it. SQLite re-prepares statements itself when tables change.
 */
export class PreparedStatements {
  readonly #statements = new LRUCache<string, Statement>({ max: STATEMENTS_MAX });

  constructor(private readonly database: Database) {}

  /** Returns the prepared statement for a piece of SQL. @throws {SqliteError} if it cannot be prepared. */
  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    if (sql.length <= LENGTH_MAX) this.#statements.set(sql, statement);
    return statement;
  }
}
