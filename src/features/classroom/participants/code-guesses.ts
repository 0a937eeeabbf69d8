import { networksOf } from '../../../shared/addresses/network.js';
import { RateLimited } from '../../../shared/errors/errors.js';
import { growingCache } from '../../../shared/growing-cache.js';
import type { RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../../shared/time/clock.js';

const WINDOW_SECONDS = 600;

/**
 * Maximum wrong codes per network in ten minutes, narrowest network first. A class that shares one address will mistype
 * some; at this pace, a stranger would find one of 50 open rooms about once in four years.
 */
const WRONG_CODES = [100, 300, 300] as const;

/** Maximum number of networks remembered as blocked. */
const BLOCKED_MAX = 10_000;

interface CodeGuessesDeps {
  readonly rateLimits: RateLimits;
  readonly clock: Pick<Clock, 'steady'>;
}

/**
 * Limits how many codes strangers can try. Only wrong codes count, so a whole class can join simultaneously from one
 * address. A caller that has exhausted the limit is refused even with a correct code.
 */
export class CodeGuesses {
  /** Time until which each network is refused, in milliseconds of the steady clock. */
  readonly #blocked = growingCache<string, number>(BLOCKED_MAX);

  constructor(private readonly deps: CodeGuessesDeps) {}

  /**
   * Checks whether an address may try a code. @throws {RateLimited} if one of its networks has sent too many wrong
   * codes.
   */
  check(address: string): void {
    const now = this.deps.clock.steady().getTime();
    for (const network of networksOf(address)) {
      const until = this.#blocked.get(network);
      if (until !== undefined && until > now) throw new RateLimited(Math.ceil((until - now) / 1000));
    }
  }

  /** Counts a wrong code. @throws {RateLimited} if it exceeds the limit. */
  async countWrong(address: string): Promise<void> {
    // Starts with the widest network, so that once its limit is reached, no counters are created for the many narrow
    // ones within it.
    for (const [level, network] of [...networksOf(address).entries()].reverse()) {
      const retryAfterMs = await this.deps.rateLimits.take([{ rateLimit: rateLimitOf(level), key: network }]);
      if (retryAfterMs === undefined) continue;
      this.#blocked.set(network, this.deps.clock.steady().getTime() + retryAfterMs);
      this.check(address);
    }
  }
}

function rateLimitOf(level: number): RateLimit {
  const limit = WRONG_CODES[level] ?? WRONG_CODES[0];
  return { name: `room codes ${limit}`, limit, seconds: WINDOW_SECONDS };
}
