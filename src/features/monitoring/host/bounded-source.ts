/** A source's value, and whether it comes from an earlier call because the source has not answered this time. */
export interface SourceAnswer<T> {
  readonly value: T;
  readonly stale: boolean;
}

/**
 * Guards a source that may fail or hang, by falling back to its last value. While a query hangs, no other is started,
 * so it occupies at most one thread.
 */
export class BoundedSource<T> {
  #last: { readonly value: T } | undefined;
  #failure: unknown = new Error('did not answer in time');
  #pending: Promise<void> | undefined;
  #answers = 0;

  constructor(private readonly query: () => Promise<T>) {}

  /**
   * Queries the source, waiting no longer than until `deadline` resolves.
   *
   * @throws the failure of the source if there has never been a value.
   */
  async read(deadline: Promise<void>): Promise<SourceAnswer<T>> {
    const before = this.#answers;
    this.#pending ??= this.#run();
    await Promise.race([this.#pending, deadline]);
    if (!this.#last) throw this.#failure;
    return { value: this.#last.value, stale: this.#answers === before };
  }

  async #run(): Promise<void> {
    try {
      this.#last = { value: await this.query() };
      this.#answers += 1;
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#pending = undefined;
    }
  }
}

/** Number of timer ticks until a deadline. */
const TICKS = 10;

/**
 * Starts a deadline in `milliseconds`, with a way to cancel it. While the event loop is blocked, answers cannot be
 * received through no fault of the source, so only one of the ten ticks passes, however long that takes.
 */
export function startDeadline(milliseconds: number): { readonly passed: Promise<void>; readonly cancel: () => void } {
  let cancel = () => {};
  const passed = new Promise<void>((resolve) => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
      if (ticks < TICKS) return;
      clearInterval(timer);
      resolve();
    }, milliseconds / TICKS);
    cancel = () => clearInterval(timer);
  });
  return { passed, cancel };
}
