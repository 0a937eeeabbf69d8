const END = { value: undefined, done: true } as const;

/** The events of a subscription to a room: whatever has gathered since the reader took the one before. */
export abstract class RoomStream<Event> implements AsyncIterableIterator<Event, undefined> {
  #reader: (() => void) | undefined;
  #isEnded = false;
  #hasBegun = false;

  constructor(private readonly onEnd: () => void) {}

  /** Called once before the first event. What it throws is what the subscription fails with. */
  protected abstract begin(): Promise<void>;

  /** Whether there is something for the reader. */
  protected abstract get isDue(): boolean;

  /** What has gathered. */
  protected abstract take(): Promise<Event>;

  /** Lets the reader take what there is for it, if it waits. */
  wake(): void {
    if (!this.isDue) return;
    this.#reader?.();
    this.#reader = undefined;
  }

  /** Ends the stream from the side of the service. */
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
        // It ended meanwhile: nobody is to be told anything.
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
