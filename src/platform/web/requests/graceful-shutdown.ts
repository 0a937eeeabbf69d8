import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** The listener is closed when nothing has arrived for so long, or after the longest time in which something has. */
const QUIET_MS = 80;
const QUIET_WITHIN_MS = 1500;

/** How many connections the kernel keeps for Node to accept. Node accepts one in each turn of its event loop. */
const BACKLOG = 511;

interface Connection {
  /** To the request that arrived on it last; undefined before the first one. */
  response: ServerResponse | undefined;
}

/**
 * Ends an HTTP server without losing what clients have sent (promise 37). A closed listener resets the connections that
 * Node has not accepted yet, and an idle connection that is closed takes a request on its way with it. So the server goes
 * on accepting for a short time, and each answer announces that the connection ends.
 */
export class GracefulShutdown {
  readonly #connections = new Map<Socket, Connection>();
  /** Connections and requests so far. */
  #arrivals = 0;
  #stopping = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.#accept(socket));
    // Before the handler, which may answer at once.
    server.prependListener('request', (request, response) => this.#begin(request, response));
    server.prependListener('checkExpectation', (request, response) => this.#begin(request, response));
    server.on('upgrade', ({ socket }) => this.#connections.delete(socket));
  }

  /**
   * Takes what still arrives for a short time, then nothing any more. Resolves when the listener is closed; `drained` does
   * when the last connection has ended, WebSockets included.
   */
  async stopAccepting(): Promise<{ readonly drained: Promise<void> }> {
    this.#stopping = true;
    for (const { response } of this.#connections.values()) if (response) endConnectionWith(response);
    await this.#untilQuiet();
    await this.#untilBacklogIsEmpty();
    const drained = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // A keep-alive connection ends once the answer that was under way has gone.
    this.server.keepAliveTimeout = 1;
    void this.#endSilentConnections();
    return { drained };
  }

  #accept(socket: Socket): void {
    this.#arrivals += 1;
    this.#connections.set(socket, { response: undefined });
    socket.once('close', () => this.#connections.delete(socket));
  }

  #begin({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#arrivals += 1;
    const connection = this.#connections.get(socket);
    if (!connection) return;
    const before = connection.response;
    connection.response = response;
    if (!this.#stopping) return;
    // Of several requests sent ahead, the connection ends with the answer to the last.
    if (before && !before.headersSent) before.removeHeader('Connection');
    endConnectionWith(response);
  }

  async #untilQuiet(): Promise<void> {
    const latest = performance.now() + QUIET_WITHIN_MS;
    for (let before = -1; before !== this.#arrivals && performance.now() < latest; ) {
      before = this.#arrivals;
      await setTimeout(QUIET_MS);
      // When something else has kept the event loop busy, the timer is over before anything could arrive.
      await setImmediate();
    }
  }

  /**
   * Resolves right after Node has polled for arrivals and found none. It has slept before, so the system is unlikely to
   * suspend it between that and what comes next.
   */
  async #untilBacklogIsEmpty(): Promise<void> {
    for (let before = -1, turns = 0; before !== this.#arrivals && turns < BACKLOG; turns += 1) {
      await setTimeout(1);
      before = this.#arrivals;
      await setImmediate();
    }
  }

  /** Browsers open connections ahead of need: one on which nothing was sent must not be waited for. */
  async #endSilentConnections(): Promise<void> {
    await setTimeout(QUIET_MS, undefined, { ref: false });
    await setImmediate();
    for (const socket of this.#connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }
}

function endConnectionWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
