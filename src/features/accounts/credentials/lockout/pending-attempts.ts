interface Pending {
  count: number;
  /** Resolves when a slot has been freed or no attempt is pending. */
  settled: PromiseWithResolvers<void>;
}

/** Login attempts that this process is checking, by username and address, and the callers waiting for their outcome. */
export class PendingAttempts {
  readonly #byPair = new Map<string, Pending>();

  begin(pair: string): void {
    const pending = this.#byPair.get(pair) ?? { count: 0, settled: Promise.withResolvers() };
    pending.count += 1;
    this.#byPair.set(pair, pending);
  }

  /** Ends an attempt. Wakes waiting callers if that frees a slot or no other attempt is pending. */
  end(pair: string, { frees }: { readonly frees: boolean }): void {
    const pending = this.#byPair.get(pair);
    if (!pending) return;
    pending.count -= 1;
    if (pending.count > 0 && !frees) return;
    pending.settled.resolve();
    if (pending.count > 0) pending.settled = Promise.withResolvers();
    else this.#byPair.delete(pair);
  }

  /**
   * Resolves when it is worth trying to take a slot again; undefined if this process is checking no attempt of the
   * pair.
   */
  whenSettled(pair: string): Promise<void> | undefined {
    return this.#byPair.get(pair)?.settled.promise;
  }
}
