import { send } from '../../web/sockets/send-text.js';
import type { ConnectionContext, Frame } from '../connection-context.js';

interface Execution {
  leave(subscriber: Subscriber): void;
  /** Makes up for results that a subscriber has missed. */
  catchUp(subscriber: Subscriber): void;
}

interface SubscriberDeps {
  readonly context: ConnectionContext;
  /** Subscription id chosen by the client. */
  readonly id: string;
  /** Adds the subscriber to its shared execution and returns the execution. */
  readonly join: (subscriber: Subscriber) => Execution;
}

const END = { value: undefined, done: true } as const;

/**
 * A subscriber of a shared subscription. To graphql-ws it is a stream that yields nothing and lasts as long as the
 * subscription; results bypass graphql-ws as JSON that is serialised once for all subscribers. A subscriber buffers at
 * most one result, the newest, so a slow client misses those in between.
 */
export class Subscriber implements AsyncIterableIterator<never, undefined> {
  readonly #frame: Frame;
  /** The next payload, sent once the previous one has been handed to the network. */
  #waiting: string | undefined;
  #sending = false;
  /** Whether the subscriber has missed a result that later ones don't make up for. */
  #isBehind = false;
  #execution: Execution | undefined;
  #reader: PromiseWithResolvers<IteratorResult<never, undefined>> | undefined;

  constructor(private readonly deps: SubscriberDeps) {
    this.#frame = deps.context.extra.frameOf(deps.id);
  }

  /** Whether graphql-ws still has the subscription, i.e. its client has neither completed it nor disconnected. */
  get isSubscribed(): boolean {
    return this.deps.context.subscriptions[this.deps.id] === this;
  }

  /** Sends a JSON result, either now or once the previous one has been sent. */
  offer(payload: string): void {
    this.#waiting = payload;
    if (!this.#sending) this.#send();
  }

  /**
   * Like `offer`, for a result with only the changes since the previous one; a slow subscriber then needs more than the
   * next result.
   */
  offerChange(payload: string): void {
    if (this.#sending) this.#isBehind = true;
    else this.offer(payload);
  }

  /** Ends the subscription on behalf of the service, with or without a failure. */
  end(failure?: Error): void {
    // The buffered result is the last one.
    this.#send();
    if (failure) this.#reader?.reject(failure);
    else this.#reader?.resolve(END);
  }

  /** Called once by graphql-ws after registering the subscription; resolves when it ends. */
  next(): Promise<IteratorResult<never, undefined>> {
    this.#reader = Promise.withResolvers();
    this.#execution = this.deps.join(this);
    return this.#reader.promise;
  }

  /** Called by graphql-ws when the subscriber leaves, whatever the reason. */
  async return(): Promise<IteratorResult<never, undefined>> {
    this.#waiting = undefined;
    this.#execution?.leave(this);
    this.#reader?.resolve(END);
    return END;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #send(): void {
    const payload = this.#waiting;
    if (!payload) return;
    this.#waiting = undefined;
    this.#sending = true;
    void send(this.deps.context.extra.socket, `${this.#frame.head}${payload}${this.#frame.tail}`).then(
      this.#handedOver,
    );
  }

  readonly #handedOver = (): void => {
    this.#sending = false;
    this.#send();
    if (this.#sending || !this.#isBehind) return;
    this.#isBehind = false;
    this.#execution?.catchUp(this);
  };
}
