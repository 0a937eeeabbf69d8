import type { WebSocket } from 'ws';

/** How often a connection is pinged, in beats: every 12 seconds (promise 23). */
const PERIOD_BEATS = 12;

/** How often {@link Heartbeat.beat} is to be called. */
export const BEAT_MS = 1000;

/**
 * Pings every connection once per period and terminates one that has not answered the ping before. There is one timer for
 * all of them, and they take turns, so that thousands are not pinged at once.
 */
export class Heartbeat {
  readonly #turns = Array.from({ length: PERIOD_BEATS }, () => new Set<WebSocket>());
  readonly #unanswered = new WeakSet<WebSocket>();
  #beats = 0;

  /** Watches a connection until it closes. */
  watch(socket: WebSocket): void {
    const turn = this.#chooseTurn();
    turn.add(socket);
    socket.once('close', () => turn.delete(socket));
    socket.on('pong', () => this.#unanswered.delete(socket));
  }

  /** Pings the connections whose turn it is. */
  beat(): void {
    for (const socket of this.#turns[this.#beats++ % PERIOD_BEATS] ?? []) {
      if (this.#unanswered.has(socket)) socket.terminate();
      else if (socket.readyState === socket.OPEN) {
        this.#unanswered.add(socket);
        socket.ping();
      }
    }
  }

  #chooseTurn(): Set<WebSocket> {
    return this.#turns.reduce((smallest, turn) => (turn.size < smallest.size ? turn : smallest));
  }
}
