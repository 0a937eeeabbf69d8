import type { WebSocket } from 'ws';

/** Number of beats between pings of a connection, i.e. every 12 seconds (promise 23). */
const PERIOD_BEATS = 12;

/** Interval for calling {@link Heartbeat.beat}. */
export const BEAT_MS = 1000;

/**
 * Pings every connection once per cycle and terminates those that have not answered the previous ping. A single timer
 * pings them in groups to avoid pinging thousands at the same time.
 */
export class Heartbeat {
  readonly #turns = Array.from({ length: PERIOD_BEATS }, () => new Set<WebSocket>());
  readonly #unanswered = new WeakSet<WebSocket>();
  #beats = 0;

  watch(socket: WebSocket): void {
    const turn = this.#chooseTurn();
    turn.add(socket);
    socket.once('close', () => turn.delete(socket));
    socket.on('pong', () => this.#unanswered.delete(socket));
  }

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
