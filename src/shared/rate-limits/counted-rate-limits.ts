import type { Allowance, RateLimits } from './rate-limits.js';

/** Counts how many calls each rate limit has refused in this process. */
export class CountedRateLimits implements RateLimits {
  readonly #refusals = new Map<string, number>();

  constructor(private readonly rateLimits: RateLimits) {}

  /** Refused calls by limit name. Bounded, since the names are fixed in the code. */
  get refusals(): ReadonlyMap<string, number> {
    return this.#refusals;
  }

  async take(allowances: readonly Allowance[]): Promise<number | undefined> {
    const retryAfterMs = await this.rateLimits.take(allowances);
    if (retryAfterMs === undefined) return undefined;
    const name = allowances[0]?.rateLimit.name ?? '';
    this.#refusals.set(name, (this.#refusals.get(name) ?? 0) + 1);
    return retryAfterMs;
  }

  giveBack(allowances: readonly Allowance[]): Promise<void> {
    return this.rateLimits.giveBack(allowances);
  }

  prune(): Promise<void> {
    return this.rateLimits.prune();
  }
}
