import { networksOf } from './network.js';

/**
 * The networks that have as many places as they may.
 *
 * @param taken the addresses that have a place, each as often as it has one.
 * @param limits places for a network, the narrowest first: see {@link networksOf}.
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

/** Whether a network of an address has as many places as it may: then there is none for the address. */
export function isNetworkFull(address: string, taken: Iterable<string>, limits: readonly number[]): boolean {
  const full = fullNetworks(taken, limits);
  return networksOf(address).some((network) => full.has(network));
}
