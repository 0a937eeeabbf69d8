import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { KeyedLimit } from '../../shared/concurrency/keyed-limit.js';
import type { Guest } from '../../shared/identity/guest.js';
import { end } from './socket-endings.js';

/** Connections that a guest may have at a node: a tab has one, and a page that was left may not have closed its own yet. */
const CONNECTIONS_OF_GUEST_MAX = 3;

/** The connections of guests that are open in this process. They are no viewers, and are not listed among those of users. */
export class GuestConnections {
  readonly #guests = new Map<WebSocket, Guest>();
  readonly #ofGuest = new KeyedLimit<number>(CONNECTIONS_OF_GUEST_MAX);

  /** Adds a connection until it closes. @returns false when the guest has as many as there may be. */
  add(socket: WebSocket, guest: Guest): boolean {
    const leave = this.#ofGuest.take(guest.participantId);
    if (!leave) return false;
    this.#guests.set(socket, guest);
    socket.once('close', () => {
      leave();
      this.#guests.delete(socket);
    });
    return true;
  }

  /** Who opened a connection; undefined for everybody who is no guest. */
  guestOf(socket: WebSocket): Guest | undefined {
    return this.#guests.get(socket);
  }

  /** Closes the connections of some guests, who have no place in their room any more. */
  end(isMeant: (guest: Guest) => boolean): void {
    for (const [socket, guest] of this.#guests) {
      if (isMeant(guest)) end(socket, CloseCode.Forbidden, 'Forbidden');
    }
  }
}
