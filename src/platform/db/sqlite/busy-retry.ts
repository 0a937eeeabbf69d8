import { setTimeout } from 'node:timers/promises';

/** Pauses between two attempts: short at first, as most writers finish within milliseconds. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Waits for other processes that write to SQLite, without blocking the event loop (promise 32). The busy timeout
 * applies to the whole process: once another process has locked the database for that long, all waiting statements
 * fail, and further ones fail at once until the lock is released. So no queue of waiting requests builds up.
 */
export class BusyRetry {
  #lockedSinceMs: number | undefined;
  #lastLockedMs = 0;

  constructor(private readonly busyTimeoutMs: number) {}

  /**
   * Retries an attempt until the database is not locked.
   *
   * @param attempt must be atomic: if it throws, it has changed nothing.
   * @throws the error of the attempt, when it has another cause or the busy timeout is over.
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

  /** To be called after a successful write, which proves that the lock is released. A read succeeds beside a writer. */
  noteWrite(): void {
    this.#lockedSinceMs = undefined;
  }

  /**
   * Whether the busy timeout is over. To be called when SQLite has reported that the database is locked.
   *
   * @param hasWaited whether the attempt has found it locked before.
   */
  #hasTimedOut(hasWaited: boolean): boolean {
    const nowMs = performance.now();
    // The last report is too old to concern the same lock; unless this attempt made it, and was woken late.
    if (!hasWaited && nowMs - this.#lastLockedMs > this.busyTimeoutMs) this.#lockedSinceMs = undefined;
    this.#lastLockedMs = nowMs;
    this.#lockedSinceMs ??= nowMs;
    return nowMs - this.#lockedSinceMs >= this.busyTimeoutMs;
  }
}

/** Whether SQLite has done nothing because another connection holds a lock that it needs. */
function isBusyError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}
