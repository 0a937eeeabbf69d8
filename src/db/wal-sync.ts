import { type FileHandle, open } from 'node:fs/promises';
import SqliteDatabase from 'better-sqlite3';

/**
 * Syncs the write-ahead log of SQLite to the disk, on a thread of Node's pool: it takes milliseconds, for which SQLite
 * itself, with `synchronous = FULL`, would block the event loop (decision 029).
 */
export class WalSync {
  #file: Promise<FileHandle> | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param fdatasync replaces that of the file in tests. */
  constructor(
    private readonly walFile: string,
    private readonly fdatasync = (file: FileHandle) => file.datasync(),
  ) {}

  /**
   * Resolves once everything that has been committed so far is on the disk. Calls during a sync share the next one.
   *
   * @throws {SqliteError} with the code `SQLITE_IOERR_FSYNC` when the sync fails.
   */
  flush(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#running = this.#next as Promise<void>;
        this.#next = undefined;
        return this.#sync();
      });
    return this.#next;
  }

  /** Waits for pending syncs and closes the file. */
  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => {});
    await this.#closeFile();
  }

  async #sync(): Promise<void> {
    try {
      // It stays open, as SQLite removes the log only with the last connection. Windows syncs only files open for
      // writing.
      this.#file ??= open(this.walFile, 'r+');
      await this.fdatasync(await this.#file);
    } catch (error) {
      await this.#closeFile();
      throw new SqliteDatabase.SqliteError(`The disk does not take it: ${error}`, 'SQLITE_IOERR_FSYNC');
    }
  }

  async #closeFile(): Promise<void> {
    const file = await this.#file?.catch(() => undefined);
    this.#file = undefined;
    await file?.close();
  }
}
