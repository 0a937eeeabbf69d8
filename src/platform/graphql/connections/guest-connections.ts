import { CloseCode } from 'graphql-ws';
import { KeyedLimit } from '../../../shared/concurrency/keyed-limit.js';
import type { Guest } from '../../../shared/identity/guest.js';
import type { LiveSocket } from '../../web/sockets/live-socket.js';
import { NetworkConnections } from '../../web/sockets/network-connections.js';
import { CloseReason, end } from '../../web/sockets/socket-endings.js';

/**
 * Maximum number of connections per guest and node. A tab uses one, and a page that was just left may not have closed
 * its own yet.
 */
const CONNECTIONS_OF_GUEST_MAX = 3;

/**
 * Maximum number of connections of all guests on a node, and of those behind one address. A school has a few hundred
 * pupils online at the same time.
 */
const PLACES = { ofNetworkMax: 1000, max: 10_000 };

/** This process's open guest connections. Guests are not viewers, and are not listed among users' connections. */
export class GuestConnections {
  readonly #guests = new Map<LiveSocket, Guest>();
  readonly #places: NetworkConnections;
  readonly #ofGuest = new KeyedLimit<number>(CONNECTIONS_OF_GUEST_MAX);

  constructor(places: ConstructorParameters<typeof NetworkConnections>[0] = PLACES) {
    this.#places = new NetworkConnections(places);
  }

  /**
   * Adds a connection until it closes.
   *
   * @returns false if the guest, their network, or all guests together have reached the limit.
   */
  add(socket: LiveSocket, guest: Guest, address: string): boolean {
    const leaveGuest = this.#ofGuest.take(guest.participantId);
    if (!leaveGuest) return false;
    const leave = this.#places.add(address, () => end(socket, CloseReason.TRY_AGAIN_LATER, 'Too many connections'));
    if (!leave) {
      leaveGuest();
      return false;
    }
    this.#guests.set(socket, guest);
    socket.once('close', () => {
      leave();
      leaveGuest();
      this.#guests.delete(socket);
    });
    return true;
  }

  /** Returns the guest that opened a connection; undefined for any other caller. */
  lookUpGuest(socket: LiveSocket): Guest | undefined {
    return this.#guests.get(socket);
  }

  /** Closes the connections of guests who no longer have a place in their room. */
  end(isMeant: (guest: Guest) => boolean): void {
    for (const [socket, guest] of this.#guests) {
      if (isMeant(guest)) end(socket, CloseCode.Forbidden, 'Forbidden');
    }
  }
}
