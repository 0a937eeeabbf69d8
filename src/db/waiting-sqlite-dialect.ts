import type { Database, RunResult } from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely';
import { BusyRetry } from './busy-retry.js';

interface WaitingSqliteDeps {
  readonly database: Database;
  /** Run once, before anything else. */
  readonly pragmas: readonly string[];
  /** How long another process may keep us from writing. */
  readonly busyTimeoutMs: number;
}

/**
 * Kysely's SQLite on one connection of better-sqlite3, with another way to wait for other processes that write
 * (promise 32). The driver is synchronous: were SQLite to wait, the whole process would. So it never does, and what
 * finds the database held is done again after a pause in which everybody else gets a turn. Only that is done again
 * which has done nothing: a statement of its own, or the beginning of a transaction, which takes the right to write
 * with it so that nothing within can be refused. See decision 019.
 */
export class WaitingSqliteDialect extends SqliteDialect {
  constructor(private readonly deps: WaitingSqliteDeps) {
    super({ database: deps.database });
  }

  override createDriver(): Driver {
    return new WaitingDriver(this.deps);
  }

  override createAdapter(): SqliteAdapter {
    return new ManyCallersAdapter();
  }
}

/** Kysely would let one caller hold the connection also while he waits; the driver itself says who waits for whom. */
class ManyCallersAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class WaitingDriver extends SqliteDriver {
  readonly #file: SharedFile;

  constructor(private readonly deps: WaitingSqliteDeps) {
    super({ database: deps.database });
    this.#file = { database: deps.database, busyRetry: new BusyRetry(deps.busyTimeoutMs), enter: turns() };
  }

  override async init(): Promise<void> {
    const caller = new Caller(this.#file);
    for (const pragma of this.deps.pragmas) await caller.executeQuery(CompiledQuery.raw(pragma));
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new Caller(this.#file);
  }

  override async beginTransaction(caller: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    await (caller as Caller).begin({ writes: settings?.accessMode !== 'read only' });
  }

  override async commitTransaction(caller: DatabaseConnection): Promise<void> {
    (caller as Caller).commit();
  }

  override async rollbackTransaction(caller: DatabaseConnection): Promise<void> {
    (caller as Caller).rollBack();
  }

  override async destroy(): Promise<void> {
    const leave = await this.#file.enter();
    this.deps.database.close();
    leave();
  }
}

type Leave = () => void;

/** The one connection to the file, which callers use one after the other. */
interface SharedFile {
  readonly database: Database;
  readonly busyRetry: BusyRetry;
  /** Resolves when it is the caller's turn, with what ends it. */
  readonly enter: () => Promise<Leave>;
}

/** What Kysely takes for a connection: it has the file for the length of a statement, or of a transaction. */
class Caller implements DatabaseConnection {
  #leave: Leave | undefined;

  constructor(private readonly file: SharedFile) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { database, busyRetry } = this.file;
    if (!this.#leave) return busyRetry.retry(() => this.#inTurn(() => this.#run(sql, parameters)));
    // After some failures SQLite has undone everything: what follows must not become changes of their own.
    if (!database.inTransaction) throw new Error('The transaction has been undone');
    return this.#run(sql, parameters);
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite is not read as a stream: it would keep everybody else from it');
  }

  async begin({ writes }: { writes: boolean }): Promise<void> {
    const { database, busyRetry, enter } = this.file;
    this.#leave = await busyRetry.retry(async () => {
      const leave = await enter();
      try {
        database.exec(writes ? 'begin immediate' : 'begin');
        return leave;
      } catch (error) {
        leave();
        throw error;
      }
    });
    if (writes) busyRetry.hasWritten();
  }

  /** What cannot be committed stays open until it is rolled back. */
  commit(): void {
    this.file.database.exec('commit');
    this.#end();
  }

  /** Whatever becomes of it, the others get their turn. */
  rollBack(): void {
    try {
      if (this.file.database.inTransaction) this.file.database.exec('rollback');
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  async #inTurn<T>(job: () => T): Promise<T> {
    const leave = await this.file.enter();
    try {
      return job();
    } finally {
      leave();
    }
  }

  #run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { database, busyRetry } = this.file;
    const statement = database.prepare(sql);
    const result = statement.reader ? { rows: statement.all(parameters) as R[] } : written(statement.run(parameters));
    if (!statement.readonly) busyRetry.hasWritten();
    return result;
  }
}

function written({ changes, lastInsertRowid }: RunResult): QueryResult<never> {
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}

function turns(): () => Promise<Leave> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}
