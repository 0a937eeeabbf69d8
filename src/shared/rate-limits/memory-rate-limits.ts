import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, RateLimit, RateLimits } from './rate-limits.js';

/**
 * Counts in memory, for a service with a single process. A restart begins new windows, which is harmless because no
 * client can cause one. Counts are dropped when their window ends.
 */
export class MemoryRateLimits implements RateLimits {
  readonly #limiters = new Map<string, RateLimiterMemory>();

  async take(allowances: readonly Allowance[]): Promise<number | undefined> {
    for (const [index, { rateLimit, key }] of allowances.entries()) {
      try {
        await this.#limiterOf(rateLimit).consume(key);
      } catch (rejection) {
        await this.giveBack(allowances.slice(0, index + 1));
        return (rejection as RateLimiterRes).msBeforeNext;
      }
    }
    return undefined;
  }

  /** Also drops keys whose count is back to zero. */
  async giveBack(allowances: readonly Allowance[]): Promise<void> {
    for (const { rateLimit, key } of allowances) {
      const limiter = this.#limiterOf(rateLimit);
      const { consumedPoints } = await limiter.reward(key);
      if (consumedPoints <= 0) await limiter.delete(key);
    }
  }

  async prune(): Promise<void> {}

  #limiterOf({ name, limit, seconds }: RateLimit): RateLimiterMemory {
    const known = this.#limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterMemory({ points: limit, duration: seconds });
    this.#limiters.set(name, limiter);
    return limiter;
  }
}
