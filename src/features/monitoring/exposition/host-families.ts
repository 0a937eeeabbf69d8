import type { HostSeries } from './host-series.js';

/** A source of hosts' families under node_exporter's names: this machine, agents, or scraped targets. */
export interface HostFamilies {
  /**
   * Returns the present series of those of the hosts that this source has; empty series for a host that has families
   * and does not tell them at present. Resolves within about a second, whatever hangs.
   *
   * @param hosts numbers of hosts.
   */
  read(hosts: readonly number[]): Promise<ReadonlyMap<number, HostSeries>>;
}

/** Puts several sources together; of two that have a host, the first counts. */
export function combineHostFamilies(sources: readonly HostFamilies[]): HostFamilies {
  return {
    async read(hosts) {
      const found = await Promise.all(sources.map((source) => source.read(hosts)));
      return new Map(found.toReversed().flatMap((series) => [...series]));
    },
  };
}
