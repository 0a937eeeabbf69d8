import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Number of requests that a connection may pipeline. Browsers send none ahead. */
const AHEAD_MAX = 20;

interface Queue {
  /** The latest request. */
  last?: IncomingMessage;
  /** Callbacks that start each item waiting for the responses before it. */
  readonly waiting: (() => void)[];
}

/**
 * Answers the requests of a connection one after another. Node starts them all immediately: with a client that
 * pipelines thousands, all would be executed, and their memory would outlive the connection. A client that pipelines
 * more than any browser does is cut off.
 */
export class SequentialRequests {
  /** Only connections on which a request is being answered. */
  readonly #queues = new WeakMap<Duplex, Queue>();

  constructor(private readonly handler: RequestListener) {}

  /** Answers a request after those before it on its connection. */
  readonly answer: RequestListener = (request, response) => {
    this.#enter(request.socket, () => this.#begin(request, response));
    const queue = this.#queues.get(request.socket);
    if (queue) queue.last = request;
  };

  /**
   * Runs an action that writes to a connection without a request of its own, such as an upgrade, after every earlier
   * request is answered; never if the connection ends first.
   */
  afterAnswers(socket: Duplex, action: () => void): void {
    if (!this.#queues.has(socket)) {
      action();
      return;
    }
    // Node has detached from a connection being upgraded, so nothing else listens for its errors.
    socket.on('error', () => socket.destroy());
    this.#enter(socket, () => {
      this.#queues.delete(socket);
      action();
    });
  }

  /** Whether incoming data of a connection belongs to a request that is being answered or queued. */
  isWithinRequest(socket: Duplex): boolean {
    return this.#queues.get(socket)?.last?.complete === false;
  }

  #enter(socket: Duplex, begin: () => void): void {
    const queue = this.#queues.get(socket);
    if (!queue) {
      this.#queues.set(socket, { waiting: [] });
      begin();
    } else if (queue.waiting.length >= AHEAD_MAX) socket.destroy();
    else queue.waiting.push(begin);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    response.on('close', () => {
      const next = socket.destroyed ? undefined : this.#queues.get(socket)?.waiting.shift();
      if (next) next();
      else this.#queues.delete(socket);
    });
    this.handler(request, response);
  }
}
