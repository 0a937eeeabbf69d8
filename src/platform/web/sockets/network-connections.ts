import { nestedNetworksOf, networkOf } from '../../../shared/addresses/network.js';
import { HierarchicalQueue } from '../../../shared/concurrency/hierarchical-queue.js';
import { KeyedLimit } from '../../../shared/concurrency/keyed-limit.js';

interface NetworkConnectionsDeps {
  /** Limit per IPv4 address or IPv6 /64; unlimited if omitted. */
  readonly ofNetworkMax?: number;
  /** Limit across all networks. */
  readonly max: number;
}

/**
 * Connections of one kind, e.g. those not yet authenticated. When the limit is reached, the newest connection of the
 * network with the most gives way, searching from the widest networks down, so a client with a whole /48 of addresses
 * cannot keep others out (promises 23, 44).
 */
export class NetworkConnections {
  readonly #ofNetwork: KeyedLimit<string>;
  /** Callbacks that each end a connection. */
  readonly #all = new HierarchicalQueue<() => void>();

  constructor(private readonly deps: NetworkConnectionsDeps) {
    this.#ofNetwork = new KeyedLimit(deps.ofNetworkMax ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Adds a connection.
   *
   * @param end ends the connection if it has to give way later.
   * @param countedAs key that replaces its narrowest network; defaults to the network of the address. A whole school
   * may be behind one address, so callers with a genuine credential are counted by that credential.
   * @returns a function that removes the connection, once even if called repeatedly; undefined if the connection must
   * be rejected.
   */
  add(address: string, end: () => void, countedAs = networkOf(address)): (() => void) | undefined {
    const leaveNetwork = this.#ofNetwork.take(countedAs);
    if (!leaveNetwork) return undefined;
    const path = nestedNetworksOf(address);
    if (this.#all.size >= this.deps.max) {
      const endAnother = this.#all.dropFor(path);
      if (!endAnother) {
        leaveNetwork();
        return undefined;
      }
      endAnother();
    }
    const leave = this.#all.enqueue(path, end);
    return () => {
      leave();
      leaveNetwork();
    };
  }
}
