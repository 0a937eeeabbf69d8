import { type Message, message } from '../../../i18n/message.js';
import { networksOf } from '../../../shared/addresses/network.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { Allowance, RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import { durationText } from '../../../shared/time/duration-text.js';

/** Maximum accounts created from each network, from the narrowest (one address or a /64) to the widest. */
export const REGISTRATIONS_AN_HOUR = [100, 200, 400] as const;
export const REGISTRATIONS_A_DAY = [500, 1000, 2000] as const;

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Hourly and daily limits for each network level. */
const LEVELS: readonly (readonly RateLimit[])[] = REGISTRATIONS_AN_HOUR.map((anHour, level) => [
  { name: `registrations of an hour, level ${level}`, limit: anHour, seconds: HOUR_SECONDS },
  { name: `registrations of a day, level ${level}`, limit: REGISTRATIONS_A_DAY[level] ?? anHour, seconds: DAY_SECONDS },
]);

/**
 * Limits how many accounts visitors can create (promise 43). Many pupils of a school share one address, so an address
 * may register a few classes an hour. Each wider network may register only twice as many, so changing addresses within
 * it gains little.
 */
export class RegistrationQuota {
  constructor(private readonly rateLimits: RateLimits) {}

  /**
   * Counts a registration, then runs it. If it creates nothing, e.g. because a field is invalid, reverts the count.
   *
   * @throws {RateLimited} before the registration is attempted, if one of the address's networks has used up its quota.
   */
  async during<T>(address: string, register: () => Promise<T>): Promise<T> {
    const allowances = listAllowances(address);
    await takeAll(this.rateLimits, allowances, rejectionText);
    try {
      return await register();
    } catch (error) {
      // If the database is unavailable, the count stays, which is better than hiding why the registration failed.
      await this.rateLimits.giveBack(allowances).catch(() => {});
      throw error;
    }
  }
}

/**
 * Lists the widest network first, so that once its quota is used up, no counters are created for the many narrow ones
 * within it.
 */
function listAllowances(address: string): Allowance[] {
  return networksOf(address)
    .flatMap((key, level) => (LEVELS[level] ?? []).map((rateLimit) => ({ rateLimit, key })))
    .reverse();
}

function rejectionText(retryAfterSeconds: number): Message {
  return message('accounts.tooManyRegistrations', { duration: durationText(retryAfterSeconds) });
}
