import type { Message } from '../../i18n/message.js';
import { RateLimited } from '../errors/errors.js';
import type { Allowance, RateLimit, RateLimits } from './rate-limits.js';

interface QuotaDeps extends RateLimit {
  readonly rateLimits: RateLimits;
}

/** Applies a rate limit to each key. */
export class Quota {
  constructor(private readonly deps: QuotaDeps) {}

  /** Takes one call from the key's allowance. @throws {RateLimited} when none is left; nothing is taken then. */
  async take(key: string): Promise<void> {
    await takeAll(this.deps.rateLimits, [{ rateLimit: this.deps, key }]);
  }
}

/**
 * Takes one call from each allowance.
 *
 * @param rejectionText builds the message for a caller who has used one up; a general one by default.
 * @throws {RateLimited} when one of them is used up; nothing is taken then.
 */
export async function takeAll(
  rateLimits: RateLimits,
  allowances: readonly Allowance[],
  rejectionText?: (retryAfterSeconds: number) => Message,
): Promise<void> {
  const retryAfterMs = await rateLimits.take(allowances);
  if (retryAfterMs !== undefined) throw new RateLimited(Math.max(1, Math.ceil(retryAfterMs / 1000)), rejectionText);
}
