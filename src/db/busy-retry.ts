import { setTimeout } from 'node:timers/promises';

/** Pauses between two attempts: short at first, for most writers are done at once. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Waits for other processes that write to SQLite, without standing still meanwhile (promise 32). The patience is that
 * of the whole process: once a writer has been in the way for that long, everybody who waits is refused, and who comes
 * then is refused at once until the writer is gone. So no queue of waiting requests outlives it.
 */
export class BusyRetry {
  #lockedSinceMs: number | undefined;
  #lastLockedMs = 0;

  constructor(private readonly busyTimeoutMs: number) {}

  /**
   * Carries an attempt out until the database is not held.
   *
   * @param attempt does all of it, or throws and has done nothing.
   * @throws what the attempt throws, when that is something else or the patience is at its end.
   */
  async retry<T>(attempt: () => Promise<T>): Promise<T> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (!isBusyError(error) || this.#hasTimedOut()) throw error;
      }
      await setTimeout(pauseMs);
    }
  }

  /** For who has just been let to write: reading succeeds beside a writer and proves nothing. */
  noteWrite(): void {
    this.#lockedSinceMs = undefined;
  }

  /** For who has just been told that the database is held. */
  #hasTimedOut(): boolean {
    const nowMs = performance.now();
    // Nobody has looked for long: it is another writer now.
    if (nowMs - this.#lastLockedMs > this.busyTimeoutMs) this.#lockedSinceMs = undefined;
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
