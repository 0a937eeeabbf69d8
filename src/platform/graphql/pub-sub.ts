import type { PubSub } from 'type-graphql';

/** An event, with the number of events lost before it because the subscriber was too slow. */
export interface TakenEvent<T> {
  readonly event: T;
  readonly missed: number;
}

/** Maximum number of events buffered for a slow subscriber; beyond that, the oldest are lost. */
const EVENTS_WAITING_MAX = 100;

/** Topic whose values each describe the newest state of something. */
export interface StatesTopic {
  /** Returns the identity of the thing that a value describes. */
  readonly keyOf: (value: unknown) => unknown;
  /** Whether new subscribers receive this state. A later state of the same thing replaces or removes it. */
  readonly isKept: (value: unknown) => boolean;
  /** Maximum number of states kept, and buffered for a slow subscriber; beyond that, the oldest are dropped. */
  readonly max: number;
}

interface TopicKind {
  /** Maximum number of values buffered per subscriber; beyond that, the oldest are dropped. */
  readonly waitingMax: number;
  /**
   * Returns a value's key. A value replaces an earlier one with the same key; if the key is undefined, each value
   * counts.
   */
  readonly keyOf: (value: unknown) => unknown;
  /** Whether new subscribers immediately receive this value. */
  readonly isKept: (value: unknown) => boolean;
  /** Converts a value for a subscriber, given the number of values dropped before it. */
  readonly shapeOf: (value: unknown, missed: number) => unknown;
}

const NEWEST_VALUE: TopicKind = statesTopic({ keyOf: () => 'newest', isKept: () => true, max: 1 });
const EACH_EVENT: TopicKind = {
  waitingMax: EVENTS_WAITING_MAX,
  keyOf: () => undefined,
  isKept: () => false,
  shapeOf: (event, missed): TakenEvent<unknown> => ({ event, missed }),
};

function statesTopic({ keyOf, isKept, max }: StatesTopic): TopicKind {
  return { waitingMax: max, keyOf, isKept, shapeOf: (value) => value };
}

/**
 * Publish/subscribe within this process. A topic retains its newest value, as in MQTT: subscribers receive it
 * immediately and then every later one they keep up with; slow subscribers skip to the newest. The constructor names
 * topics of two other kinds. In topics of events, each event counts, and subscribers receive all later ones as {@link
 * TakenEvent}s. In topics of states, the newest state of each thing counts: see {@link StatesTopic}.
 */
export class TopicPubSub implements PubSub {
  readonly #topics = new Map<string, Topic>();
  readonly #listeners = new Map<string, readonly (() => void)[]>();
  readonly #sources = new Map<string, (id: unknown) => AsyncIterable<unknown>>();

  constructor(eventTopics: readonly string[] = [], statesTopics: Readonly<Record<string, StatesTopic>> = {}) {
    for (const name of eventTopics) this.#topics.set(name, new Topic(EACH_EVENT));
    for (const [name, topic] of Object.entries(statesTopics)) this.#topics.set(name, new Topic(statesTopic(topic)));
  }

  publish(topic: string, value: unknown): void {
    this.#topic(topic).publish(value);
  }

  subscribe(topic: string, id?: unknown): AsyncIterable<unknown> {
    const source = this.#sources.get(topic);
    if (source) return source(id);
    const subscriber = this.#topic(topic).subscribe();
    for (const listener of this.#listeners.get(topic) ?? []) listener();
    return subscriber;
  }

  /**
   * Serves a topic from `source`, which is called once per subscriber. For topics in which each subscriber may request
   * something else.
   */
  provide(topic: string, source: (id: unknown) => AsyncIterable<unknown>): void {
    this.#sources.set(topic, source);
  }

  hasSubscribers(topic: string): boolean {
    return this.#topic(topic).hasSubscribers;
  }

  /** Calls the listener on each new subscription to a topic. */
  whenSubscribed(topic: string, listener: () => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  #topic(name: string): Topic {
    const topic = this.#topics.get(name) ?? new Topic(NEWEST_VALUE);
    this.#topics.set(name, topic);
    return topic;
  }
}

class Topic {
  readonly #subscribers = new Set<TopicSubscriber>();
  readonly #kept = new Map<unknown, unknown>();

  constructor(private readonly kind: TopicKind) {}

  get hasSubscribers(): boolean {
    return this.#subscribers.size > 0;
  }

  publish(value: unknown): void {
    const { keyOf, isKept, waitingMax } = this.kind;
    const key = keyOf(value);
    if (isKept(value)) this.#kept.set(key, value);
    else this.#kept.delete(key);
    if (this.#kept.size > waitingMax) this.#kept.delete(this.#kept.keys().next().value);
    for (const subscriber of this.#subscribers) subscriber.push(value);
  }

  subscribe(): TopicSubscriber {
    const subscriber = new TopicSubscriber(this.kind, () => this.#subscribers.delete(subscriber));
    this.#subscribers.add(subscriber);
    for (const value of this.#kept.values()) subscriber.push(value);
    return subscriber;
  }
}

/** One reader's values of a topic; the reader requests the next after receiving one. */
class TopicSubscriber implements AsyncIterableIterator<unknown, undefined> {
  #waiting: unknown[] = [];
  #missed = 0;
  #reader: ((result: IteratorResult<unknown, undefined>) => void) | undefined;
  #ended = false;

  constructor(
    private readonly kind: TopicKind,
    private readonly onEnd: () => void,
  ) {}

  push(value: unknown): void {
    if (this.#reader) {
      this.#reader({ value: this.kind.shapeOf(value, 0), done: false });
      this.#reader = undefined;
      return;
    }
    const key = this.kind.keyOf(value);
    const place = key === undefined ? -1 : this.#waiting.findIndex((one) => this.kind.keyOf(one) === key);
    if (place >= 0) {
      this.#waiting[place] = value;
      return;
    }
    this.#waiting.push(value);
    if (this.#waiting.length <= this.kind.waitingMax) return;
    this.#waiting.shift();
    this.#missed += 1;
  }

  async next(): Promise<IteratorResult<unknown, undefined>> {
    if (this.#ended) return END;
    if (this.#waiting.length === 0) {
      return new Promise((resolve) => {
        this.#reader = resolve;
      });
    }
    const value = this.kind.shapeOf(this.#waiting.shift(), this.#missed);
    this.#missed = 0;
    return { value, done: false };
  }

  /** Ends the subscription; a pending read resolves as done. */
  async return(): Promise<IteratorResult<unknown, undefined>> {
    this.#ended = true;
    this.onEnd();
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
