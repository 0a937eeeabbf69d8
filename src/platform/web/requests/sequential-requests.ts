import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What a connection may send ahead of its answers. Browsers send nothing ahead. */
const AHEAD_MAX = 20;

interface Queue {
  /** The request that arrived last. */
  last?: IncomingMessage;
  /** What begins each thing that waits for the answers before it. */
  readonly waiting: (() => void)[];
}

/**
 * Answers the requests of a connection one after another. Node begins them all at once: of a client that sends
 * thousands ahead all would be executed, and their memory would outlive the connection. A client that sends more ahead
 * than any browser does is cut off.
 */
export class SequentialRequests {
  /** Of the connections on which a request is being answered. */
  readonly #queues = new WeakMap<Duplex, Queue>();

  constructor(private readonly handler: RequestListener) {}

  /** Answers a request when those before it on its connection are answered. */
  readonly answer: RequestListener = (request, response) => {
    this.#enter(request.socket, () => this.#begin(request, response));
    const queue = this.#queues.get(request.socket);
    if (queue) queue.last = request;
  };

  /**
   * Does what writes to a connection without a request of its own, such as an upgrade, when every request before it is
   * answered; never when the connection ends before.
   */
  afterAnswers(socket: Duplex, action: () => void): void {
    if (!this.#queues.has(socket)) {
      action();
      return;
    }
    // Node has let go of a connection that is to be upgraded: nothing else listens for its errors.
    socket.on('error', () => socket.destroy());
    this.#enter(socket, () => {
      this.#queues.delete(socket);
      action();
    });
  }

  /** Whether what a connection sends belongs to a request that is being answered or waits for that. */
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
