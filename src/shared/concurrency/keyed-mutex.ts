/** Runs jobs with the same key one after the other; jobs with different keys do not wait for each other. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `job` after all earlier jobs with the same key, and returns its outcome. */
  async run<T>(key: string, job: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#last.set(key, ended);
    await before;
    try {
      return await job();
    } finally {
      end();
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
