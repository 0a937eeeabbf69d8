/** An event of a stream, and how many before it its reader was too slow for. */
export interface TakenEvent<T> {
  readonly event: T;
  readonly missed: number;
}

/** So many events wait for a reader at most. */
const WAITING_MAX = 100;

/**
 * A stream of events each of which counts, held for a reader who takes them one by one. Who falls behind by more than
 * {@link WAITING_MAX} loses the oldest, and is told how many with the next.
 */
export class NewestEvents<T> implements AsyncIterableIterator<TakenEvent<T>, undefined> {
  #waiting: T[] = [];
  #missed = 0;
  #reader: ((result: IteratorResult<TakenEvent<T>, undefined>) => void) | undefined;
  #ended = false;

  /** `onEnd` is called once, when the reader is done with the stream. */
  constructor(private readonly onEnd: () => void) {}

  /** Gives an event to the reader who waits, or keeps it for him. */
  push(event: T): void {
    if (this.#ended) return;
    if (this.#reader) {
      this.#reader({ value: { event, missed: 0 }, done: false });
      this.#reader = undefined;
      return;
    }
    this.#waiting.push(event);
    if (this.#waiting.length <= WAITING_MAX) return;
    this.#waiting.shift();
    this.#missed += 1;
  }

  /** The next event. One reader at a time: it asks again after it has got one. */
  async next(): Promise<IteratorResult<TakenEvent<T>, undefined>> {
    if (this.#ended) return END;
    if (this.#waiting.length === 0) {
      return new Promise((resolve) => {
        this.#reader = resolve;
      });
    }
    const value = { event: this.#waiting.shift() as T, missed: this.#missed };
    this.#missed = 0;
    return { value, done: false };
  }

  /** Ends the stream; a reader who waits is told so. */
  async return(): Promise<IteratorResult<TakenEvent<T>, undefined>> {
    if (!this.#ended) this.onEnd();
    this.#ended = true;
    this.#waiting = [];
    this.#reader?.(END);
    this.#reader = undefined;
    return END;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const END = { value: undefined, done: true } as const;
