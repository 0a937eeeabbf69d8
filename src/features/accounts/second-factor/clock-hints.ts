import type { RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';

/** Seconds for which a code of another time is remembered. */
const REMEMBERED_SECONDS = 600;

const SEEN: RateLimit = { name: 'codes of another time', limit: 1, seconds: REMEMBERED_SECONDS };

/** Allowed difference in steps between two codes of one device, since people take time to type. */
const SPREAD = [-1, 0, 1];

/** A valid app code of another time step. */
interface CodeOfOtherTime {
  readonly userId: number;
  readonly step: number;
  /** Number of steps by which the code is ahead; negative for a past code. */
  readonly stepsAhead: number;
}

/**
 * Decides whether a user who sent a code of another time may be notified how far their device's clock is off. A past
 * code never becomes valid again, so confirming it helps nobody. A future code will become valid, so a lucky guess must
 * not be confirmed. The hint is therefore given only after two different codes that are ahead by the same amount, which
 * requires knowing the secret.
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
