/** Limits the number of concurrent holders for each key. */
export class KeyedLimit<K> {
  readonly #taken = new Map<K, number>();

  constructor(private readonly most: number) {}

  /** Takes a place. @returns a function that frees it, once even if called repeatedly; undefined at the limit. */
  take(key: K): (() => void) | undefined {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.most) return undefined;
    this.#taken.set(key, taken + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    };
  }
}
