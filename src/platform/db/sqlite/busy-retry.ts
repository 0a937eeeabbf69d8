import { setTimeout } from 'node:timers/promises';

/** Pauses between attempts, short at first because most writers finish within milliseconds. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Waits for other processes that write to SQLite, without blocking the event loop (promise 32). The busy timeout
 * applies to the whole process: once another process has locked the database for that long, all waiting statements
 * fail, and new ones fail immediately until the lock is released. This keeps requests from queueing up.
 */
export class BusyRetry {
  #lockedSinceMs: number | undefined;
  #lastLockedMs = 0;

  constructor(private readonly busyTimeoutMs: number) {}

  /**
   * Retries an attempt until the database is no longer locked.
   *
   * @param attempt must be atomic: if it throws, it has changed nothing.
   * @throws the attempt's error if it has another cause or the busy timeout has expired.
   */
  async retry<T>(attempt: () => Promise<T>): Promise<T> {
    let hasWaited = false;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (!isBusyError(error) || this.#hasTimedOut(hasWaited)) throw error;
      }
      hasWaited = true;
      await setTimeout(pauseMs);
    }
  }

  /**
   * Call this after a successful write, which proves that the lock has been released. A read proves nothing, since it
   * can succeed alongside a writer.
   */
  noteWrite(): void {
    this.#lockedSinceMs = undefined;
  }

  /**
   * Whether the busy timeout has expired. Call this when SQLite reports that the database is locked.
   *
   * @param hasWaited whether this attempt has already found it locked.
   */
  #hasTimedOut(hasWaited: boolean): boolean {
    const nowMs = performance.now();
    // The last report is too old to concern the same lock, unless it came from this attempt, which must then have woken
    // up late.
    if (!hasWaited && nowMs - this.#lastLockedMs > this.busyTimeoutMs) this.#lockedSinceMs = undefined;
    this.#lastLockedMs = nowMs;
    this.#lockedSinceMs ??= nowMs;
    return nowMs - this.#lockedSinceMs >= this.busyTimeoutMs;
  }
}

/** Whether SQLite did nothing because another connection holds a lock that it needs. */
function isBusyError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}
