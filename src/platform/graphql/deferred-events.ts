const END = { value: undefined, done: true } as const;

interface DeferredEventsDeps<Event> {
  /** Opens the source when the first event is read. */
  readonly open: () => Promise<AsyncIterable<Event>>;
  /** Whether the subscriber gets an event; by default, all of them. */
  readonly isWanted?: (event: Event) => Promise<boolean>;
}

/** Events of a subscription whose source depends on who the caller is, or of which the caller gets only some. */
export class DeferredEvents<Event> implements AsyncIterableIterator<Event, undefined> {
  #events: AsyncIterator<Event> | undefined;
  #isOver = false;

  constructor(private readonly deps: DeferredEventsDeps<Event>) {}

  async next(): Promise<IteratorResult<Event, undefined>> {
    const { open, isWanted } = this.deps;
    this.#events ??= (await open())[Symbol.asyncIterator]();
    while (!this.#isOver) {
      const result = await this.#events.next();
      if (result.done) return END;
      if (!isWanted || (await isWanted(result.value))) return result;
    }
    return this.return();
  }

  /** Ends the subscription; a pending read resolves as done. */
  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#isOver = true;
    await this.#events?.return?.();
    return END;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
