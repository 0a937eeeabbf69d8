import { growingCache } from '../../../shared/growing-cache.js';
import { TokenBucket } from '../../../shared/rate-limits/token-bucket.js';
import { INTERVAL_MIN_MS } from './protocol/protocol.js';

/** Burst of connections accepted per token, and the time until another one is accepted. */
export const CONNECTIONS_AT_ONCE = 10;
const CONNECTION_MS = 5000;

/**
 * Burst of samples accepted: more than an agent sends after its connection has stalled for as long as the heartbeat
 * allows. After that, slightly more than one a second, since no agent's clock runs exactly like the hub's.
 */
export const SAMPLES_AT_ONCE = 30;
const SAMPLE_EVERY_MS = 0.9 * INTERVAL_MIN_MS;

/**
 * Burst of minutes accepted: more than a day's worth, so that an agent can catch up on an outage as fast as it can
 * send. After that, one every ten seconds, which covers each new minute plus a few resent after a lost connection.
 */
export const MINUTES_AT_ONCE = 1500;
const MINUTE_EVERY_MS = 10_000;

/** Twice the host limit, to leave room for replaced tokens. */
const TOKENS_MAX = 2000;

/** Rate limits for a token's agent, across all of its connections (promise 57). */
export interface HostPace {
  readonly connections: TokenBucket;
  readonly samples: TokenBucket;
  readonly minutes: TokenBucket;
}

/** Rate limits by token hash, for all valid tokens seen since the start. Strangers cannot add any. */
export class HostPaces {
  readonly #paces = growingCache<string, HostPace>(TOKENS_MAX);

  /** Returns undefined for a token that is unknown or has not been seen yet. */
  find(tokenHash: string): HostPace | undefined {
    return this.#paces.get(tokenHash);
  }

  /** Returns the rate limits of a token that is known to belong to a host. */
  of(tokenHash: string): HostPace {
    const known = this.#paces.get(tokenHash);
    if (known) return known;
    const pace = {
      connections: new TokenBucket({ most: CONNECTIONS_AT_ONCE, refillMs: CONNECTION_MS }),
      samples: new TokenBucket({ most: SAMPLES_AT_ONCE, refillMs: SAMPLE_EVERY_MS }),
      minutes: new TokenBucket({ most: MINUTES_AT_ONCE, refillMs: MINUTE_EVERY_MS }),
    };
    this.#paces.set(tokenHash, pace);
    return pace;
  }
}
