/** Runs jobs of one key one after the other; jobs of different keys do not wait for each other. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `job` when the jobs of the same key that came before have ended. Resolves and rejects as it does. */
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
