import { networksOf } from '../addresses/network.js';
import type { Allowance, RateLimit } from './rate-limits.js';

/** Creates limits for the networks of an address, narrowest first. */
export function networkLimits(name: string, limits: readonly number[], seconds: number): RateLimit[] {
  return limits.map((limit, level) => ({ name: `${name}, level ${level}`, limit, seconds }));
}

/**
 * Returns the allowances of an address's networks, widest first. Once a wide network's allowance is used up, no
 * counters are created for the many narrow networks within it.
 */
export function networkAllowances(limits: readonly RateLimit[], address: string): Allowance[] {
  return networksOf(address)
    .flatMap((key, level) => {
      const rateLimit = limits[level];
      return rateLimit ? [{ rateLimit, key }] : [];
    })
    .reverse();
}
