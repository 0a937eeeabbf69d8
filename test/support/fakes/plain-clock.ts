/** A clock that gives no real time to work with a deadline, since nothing here takes any. */
export class PlainClock {
  #ms = 0;
  readonly #timers = new Set<{ readonly dueMs: number; readonly task: () => void }>();

  /** Number of timers that have not run. */
  get running(): number {
    return this.#timers.size;
  }

  steady(): Date {
    return new Date(this.#ms);
  }

  after(milliseconds: number, task: () => void) {
    const timer = { dueMs: this.#ms + milliseconds, task };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  advance({ seconds }: { readonly seconds: number }): void {
    this.#ms += seconds * 1000;
    for (const timer of this.#timers) {
      if (timer.dueMs > this.#ms) continue;
      this.#timers.delete(timer);
      timer.task();
    }
  }
}
