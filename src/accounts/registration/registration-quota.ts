import { type Message, message } from '../../i18n/message.js';
import { durationText } from '../../shared/duration-text.js';
import { networksOf } from '../../shared/network.js';
import { Quota } from '../../shared/quota.js';

/** How many accounts can be created from a network: first the narrowest, one address or a /64, last the widest. */
export const REGISTRATIONS_AN_HOUR = [100, 200, 400] as const;
export const REGISTRATIONS_A_DAY = [500, 1000, 2000] as const;

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** A quota that a registration counts against, and the network whose share of it is used. */
interface NetworkQuota {
  readonly quota: Quota;
  readonly network: string;
}

/**
 * Limits how many accounts visitors can create (promise 43). A school has many pupils behind one address, so an address
 * may register a few classes an hour; each wider network may register only twice as many, so that changing addresses
 * within it gains little.
 */
export class RegistrationQuota {
  readonly #levels = REGISTRATIONS_AN_HOUR.map((anHour, level) => [
    quotaOf(anHour, HOUR_SECONDS),
    quotaOf(REGISTRATIONS_A_DAY[level] ?? anHour, DAY_SECONDS),
  ]);

  /**
   * Counts a registration, then carries it out. If it creates nothing, for example because a field is invalid, the
   * count is taken back.
   *
   * @throws {RateLimited} before the registration is tried, when a network of the address has used up its quota.
   */
  async during<T>(address: string, register: () => Promise<T>): Promise<T> {
    const taken: NetworkQuota[] = [];
    try {
      for (const networkQuota of this.#quotasOf(address)) {
        await networkQuota.quota.take(networkQuota.network);
        taken.push(networkQuota);
      }
      return await register();
    } catch (error) {
      for (const { quota, network } of taken) await quota.giveBack(network);
      throw error;
    }
  }

  /**
   * The widest network first: once its quota is used up, no counters are created for the many narrow ones within it.
   */
  #quotasOf(address: string): NetworkQuota[] {
    return networksOf(address)
      .flatMap((network, level) => (this.#levels[level] ?? []).map((quota) => ({ quota, network })))
      .reverse();
  }
}

function quotaOf(limit: number, seconds: number): Quota {
  return new Quota({ limit, seconds, rejectionText });
}

function rejectionText(retryAfterSeconds: number): Message {
  return message('accounts.tooManyRegistrations', { duration: durationText(retryAfterSeconds) });
}
