import { nestedNetworksOf, networkOf } from '../../../shared/addresses/network.js';
import { HierarchicalQueue } from '../../../shared/concurrency/hierarchical-queue.js';
import { KeyedLimit } from '../../../shared/concurrency/keyed-limit.js';

interface NetworkConnectionsDeps {
  /** How many an IPv4 address, or a /64 of IPv6, may have; any number when left out. */
  readonly ofNetworkMax?: number;
  /** How many there may be in all. */
  readonly max: number;
}

/**
 * Connections of one kind, such as those that have not authenticated yet. When there are as many as there may be, the newest
 * of the network that has most gives way, searched from the widest networks on: a client that has a whole /48 of
 * addresses keeps no other out (promises 23, 44).
 */
export class NetworkConnections {
  readonly #ofNetwork: KeyedLimit<string>;
  /** What ends each of them. */
  readonly #all = new HierarchicalQueue<() => void>();

  constructor(private readonly deps: NetworkConnectionsDeps) {
    this.#ofNetwork = new KeyedLimit(deps.ofNetworkMax ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Counts a connection in.
   *
   * @param end ends it, when it has to give way later.
   * @param countedAs what stands for its narrowest network; the network of the address when left out. A whole school may
   *   be behind one address: whoever shows a genuine credential is counted by that.
   * @returns what counts it out, once however often it is called; undefined when it must be rejected.
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
