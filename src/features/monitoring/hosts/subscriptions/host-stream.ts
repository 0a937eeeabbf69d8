import type { HostStatus } from '../status/host-states.js';

/** Decides which events a subscriber receives about its hosts. */
export interface HostView<Event> {
  note(host: HostStatus): void;
  /** Returns the changes that have not been taken yet; undefined if there are none. */
  take(): Event | undefined;
  /** Returns everything that has been taken as one event; undefined if the newest event is complete on its own. */
  readonly whole?: (() => Event) | undefined;
}

interface HostStreamDeps<Event> {
  /** Resolves to a view with the current state of its hosts; fails if one of them does not exist. */
  readonly begin: () => Promise<HostView<Event>>;
  readonly onEnd: () => void;
}

const END = { value: undefined, done: true } as const;

/** The event stream of a subscription to hosts. A slow subscriber receives all changes so far in a single event. */
export class HostStream<Event> implements AsyncIterableIterator<Event, undefined> {
  #view: HostView<Event> | undefined;
  #reader: ((result: IteratorResult<Event, undefined>) => void) | undefined;
  #ended = false;

  constructor(private readonly deps: HostStreamDeps<Event>) {}

  /**
   * All changes so far, for subscribers that join later or have missed an event; undefined if the newest event is
   * enough.
   */
  get snapshot(): Event | undefined {
    return this.#view?.whole?.();
  }

  note(host: HostStatus): void {
    this.#view?.note(host);
  }

  /** Resolves a pending read if there is an event. */
  wake(): void {
    if (!this.#reader) return;
    const event = this.#view?.take();
    if (event === undefined) return;
    this.#reader({ value: event, done: false });
    this.#reader = undefined;
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
    if (this.#ended) return END;
    if (!this.#view) await this.#begin();
    // The stream may have ended in the meantime.
    if (this.#ended) return END;
    const event = this.#view?.take();
    if (event !== undefined) return { value: event, done: false };
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  /** Ends the stream; a pending read resolves as done. */
  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#ended = true;
    this.deps.onEnd();
    this.#reader?.(END);
    this.#reader = undefined;
    return END;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #begin(): Promise<void> {
    this.#view = await this.deps.begin();
    // If the stream ended while beginning, undo what `begin` has registered.
    if (this.#ended) this.deps.onEnd();
  }
}
