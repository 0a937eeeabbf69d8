/** The last value of a source, and whether it is from an earlier call because the source did not answer this time. */
export interface SourceAnswer<T> {
  readonly value: T;
  readonly stale: boolean;
}

/**
 * A source that may fail or hang: then its last value is used. While a query hangs no other is started, so that it
 * occupies at most one thread.
 */
export class BoundedSource<T> {
  #last: { readonly value: T } | undefined;
  #failure: unknown = new Error('did not answer in time');
  #pending: Promise<void> | undefined;
  #answers = 0;

  constructor(private readonly query: () => Promise<T>) {}

  /**
   * Queries the source, and waits for it at most until `deadline` resolves.
   *
   * @throws the reason when there is no value and there has never been one.
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

/** Timer ticks until a deadline. */
const TICKS = 10;

/**
 * A deadline in `milliseconds`, and how to cancel it. While the event loop is blocked, answers that have arrived cannot
 * be taken, and that is not the fault of the source: however long it is blocked, only one of the ten ticks passes.
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
