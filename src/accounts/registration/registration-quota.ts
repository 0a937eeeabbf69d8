import { networksOf } from '../../shared/network.js';
import { Quota } from '../../shared/quota.js';
import { accountMessages } from '../accounts.messages.js';

/** Accounts that can be created from a network: from the narrowest, one address or a /64, to the widest. */
export const REGISTRATIONS_AN_HOUR = [100, 200, 400] as const;
export const REGISTRATIONS_A_DAY = [500, 1000, 2000] as const;

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** What one registration takes: one of an allowance, under the name of a network. */
interface NetworkQuota {
  readonly quota: Quota;
  readonly network: string;
}

/**
 * How many accounts strangers can create (promise 43). A school has many pupils behind one address, so an address has
 * room for a few classes an hour; each wider network has twice as much, so that moving about within one helps nobody.
 */
export class RegistrationQuota {
  readonly #levels = REGISTRATIONS_AN_HOUR.map((anHour, level) => [
    quotaOf(anHour, HOUR_SECONDS),
    quotaOf(REGISTRATIONS_A_DAY[level] ?? anHour, DAY_SECONDS),
  ]);

  /**
   * Counts a registration, then carries it out. One that creates nothing, as when a field is wrong, counts no more.
   *
   * @throws {RateLimited} without an attempt when a network of the address has no room left.
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

  /** The widest network first: once it is full, no more of the many narrow ones in it are remembered. */
  #quotasOf(address: string): NetworkQuota[] {
    return networksOf(address)
      .flatMap((network, level) => (this.#levels[level] ?? []).map((quota) => ({ quota, network })))
      .reverse();
  }
}

function quotaOf(limit: number, seconds: number): Quota {
  return new Quota({ limit, seconds, refusal: accountMessages.tooManyRegistrations });
}
