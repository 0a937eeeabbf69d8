import { type Context, MessageType } from 'graphql-ws';
import { textFrame } from './text-frame.js';
import { handOver, type PeerExtra } from './web-socket-peer.js';

/** A connection as graphql-ws hands it over, with what was sent at `connection_init`. */
export type LiveContext = Context<Record<string, unknown>, PeerExtra>;

/** What a seat is one of. */
interface Room {
  leave(seat: Seat): void;
}

interface SeatParts {
  readonly context: LiveContext;
  /** The id that the client gave the subscription. */
  readonly id: string;
  /** Takes the seat and says where. */
  readonly enter: (seat: Seat) => Room;
}

const END = { value: undefined, done: true } as const;
const CLOSING_BRACE = Buffer.from('}');

/**
 * One subscriber's place in a shared subscription. For graphql-ws it is a stream that yields nothing and lasts as long
 * as the subscription; the results go past graphql-ws, as bytes that were made once for all. A seat holds at most one
 * result back, the newest: who is slow to take them misses what was in between.
 */
export class Seat implements AsyncIterableIterator<never, undefined> {
  readonly #head: Buffer;
  /** What is to be sent once the one before has been handed to the network. */
  #waiting: Buffer | undefined;
  #sending = false;
  #room: Room | undefined;
  #reader: PromiseWithResolvers<IteratorResult<never, undefined>> | undefined;

  constructor(private readonly parts: SeatParts) {
    this.#head = Buffer.from(`{"id":${JSON.stringify(parts.id)},"type":"${MessageType.Next}","payload":`);
  }

  /** Whether graphql-ws still knows the subscription: its client has neither completed it nor gone. */
  get isTaken(): boolean {
    return this.parts.context.subscriptions[this.parts.id] === this;
  }

  /** Sends a result, given as JSON, now or when the one before is on its way. */
  offer(payload: Buffer): void {
    this.#waiting = payload;
    if (!this.#sending) this.#send();
  }

  /** Ends the subscription from the side of the service, with a failure or without. */
  end(failure?: Error): void {
    // What is held back is the last there will be.
    this.#send();
    if (failure) this.#reader?.reject(failure);
    else this.#reader?.resolve(END);
  }

  /** Called once by graphql-ws, when it has noted the subscription; answered when that ends. */
  next(): Promise<IteratorResult<never, undefined>> {
    this.#reader = Promise.withResolvers();
    this.#room = this.parts.enter(this);
    return this.#reader.promise;
  }

  /** Called by graphql-ws when the subscriber leaves, whatever way. */
  async return(): Promise<IteratorResult<never, undefined>> {
    this.#waiting = undefined;
    this.#room?.leave(this);
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
    handOver(this.parts.context.extra, textFrame([this.#head, payload, CLOSING_BRACE]), this.#handedOver);
  }

  readonly #handedOver = (): void => {
    this.#sending = false;
    this.#send();
  };
}
