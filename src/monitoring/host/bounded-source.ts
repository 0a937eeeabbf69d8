/** What a source said last, and whether that is old because it did not answer this time. */
export interface SourceAnswer<T> {
  readonly value: T;
  readonly stale: boolean;
}

/**
 * Something to ask that may fail or hang: then what it said last stands. It is not asked again while it hangs, so that
 * at most one thread ever waits for it.
 */
export class BoundedSource<T> {
  #last: { readonly value: T } | undefined;
  #failure: unknown = new Error('did not answer in time');
  #pending: Promise<void> | undefined;
  #answers = 0;

  constructor(private readonly query: () => Promise<T>) {}

  /**
   * Asks, and waits until `deadline` resolves at the longest.
   *
   * @throws why there is no answer, as long as there never was one.
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

/** So many looks at the clock until a deadline. */
const TICKS = 10;

/**
 * A moment in `milliseconds`, and how to give it up. Time in which this process was held up is no silence of the others,
 * whose answers are waiting to be taken: of each such time no more than a tenth of the deadline counts.
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
