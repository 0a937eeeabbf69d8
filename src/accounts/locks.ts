import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/clock.js';
import { type Page, type PageRequest, pageOf, rowsFor } from '../shared/page.js';
import { FAILURE_LIMIT, lockEnd, oldestThatCounts, secondsLeft } from './lock-terms.js';
import { LoginPlace } from './login-place.entity.js';

/** A name and an address that are locked out. */
export interface LockedPair {
  /** As it is compared: see `usernameKey`. */
  readonly username: string;
  readonly address: string;
  /** By the wall clock. */
  readonly lockedUntil: Date;
  /** By the steady clock, which decides. */
  readonly secondsLeft: number;
}

/** When the lock began, in milliseconds of the steady clock; name; address. */
export type LockKey = readonly [number, string, string];

/** Without its last place no pair is locked. */
const LAST_SLOT = FAILURE_LIMIT - 1;

/** The locks that the staff can see and open (contract §3, lockout). */
export class Locks {
  constructor(private readonly parts: { readonly em: UnitOfWork; readonly clock: Clock }) {}

  /** A page of what is locked, the newest lock first. */
  async page(request: PageRequest<LockKey>): Promise<Page<LockedPair>> {
    const places = await this.parts.em
      .fork()
      .find(
        LoginPlace,
        { slot: LAST_SLOT, since: { $gt: this.#oldest() }, ...(request.after && behind(request.after)) },
        { orderBy: { since: 'desc', usernameKey: 'asc', address: 'asc' }, limit: rowsFor(request) },
      );
    const page = pageOf(places, request.first, ({ since, usernameKey, address }) => [
      since.getTime(),
      usernameKey,
      address,
    ]);
    return { ...page, items: await this.#locked(page.items) };
  }

  /** Those pairs whose five places are all taken by failures. */
  async #locked(last: readonly LoginPlace[]): Promise<LockedPair[]> {
    const { em, clock } = this.parts;
    const names = [...new Set(last.map(({ usernameKey }) => usernameKey))];
    const since = { $gt: this.#oldest() };
    const places = await em.fork().find(LoginPlace, { usernameKey: { $in: names }, since });
    const now = clock.steady();
    return last.flatMap(({ usernameKey, address }) => {
      const own = places.filter((place) => place.usernameKey === usernameKey && place.address === address);
      const until = own.length < FAILURE_LIMIT ? undefined : lockEnd(own, now);
      if (!until) return [];
      const ms = until.getTime() - now.getTime();
      const lockedUntil = new Date(clock.now().getTime() + ms);
      return [{ username: usernameKey, address, lockedUntil, secondsLeft: secondsLeft(until, now) }];
    });
  }

  #oldest(): Date {
    return oldestThatCounts(this.parts.clock.steady());
  }
}

function behind([sinceMs, usernameKey, address]: LockKey) {
  const since = new Date(sinceMs);
  return {
    $and: [
      { since: { $lte: since } },
      {
        $or: [
          { since: { $lt: since } },
          { usernameKey: { $gt: usernameKey } },
          { usernameKey, address: { $gt: address } },
        ],
      },
    ],
  };
}
