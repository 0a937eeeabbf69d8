import { type FileHandle, open } from 'node:fs/promises';
import SqliteDatabase from 'better-sqlite3';

export interface WalSyncDeps {
  readonly walFile: string;
  /** Copies the log into the database, including all the syncs that this takes, and empties it. */
  readonly checkpoint: () => Promise<void>;
  readonly timeoutMs: number;
  /** Syncs a file's data to disk; replaced in tests. */
  readonly fdatasync?: (file: FileHandle) => Promise<void>;
}

/**
 * Syncs SQLite's write-ahead log to disk on a thread of Node's pool. A sync takes milliseconds, during which SQLite
 * itself, with `synchronous = FULL`, would block the event loop (decision 019).
 */
export class WalSync {
  #file: Promise<FileHandle> | undefined;
  /** The sync that has not started yet, which its callers are waiting for. */
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  #hasLostWrites = false;

  constructor(private readonly deps: WalSyncDeps) {}

  /**
   * Resolves once everything committed so far is on disk. Calls made during a sync wait for the next one and have a
   * common timeout, so if the disk hangs, later calls wait no longer than the first.
   *
   * @throws {SqliteError} with the code `SQLITE_IOERR_FSYNC` if the sync fails or takes too long.
   */
  flush(): Promise<void> {
    this.#next ??= this.#schedule();
    return this.#next;
  }

  /** Waits for pending syncs and closes the file. */
  async close(): Promise<void> {
    await this.#last.catch(() => {});
    await this.#closeFile();
  }

  #schedule(): Promise<void> {
    this.#last = this.#last
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#sync();
      });
    return withTimeout(this.#last, this.deps.timeoutMs);
  }

  async #sync(): Promise<void> {
    try {
      // The system reports lost writes only once, and a later sync succeeds without them. SQLite would then ignore
      // everything in the log after the gap. A checkpoint makes it durable without the log.
      if (this.#hasLostWrites) await this.deps.checkpoint();
      else await this.#syncFile();
      this.#hasLostWrites = false;
    } catch (error) {
      await this.#closeFile();
      throw syncError(String(error));
    }
  }

  async #syncFile(): Promise<void> {
    // The file stays open because SQLite removes the log only with the last connection. It is opened for writing
    // because Windows syncs only such files.
    this.#file ??= open(this.deps.walFile, 'r+');
    const file = await this.#file;
    const { fdatasync = (handle: FileHandle) => handle.datasync() } = this.deps;
    try {
      await fdatasync(file);
    } catch (error) {
      this.#hasLostWrites = true;
      throw error;
    }
  }

  /** Closes the file, ignoring errors, since a file whose sync failed may report the same failure again. */
  async #closeFile(): Promise<void> {
    const file = await this.#file?.catch(() => undefined);
    this.#file = undefined;
    await file?.close().catch(() => {});
  }
}

async function withTimeout(sync: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  // The `setImmediate` gives precedence to a sync that finished while the event loop was blocked.
  const timer = setTimeout(() => setImmediate(() => reject(syncError('it takes too long'))), timeoutMs);
  try {
    await Promise.race([sync, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function syncError(reason: string): Error {
  return new SqliteDatabase.SqliteError(`The log of the database cannot be synced: ${reason}`, 'SQLITE_IOERR_FSYNC');
}
