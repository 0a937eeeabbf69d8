/** A stream that holds at most one value, the newest: a reader who falls behind skips what was in between. */
export class NewestValue<T> implements AsyncIterableIterator<T, undefined> {
  #held: { readonly value: T } | undefined;
  #reader: ((result: IteratorResult<T, undefined>) => void) | undefined;
  #ended = false;

  /** `onEnd` is called once, when the reader is done with the stream. */
  constructor(private readonly onEnd: () => void) {}

  /** Gives a value to the reader who waits, or keeps it in place of an older one. */
  push(value: T): void {
    if (this.#ended) return;
    if (!this.#reader) {
      this.#held = { value };
      return;
    }
    this.#reader({ value, done: false });
    this.#reader = undefined;
  }

  /** The next value. One reader at a time: it asks again after it has got one. */
  async next(): Promise<IteratorResult<T, undefined>> {
    if (this.#ended) return END;
    const held = this.#held;
    this.#held = undefined;
    if (held) return { value: held.value, done: false };
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  /** Ends the stream; a reader who waits is told so. */
  async return(): Promise<IteratorResult<T, undefined>> {
    if (!this.#ended) this.onEnd();
    this.#ended = true;
    this.#held = undefined;
    this.#reader?.(END);
    this.#reader = undefined;
    return END;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const END = { value: undefined, done: true } as const;
