import { type FileHandle, open } from 'node:fs/promises';
import SqliteDatabase from 'better-sqlite3';

/**
 * Brings what is committed to the write-ahead log of SQLite to the disk, on a thread of Node's pool: the disk takes
 * milliseconds, and with `synchronous = FULL` SQLite would let the event loop stand still for them (decision 029).
 */
export class WalSync {
  #file: Promise<FileHandle> | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param fdatasync stands in for the file's own in tests. */
  constructor(
    private readonly walFile: string,
    private readonly fdatasync = (file: FileHandle) => file.datasync(),
  ) {}

  /**
   * Resolves once everything that has been committed so far is on the disk. Who comes while the disk is at work waits for
   * the next time, together with all others who came meanwhile.
   *
   * @throws {SqliteError} of the code `SQLITE_IOERR_FSYNC` when the disk does not take it.
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

  /** Waits for the disk and lets go of the file. */
  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => {});
    await this.#closeFile();
  }

  async #sync(): Promise<void> {
    try {
      // Kept open: SQLite removes the log only with the last connection. To flush a file, Windows wants to write to it.
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
