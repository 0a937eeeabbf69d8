import { growingCache } from '../../../shared/growing-cache.js';
import { TokenBucket } from '../../../shared/rate-limits/token-bucket.js';
import { INTERVAL_MIN_MS } from './protocol/protocol.js';

/** Connections with one token that are accepted at once, and the time in which another may follow. */
export const CONNECTIONS_AT_ONCE = 10;
const CONNECTION_MS = 5000;

/**
 * Samples that may arrive at once: more than an agent sends while its connection stands still, before the heartbeat ends
 * it. Beyond them a few more than one a second, as no clock of an agent runs as the hub's does.
 */
export const SAMPLES_AT_ONCE = 30;
const SAMPLE_EVERY_MS = 0.9 * INTERVAL_MIN_MS;

/**
 * Minutes that are taken at once, more than a day has: an agent catches up on an outage as fast as it can send. Beyond
 * them one in ten seconds; a minute has one, and a few are sent again after a connection was cut.
 */
export const MINUTES_AT_ONCE = 1500;
const MINUTE_EVERY_MS = 10_000;

/** Twice as many as there may be hosts: tokens are replaced. */
const TOKENS_MAX = 2000;

/** How much the agent with one token may send, over all its connections (promise 57). */
export interface HostPace {
  readonly connections: TokenBucket;
  readonly samples: TokenBucket;
  readonly minutes: TokenBucket;
}

/** The paces of all tokens that were found to be a host's since the start, by their hashes. No stranger adds to them. */
export class HostPaces {
  readonly #paces = growingCache<string, HostPace>(TOKENS_MAX);

  /** Undefined for a token that has not been seen or was not known. */
  find(tokenHash: string): HostPace | undefined {
    return this.#paces.get(tokenHash);
  }

  /** The pace of a token that is known to be a host's. */
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
