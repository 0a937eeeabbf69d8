import type { RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';

/** For how long a code of another time is remembered. */
const REMEMBERED_SECONDS = 600;

const SEEN: RateLimit = { name: 'codes of another time', limit: 1, seconds: REMEMBERED_SECONDS };

/** The steps by which two codes of one device may lie apart: people take some time to type. */
const SPREAD = [-1, 0, 1];

/** A code of an app that is right at another time. */
interface CodeOfOtherTime {
  readonly userId: number;
  /** Its step of time. */
  readonly step: number;
  /** By how many steps it is ahead; negative for one of the past. */
  readonly stepsAhead: number;
}

/**
 * Decides whether whoever sent a code of another time is told by how much the clock of their device is off. A code of the
 * past never counts again, so to know that it was right helps nobody. One of the future will count: a guess that hits it
 * must not be told from others. So it takes two different codes that are ahead by the same, which only the secret gives.
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
