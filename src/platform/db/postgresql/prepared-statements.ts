import type { Database, Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

const STATEMENTS_MAX = 200;

/** Longer ones are made of lists that hardly ever come again, as of the rows that are written together. */
const LENGTH_MAX = 4000;

/**
 * The statements of a connection that were prepared last: the service runs the same few again and again, and to prepare
 * one takes longer than to run it. When tables change, SQLite prepares it anew by itself.
 */
export class PreparedStatements {
  readonly #statements = new LRUCache<string, Statement>({ max: STATEMENTS_MAX });

  constructor(private readonly database: Database) {}

  /** The statement of a text, ready to be run at once. @throws {SqliteError} when it cannot be prepared. */
  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    if (sql.length <= LENGTH_MAX) this.#statements.set(sql, statement);
    return statement;
  }
}
