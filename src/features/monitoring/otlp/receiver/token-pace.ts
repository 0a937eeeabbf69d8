import { growingCache } from '../../../../shared/growing-cache.js';
import { TokenBucket } from '../../../../shared/rate-limits/token-bucket.js';
import type { OtlpSender } from '../otlp-receiver.js';

/**
 * Requests of a token at one time, and the time until another is taken. A host may send each group of metrics in a
 * request of its own; a collector may pass on the requests of each of its hosts.
 */
export const OTLP_PACES = {
  host: { most: 60, refillMs: 1000 },
  collector: { most: 600, refillMs: 50 },
} as const;

/** Twice the number of hosts. */
const TOKENS_MAX = 2000;

/** Limits how often each known token may send (promise 57). */
export class TokenPaces {
  readonly #buckets = growingCache<string, TokenBucket>(TOKENS_MAX);

  has(tokenHash: string): boolean {
    return this.#buckets.has(tokenHash);
  }

  /** Counts a request. @returns the seconds until the next one is taken; undefined if this one is. */
  take(tokenHash: string, { kind }: OtlpSender, nowMs: number): number | undefined {
    const bucket = this.#buckets.get(tokenHash) ?? new TokenBucket(OTLP_PACES[kind]);
    this.#buckets.set(tokenHash, bucket);
    return bucket.take(nowMs) ? undefined : Math.max(1, Math.ceil(bucket.waitMs(nowMs) / 1000));
  }
}
