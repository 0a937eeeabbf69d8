import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Message } from '../i18n/message.js';
import { RateLimited } from './errors.js';

interface QuotaDeps {
  /** So many within a window. */
  readonly limit: number;
  /** The length of a window, which begins with the first that is taken. */
  readonly seconds: number;
  /** The message for a caller who has used it up; the usual one when left out. */
  readonly rejectionText?: (retryAfterSeconds: number) => Message;
}

/**
 * An allowance for each key, counted in the memory of this process: counting in the database would let strangers write
 * there. A restart begins a new window, which does not matter: no client can cause one. What is counted is
 * forgotten when its window ends.
 */
export class Quota {
  readonly #limiter: RateLimiterMemory;

  constructor(private readonly deps: QuotaDeps) {
    this.#limiter = new RateLimiterMemory({ points: deps.limit, duration: deps.seconds });
  }

  /** Takes one. @throws {RateLimited} when none is left; nothing is taken then. */
  async take(key: string): Promise<void> {
    try {
      await this.#limiter.consume(key);
    } catch (rejection) {
      await this.giveBack(key);
      const { msBeforeNext } = rejection as RateLimiterRes;
      throw new RateLimited(Math.max(1, Math.ceil(msBeforeNext / 1000)), this.deps.rejectionText);
    }
  }

  /** Gives back one that was taken for nothing. A key of which none is taken is no longer remembered. */
  async giveBack(key: string): Promise<void> {
    const { consumedPoints } = await this.#limiter.reward(key);
    if (consumedPoints <= 0) await this.#limiter.delete(key);
  }
}
