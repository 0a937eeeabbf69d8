import { networksOf } from '../../../shared/addresses/network.js';
import { RateLimited } from '../../../shared/errors/errors.js';
import { growingCache } from '../../../shared/growing-cache.js';
import type { RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../../shared/time/clock.js';

const WINDOW_SECONDS = 600;

/**
 * Wrong codes that a network may send in ten minutes, the narrowest network first. A class behind one address mistypes
 * some. A stranger who goes on at this pace meets one of 50 open rooms once in four years.
 */
const WRONG_CODES = [100, 300, 300] as const;

/** Networks that are remembered to have used up what they may. */
const BLOCKED_MAX = 10_000;

interface CodeGuessesDeps {
  readonly rateLimits: RateLimits;
  readonly clock: Pick<Clock, 'steady'>;
}

/**
 * Bounds how many codes strangers can try. Only wrong ones are counted, so that a whole class can join at once from one
 * address; who has used up the wrong ones is refused with a right one too.
 */
export class CodeGuesses {
  /** Until when a network is refused, in milliseconds of the steady clock. */
  readonly #blocked = growingCache<string, number>(BLOCKED_MAX);

  constructor(private readonly deps: CodeGuessesDeps) {}

  /** @throws {RateLimited} when a network of the address has sent too many wrong codes. */
  check(address: string): void {
    const now = this.deps.clock.steady().getTime();
    for (const network of networksOf(address)) {
      const until = this.#blocked.get(network);
      if (until !== undefined && until > now) throw new RateLimited(Math.ceil((until - now) / 1000));
    }
  }

  /** Counts a wrong code. @throws {RateLimited} when it was one too many. */
  async countWrong(address: string): Promise<void> {
    // The widest first: once its share is used up, no counters are made for the many narrow ones within it.
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
