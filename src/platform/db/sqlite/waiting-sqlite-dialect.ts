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
import { PreparedStatements } from '../postgresql/prepared-statements.js';
import { BusyRetry } from './busy-retry.js';
import { WalSync, type WalSyncDeps } from './wal-sync.js';

interface WaitingSqliteDeps {
  readonly database: Database;
  readonly busyTimeoutMs: number;
  /** Creates the sync of the write-ahead log; replaced in tests. */
  readonly walSync?: (deps: WalSyncDeps) => WalSync;
}

/**
 * Kysely's SQLite dialect on one better-sqlite3 connection, with its own way of waiting for processes that have locked
 * the database (promise 32). The driver is synchronous, so SQLite would block the event loop if it waited. Instead,
 * SQLite never waits, and a statement that finds the database locked is retried after a pause in which other work
 * continues. Only statements outside a transaction and the start of a transaction are retried, since they have not
 * changed anything yet. A transaction takes the write lock when it begins, so no statement within it can find the
 * database locked. See decision 019.
 */
export class WaitingSqliteDialect extends SqliteDialect {
  constructor(private readonly deps: WaitingSqliteDeps) {
    super({ database: deps.database });
  }

  override createDriver(): Driver {
    return new WaitingDriver(this.deps);
  }

  override createAdapter(): SqliteAdapter {
    return new ManyConnectionsAdapter();
  }
}

/**
 * Lets Kysely open several connections; otherwise it would allow only one, which would stay taken while it waits for a
 * lock. The driver itself decides in which order logical connections use the file.
 */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class WaitingDriver extends SqliteDriver {
  readonly #file: SharedFile;

  constructor(private readonly deps: WaitingSqliteDeps) {
    super({ database: deps.database });
    const { database, busyTimeoutMs } = deps;
    this.#file = {
      database,
      statements: new PreparedStatements(database),
      busyRetry: new BusyRetry(busyTimeoutMs),
      walSync: undefined,
      acquire: createMutex(),
    };
  }

  /**
   * Makes acknowledged writes survive a power cut (promise 31) by syncing the write-ahead log after each commit, before
   * the commit resolves. Without such a log, e.g. for an in-memory database, SQLite syncs on its own.
   */
  override async init(): Promise<void> {
    const connection = new LogicalConnection(this.#file);
    const query = async (sql: string) =>
      (await connection.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql))).rows[0];
    const isWal = (await query('pragma journal_mode = WAL'))?.journal_mode === 'wal';
    // SQLite does not store this setting in the file, so each connection has to set it.
    await query(`pragma synchronous = ${isWal ? 'NORMAL' : 'FULL'}`);
    if (!isWal) return;
    // Resolves symbolic links as SQLite does, since the log is next to the real file.
    const main = await query("select file from pragma_database_list where name = 'main'");
    const { busyTimeoutMs: timeoutMs, walSync = (deps) => new WalSync(deps) } = this.deps;
    const checkpoint = () => connection.checkpoint();
    this.#file.walSync = walSync({ walFile: `${main?.file}-wal`, checkpoint, timeoutMs });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new LogicalConnection(this.#file);
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    await (connection as LogicalConnection).begin({ writes: settings?.accessMode !== 'read only' });
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as LogicalConnection).commit();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as LogicalConnection).rollBack();
  }

  override async destroy(): Promise<void> {
    // Queued work commits first. A pending sync may itself need the file for a checkpoint.
    (await this.#file.acquire())();
    await this.#file.walSync?.close();
    const release = await this.#file.acquire();
    this.deps.database.close();
    release();
  }
}

type Release = () => void;

/** The only real connection to the file; the logical connections take turns using it. */
interface SharedFile {
  readonly database: Database;
  readonly statements: PreparedStatements;
  readonly busyRetry: BusyRetry;
  walSync: WalSync | undefined;
  /** Waits for exclusive use of the file. @returns a function that releases it. */
  readonly acquire: () => Promise<Release>;
}

/** A connection as Kysely sees it. It acquires the file for the duration of a statement or transaction. */
class LogicalConnection implements DatabaseConnection {
  #release: Release | undefined;
  #mayWrite = false;

  constructor(private readonly file: SharedFile) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { database } = this.file;
    if (!this.#release) return this.#runAlone(sql, parameters);
    // Some failures make SQLite roll back on its own; later statements must then not be committed one by one.
    if (!database.inTransaction) throw new Error('The transaction has been rolled back');
    return this.#run<R>(sql, parameters).result;
  }

  // biome-ignore lint/correctness/useYield: Kysely requires a generator, but streaming is not supported.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported for SQLite: it would block all other access');
  }

  async begin({ writes }: { writes: boolean }): Promise<void> {
    const { database, busyRetry, acquire } = this.file;
    this.#release = await busyRetry.retry(async () => {
      const release = await acquire();
      try {
        database.exec(writes ? 'begin immediate' : 'begin');
        return release;
      } catch (error) {
        release();
        throw error;
      }
    });
    this.#mayWrite = writes;
    if (writes) busyRetry.noteWrite();
  }

  /**
   * Commits the transaction. If that fails, the transaction stays open until it is rolled back. The file is released
   * before the sync.
   */
  async commit(): Promise<void> {
    this.file.database.exec('commit');
    this.#end();
    if (this.#mayWrite) await this.file.walSync?.flush();
  }

  /** Releases the file even if the rollback fails. */
  rollBack(): void {
    try {
      // If this transaction is already committed, the open one belongs to another logical connection.
      if (this.#release && this.file.database.inTransaction) this.file.database.exec('rollback');
    } finally {
      this.#end();
    }
  }

  /** Copies the whole log into the database and empties it. @throws if another process is using the log. */
  async checkpoint(): Promise<void> {
    const checkpoint = () => this.file.database.pragma('wal_checkpoint(TRUNCATE)', { simple: true });
    if ((await this.#inTurn(checkpoint)) !== 0) throw new Error('another process is using it');
  }

  #end(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /** Runs a statement outside a transaction, which SQLite commits on its own. */
  async #runAlone<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const { busyRetry, walSync } = this.file;
    const { result, writes } = await busyRetry.retry(() => this.#inTurn(() => this.#run<R>(sql, parameters)));
    if (writes) await walSync?.flush();
    return result;
  }

  async #inTurn<T>(job: () => T): Promise<T> {
    const release = await this.file.acquire();
    try {
      return job();
    } finally {
      release();
    }
  }

  #run<R>(sql: string, parameters: readonly unknown[]): { result: QueryResult<R>; writes: boolean } {
    const { statements, busyRetry } = this.file;
    const statement = statements.prepare(sql);
    const result: QueryResult<R> = statement.reader
      ? { rows: statement.all(parameters) as R[] }
      : written(statement.run(parameters));
    const writes = !statement.readonly;
    if (writes) busyRetry.noteWrite();
    return { result, writes };
  }
}

function written({ changes, lastInsertRowid }: RunResult): QueryResult<never> {
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}

function createMutex(): () => Promise<Release> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}
