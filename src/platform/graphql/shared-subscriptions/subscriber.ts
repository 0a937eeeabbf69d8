import { MessageType } from 'graphql-ws';
import { send } from '../../web/sockets/send-text.js';
import type { ConnectionContext } from '../connection-context.js';

/** The execution whose results a subscriber gets. */
interface Execution {
  leave(subscriber: Subscriber): void;
  /** Offers what makes up for results that the subscriber has missed. */
  catchUp(subscriber: Subscriber): void;
}

interface SubscriberDeps {
  readonly context: ConnectionContext;
  /** The id that the client gave the subscription. */
  readonly id: string;
  /** Adds the subscriber to the execution that it shares, and returns that. */
  readonly join: (subscriber: Subscriber) => Execution;
}

const END = { value: undefined, done: true } as const;

/**
 * One subscriber of a shared subscription. For graphql-ws it is a stream that yields nothing and lasts as long as the
 * subscription; the results go past graphql-ws, as JSON that was made once for all. A subscriber buffers at most
 * one result, the newest: a slow client misses those in between.
 */
export class Subscriber implements AsyncIterableIterator<never, undefined> {
  readonly #head: string;
  /** What is to be sent once the one before has been handed to the network. */
  #waiting: string | undefined;
  #sending = false;
  /** Whether it has missed a result that those after it do not make up for. */
  #isBehind = false;
  #execution: Execution | undefined;
  #reader: PromiseWithResolvers<IteratorResult<never, undefined>> | undefined;

  constructor(private readonly deps: SubscriberDeps) {
    this.#head = `{"id":${JSON.stringify(deps.id)},"type":"${MessageType.Next}","payload":`;
  }

  /** Whether graphql-ws still knows the subscription: its client has neither completed it nor gone. */
  get isSubscribed(): boolean {
    return this.deps.context.subscriptions[this.deps.id] === this;
  }

  /** Sends a result, given as JSON, now or when the one before is on its way. */
  offer(payload: string): void {
    this.#waiting = payload;
    if (!this.#sending) this.#send();
  }

  /** The same with a result that says only what has changed since the one before: who is slow needs more than the next. */
  offerChange(payload: string): void {
    if (this.#sending) this.#isBehind = true;
    else this.offer(payload);
  }

  /** Ends the subscription from the side of the service, with a failure or without. */
  end(failure?: Error): void {
    // The buffered result is the last there will be.
    this.#send();
    if (failure) this.#reader?.reject(failure);
    else this.#reader?.resolve(END);
  }

  /** Called once by graphql-ws, when it has noted the subscription; answered when that ends. */
  next(): Promise<IteratorResult<never, undefined>> {
    this.#reader = Promise.withResolvers();
    this.#execution = this.deps.join(this);
    return this.#reader.promise;
  }

  /** Called by graphql-ws when the subscriber leaves, whatever way. */
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
    void send(this.deps.context.extra.socket, `${this.#head}${payload}}`).then(this.#handedOver);
  }

  readonly #handedOver = (): void => {
    this.#sending = false;
    this.#send();
    if (this.#sending || !this.#isBehind) return;
    this.#isBehind = false;
    this.#execution?.catchUp(this);
  };
}
