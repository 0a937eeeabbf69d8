import type { RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';

/** Time for which a code from another time is remembered. */
const REMEMBERED_SECONDS = 600;

const SEEN: RateLimit = { name: 'codes of another time', limit: 1, seconds: REMEMBERED_SECONDS };

/** Allowed difference in steps between two codes of one device: people take some time to type. */
const SPREAD = [-1, 0, 1];

/** A valid app code of another time step. */
interface CodeOfOtherTime {
  readonly userId: number;
  readonly step: number;
  /** Steps by which it is ahead; negative for a code of the past. */
  readonly stepsAhead: number;
}

/**
 * Decides whether a user who sent a code of another time may be told how far their device's clock is off. A code of the
 * past never becomes valid again, so confirming it helps nobody. A code of the future will become valid: a lucky guess
 * must not be confirmed. It therefore takes two different codes that are ahead by the same amount, which requires the
 * secret.
 */
export class ClockHints {
  constructor(private readonly rateLimits: RateLimits) {}

  async isDue({ userId, step, stepsAhead }: CodeOfOtherTime): Promise<boolean> {
    if (stepsAhead < 0) return true;
    if (await this.#wasSeen(`${userId} step ${step}`)) return false;
    const near = SPREAD.map((spread) => ({ rateLimit: SEEN, key: `${userId} ahead ${stepsAhead + spread}` }));
    return (await this.rateLimits.take(near)) !== undefined;
  }

  async #wasSeen(key: string): Promise<boolean> {
    return (await this.rateLimits.take([{ rateLimit: SEEN, key }])) !== undefined;
  }
}
