import type { HostStatus } from '../status/host-states.js';

/** What a subscriber is to see of its hosts. */
export interface HostView<Event> {
  /** Takes note of a host as it is now. */
  note(host: HostStatus): void;
  /** What has not been taken yet; undefined when nothing differs. */
  take(): Event | undefined;
  /** All that has been taken, as one event; undefined where the newest event says it all. */
  readonly whole?: (() => Event) | undefined;
}

interface HostStreamDeps<Event> {
  /** Resolves to the view with its hosts as they are; fails when one of them does not exist. */
  readonly begin: () => Promise<HostView<Event>>;
  readonly onEnd: () => void;
}

const END = { value: undefined, done: true } as const;

/** The events of a subscription to hosts. Who is slow gets what differs by then, in one event. */
export class HostStream<Event> implements AsyncIterableIterator<Event, undefined> {
  #view: HostView<Event> | undefined;
  #reader: ((result: IteratorResult<Event, undefined>) => void) | undefined;
  #ended = false;

  constructor(private readonly deps: HostStreamDeps<Event>) {}

  /** What a subscriber needs that comes later, or has missed something; undefined where the newest event is enough. */
  get snapshot(): Event | undefined {
    return this.#view?.whole?.();
  }

  note(host: HostStatus): void {
    this.#view?.note(host);
  }

  /** Gives the reader what there is for it, if it waits. */
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
    // It may have ended meanwhile.
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
    // Begun too late: it is watched by nobody.
    if (this.#ended) this.deps.onEnd();
  }
}
