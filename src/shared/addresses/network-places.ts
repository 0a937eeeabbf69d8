import { networksOf } from './network.js';

/**
 * Returns the networks that have no free places.
 *
 * @param taken the addresses that have a place, each repeated for every place it has.
 * @param limits places per network, narrowest network first: see {@link networksOf}.
 */
export function fullNetworks(taken: Iterable<string>, limits: readonly number[]): ReadonlySet<string> {
  const full = new Set<string>();
  const counts = new Map<string, number>();
  for (const address of taken) {
    for (const [level, network] of networksOf(address).entries()) {
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      if (count >= (limits[level] ?? Number.POSITIVE_INFINITY)) full.add(network);
    }
  }
  return full;
}

/** Whether any of an address's networks has no free place. */
export function isNetworkFull(address: string, taken: Iterable<string>, limits: readonly number[]): boolean {
  const full = fullNetworks(taken, limits);
  return networksOf(address).some((network) => full.has(network));
}
