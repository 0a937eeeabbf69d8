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
import { WalSync } from './wal-sync.js';

interface WaitingSqliteDeps {
  readonly database: Database;
  /** How long another process may keep us from writing. */
  readonly busyTimeoutMs: number;
  /** Stands in for the sync of the write-ahead log in tests. */
  readonly walSync?: (walFile: string) => WalSync;
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
    return new ManyConnectionsAdapter();
  }
}

/** Kysely would let one caller hold the connection also while he waits; the driver itself says who waits for whom. */
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
    this.#file = { database, busyRetry: new BusyRetry(busyTimeoutMs), walSync: undefined, acquire: createMutex() };
  }

  /**
   * Sees to it that what was acknowledged survives a power cut (promise 31): by a sync of the write-ahead log after each
   * commit, before anybody hears of it. Where there can be no such log, as in memory, SQLite syncs by itself.
   */
  override async init(): Promise<void> {
    const connection = new LogicalConnection(this.#file);
    const query = async (sql: string) =>
      (await connection.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql))).rows[0];
    const isWal = (await query('pragma journal_mode = WAL'))?.journal_mode === 'wal';
    // SQLite keeps this of no connection: each says it anew.
    await query(`pragma synchronous = ${isWal ? 'NORMAL' : 'FULL'}`);
    if (!isWal) return;
    // With symbolic links followed as SQLite follows them.
    const main = await query("select file from pragma_database_list where name = 'main'");
    const { walSync = (walFile) => new WalSync(walFile) } = this.deps;
    this.#file.walSync = walSync(`${main?.file}-wal`);
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
    const release = await this.#file.acquire();
    await this.#file.walSync?.close();
    this.deps.database.close();
    release();
  }
}

type Release = () => void;

/** The one connection to the file, which callers use one after the other. */
interface SharedFile {
  readonly database: Database;
  readonly busyRetry: BusyRetry;
  walSync: WalSync | undefined;
  /** Resolves when it is the caller's turn, with what ends it. */
  readonly acquire: () => Promise<Release>;
}

/** What Kysely takes for a connection: it has the file for the length of a statement, or of a transaction. */
class LogicalConnection implements DatabaseConnection {
  #release: Release | undefined;
  #mayWrite = false;

  constructor(private readonly file: SharedFile) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { database } = this.file;
    if (!this.#release) return this.#runAlone(sql, parameters);
    // After some failures SQLite has undone everything: what follows must not become changes of their own.
    if (!database.inTransaction) throw new Error('The transaction has been undone');
    return this.#run<R>(sql, parameters).result;
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite is not read as a stream: it would keep everybody else from it');
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

  /** What cannot be committed stays open until it is rolled back. Others get their turn while the disk is at work. */
  async commit(): Promise<void> {
    this.file.database.exec('commit');
    this.#end();
    if (this.#mayWrite) await this.file.walSync?.flush();
  }

  /** Whatever becomes of it, the others get their turn. */
  rollBack(): void {
    try {
      // Once this transaction is committed, one that is open is somebody else's.
      if (this.#release && this.file.database.inTransaction) this.file.database.exec('rollback');
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /** A statement outside of a transaction is a change of its own. */
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
    const { database, busyRetry } = this.file;
    const statement = database.prepare(sql);
    const result = statement.reader ? { rows: statement.all(parameters) as R[] } : written(statement.run(parameters));
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
