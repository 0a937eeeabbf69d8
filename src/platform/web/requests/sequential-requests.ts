import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Number of requests that a connection may pipeline. Browsers don't pipeline any. */
const AHEAD_MAX = 20;

interface Queue {
  /** The latest request on the connection. */
  last?: IncomingMessage;
  /** Callbacks that start each of the items waiting for earlier responses. */
  readonly waiting: (() => void)[];
}

/**
 * Answers a connection's requests one after another. Node would start them all immediately, so if a client pipelined
 * thousands, all of them would be executed, and their memory would outlive the connection. A client that pipelines more
 * than any browser does is disconnected.
 */
export class SequentialRequests {
  /** Contains only connections on which a request is being answered. */
  readonly #queues = new WeakMap<Duplex, Queue>();

  constructor(private readonly handler: RequestListener) {}

  /** Answers a request after the earlier ones on its connection. */
  readonly answer: RequestListener = (request, response) => {
    this.#enter(request.socket, () => this.#begin(request, response));
    const queue = this.#queues.get(request.socket);
    if (queue) queue.last = request;
  };

  /**
   * Runs an action that writes to a connection without a request, e.g. an upgrade, after every earlier request is
   * answered; never if the connection ends first.
   */
  afterAnswers(socket: Duplex, action: () => void): void {
    if (!this.#queues.has(socket)) {
      action();
      return;
    }
    // Node has detached from a connection that is being upgraded, so nothing else listens for its errors.
    socket.on('error', () => socket.destroy());
    this.#enter(socket, () => {
      this.#queues.delete(socket);
      action();
    });
  }

  /** Whether a connection's incoming data belongs to a request that is being answered or queued. */
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
