import { setTimeout } from 'node:timers/promises';

/** Pauses between two attempts: short at first, for most writers are done at once. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Waits for other processes that write to SQLite, without standing still meanwhile (promise 32). The busy timeout is that
 * of the whole process: once a writer has been in the way for that long, everybody who waits is refused, and who comes
 * then is refused at once until the writer is gone. So no queue of waiting requests outlives it.
 */
export class BusyRetry {
  #heldSinceMs: number | undefined;
  #seenHeldMs = 0;

  constructor(private readonly busyTimeoutMs: number) {}

  /**
   * Carries an attempt out until the database is not held.
   *
   * @param attempt does all of it, or throws and has done nothing.
   * @throws what the attempt throws, when that is something else or the busy timeout is over.
   */
  async retry<T>(attempt: () => Promise<T>): Promise<T> {
    let hasWaited = false;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (!saysHeld(error) || this.#isOver(hasWaited)) throw error;
      }
      hasWaited = true;
      await setTimeout(pauseMs);
    }
  }

  /** For who has just been let to write: reading succeeds beside a writer and proves nothing. */
  hasWritten(): void {
    this.#heldSinceMs = undefined;
  }

  /** For who has just found the database held, for the first time or after a wait. */
  #isOver(hasWaited: boolean): boolean {
    const nowMs = performance.now();
    // Nobody has looked for long: it is another writer now. Who waits has looked, however late a busy machine woke him.
    if (!hasWaited && nowMs - this.#seenHeldMs > this.busyTimeoutMs) this.#heldSinceMs = undefined;
    this.#seenHeldMs = nowMs;
    this.#heldSinceMs ??= nowMs;
    return nowMs - this.#heldSinceMs >= this.busyTimeoutMs;
  }
}

/** Whether SQLite has done nothing because another connection holds a lock that it needs. */
function saysHeld(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}
