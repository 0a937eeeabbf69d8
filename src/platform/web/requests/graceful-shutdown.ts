import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';

/** The listener is closed after this long without arrivals, or after the second limit at the latest. */
const QUIET_MS = 80;
const QUIET_WITHIN_MS = 1500;

/** Number of connections that the kernel queues for Node to accept. Node accepts one per turn of its event loop. */
const BACKLOG = 511;

interface Connection {
  /** Response to the latest request on the connection; undefined before the first. */
  response: ServerResponse | undefined;
  /** Bytes received before the first request could begin: those of a TLS handshake. */
  readonly bytesBefore: number;
}

/**
 * Stops an HTTP server without losing data that clients have sent (promise 37). Closing a listener resets the
 * connections that Node has not accepted yet, and closing an idle connection loses a request already on its way. The
 * server therefore keeps accepting for a short time, and each response announces that the connection will end.
 */
export class GracefulShutdown {
  readonly #connections = new Map<Socket, Connection>();
  /** Number of connections and requests so far. */
  #arrivals = 0;
  #stopping = false;

  constructor(private readonly server: Server) {
    // The sockets of requests: with TLS, those that come after the handshake.
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket) => this.#accept(socket));
    // Runs before the handler, which may respond synchronously.
    server.prependListener('request', (request, response) => this.#begin(request, response));
    server.prependListener('checkExpectation', (request, response) => this.#begin(request, response));
    server.on('upgrade', ({ socket }) => this.#connections.delete(socket));
  }

  /**
   * Accepts late arrivals for a short time, then stops. Resolves when the listener is closed; `drained` resolves when
   * the last connection, including WebSockets, has ended.
   */
  async stopAccepting(): Promise<{ readonly drained: Promise<void> }> {
    this.#stopping = true;
    for (const { response } of this.#connections.values()) if (response) endConnectionWith(response);
    await this.#untilQuiet();
    await this.#untilBacklogIsEmpty();
    const drained = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // A keep-alive connection ends once its pending response has been sent.
    this.server.keepAliveTimeout = 1;
    void this.#endSilentConnections();
    return { drained };
  }

  #accept(socket: Socket): void {
    this.#arrivals += 1;
    this.#connections.set(socket, { response: undefined, bytesBefore: socket.bytesRead });
    socket.once('close', () => this.#connections.delete(socket));
  }

  #begin({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#arrivals += 1;
    const connection = this.#connections.get(socket);
    if (!connection) return;
    const before = connection.response;
    connection.response = response;
    if (!this.#stopping) return;
    // With several pipelined requests, the connection ends with the last response.
    if (before && !before.headersSent) before.removeHeader('Connection');
    endConnectionWith(response);
  }

  async #untilQuiet(): Promise<void> {
    const latest = performance.now() + QUIET_WITHIN_MS;
    for (let before = -1; before !== this.#arrivals && performance.now() < latest; ) {
      before = this.#arrivals;
      await setTimeout(QUIET_MS);
      // If other work kept the event loop busy, the timer fires before anything could arrive.
      await setImmediate();
    }
  }

  /**
   * Resolves right after Node has polled for arrivals and found none. It sleeps first, which makes the system unlikely
   * to suspend the process between the poll and the next step.
   */
  async #untilBacklogIsEmpty(): Promise<void> {
    for (let before = -1, turns = 0; before !== this.#arrivals && turns < BACKLOG; turns += 1) {
      await setTimeout(1);
      before = this.#arrivals;
      await setImmediate();
    }
  }

  /**
   * Ends connections on which nothing was sent. Browsers open them ahead of need, and they must not delay the shutdown.
   */
  async #endSilentConnections(): Promise<void> {
    await setTimeout(QUIET_MS, undefined, { ref: false });
    await setImmediate();
    for (const [socket, { bytesBefore }] of this.#connections) if (socket.bytesRead === bytesBefore) socket.destroy();
  }
}

function endConnectionWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
