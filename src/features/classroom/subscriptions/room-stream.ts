const END = { value: undefined, done: true } as const;

/** The events of a room subscription, each containing the changes since the reader took the previous one. */
export abstract class RoomStream<Event> implements AsyncIterableIterator<Event, undefined> {
  #reader: (() => void) | undefined;
  #isEnded = false;
  #hasBegun = false;

  constructor(private readonly onEnd: () => void) {}

  /** Called once before the first event. If it throws, the subscription fails with that error. */
  protected abstract begin(): Promise<void>;

  /** Whether an event is ready for the reader. */
  protected abstract get isDue(): boolean;

  /** Returns the collected changes as an event. */
  protected abstract take(): Promise<Event>;

  /** Resumes a waiting reader if an event is ready. */
  wake(): void {
    if (!this.isDue) return;
    this.#reader?.();
    this.#reader = undefined;
  }

  /** Ends the stream from the server side. */
  end(): void {
    this.#isEnded = true;
    this.onEnd();
    this.#reader?.();
    this.#reader = undefined;
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
    try {
      if (!this.#hasBegun) {
        this.#hasBegun = true;
        await this.begin();
        // The stream ended in the meantime, so it has to be deregistered again.
        if (this.#isEnded) this.onEnd();
      }
      while (!this.#isEnded && !this.isDue) {
        await new Promise<void>((resolve) => {
          this.#reader = resolve;
        });
      }
      return this.#isEnded ? END : { value: await this.take(), done: false };
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** Ends the stream; a pending read resolves as done. */
  async return(): Promise<IteratorResult<Event, undefined>> {
    this.end();
    return END;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
