import type { PubSub } from 'type-graphql';

/** What a subscriber to a topic of events gets: an event, and how many before it were lost because it was too slow. */
export interface TakenEvent<T> {
  readonly event: T;
  readonly missed: number;
}

/** So many events wait for a slow subscriber; of more, the oldest are lost. */
const EVENTS_WAITING_MAX = 100;

/** What a topic of states is about: each value is the newest state of something. */
export interface StatesTopic {
  /** What tells the things apart. */
  readonly keyOf: (value: unknown) => unknown;
  /** Whether new subscribers are to get it; a later state of the same takes its place, or takes it away. */
  readonly isKept: (value: unknown) => boolean;
  /** How many are kept, and wait for a slow subscriber; of more, the oldest are dropped. */
  readonly max: number;
}

interface TopicKind {
  /** How many values wait for a subscriber; of more, the oldest are dropped. */
  readonly waitingMax: number;
  /** Of values with the same key the newest takes the place of the one before; undefined where each counts. */
  readonly keyOf: (value: unknown) => unknown;
  /** Whether new subscribers get it at once. */
  readonly isKept: (value: unknown) => boolean;
  /** What a subscriber gets, given how many before it were dropped. */
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
 * Publish and subscribe within this process. A topic retains its newest value, as in MQTT: a subscriber gets it at once,
 * then every later one that it is quick enough to take; who is slow skips to the newest. Two other kinds are named when the bus
 * is made. Of topics of events each event counts: a subscriber gets those that happen from then on, as
 * {@link TakenEvent}s. Of topics of states the newest state of each thing counts: see {@link StatesTopic}.
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

  /** Gives subscribers to a topic, each of whom may ask for something else of it, what `source` makes for them. */
  provide(topic: string, source: (id: unknown) => AsyncIterable<unknown>): void {
    this.#sources.set(topic, source);
  }

  /** Whether anybody is subscribed to a topic at present. */
  hasSubscribers(topic: string): boolean {
    return this.#topic(topic).hasSubscribers;
  }

  /** Calls the listener whenever somebody has subscribed to a topic. */
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

/** The values of a topic for one reader, who asks for the next when it has got one. */
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
