import type { UnitOfWork } from '../../../../platform/db/database.js';
import { cursorOptions, type Page, type PageRequest, pageOfCursor } from '../../../../shared/page.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { staffNames } from '../../users/staff-names.js';
import { FAILURE_LIMIT, failureCutoff, lockEnd, secondsLeft } from './lockout-rules.js';
import { LoginAttemptSlot } from './login-attempt-slot.entity.js';
import { computeHash } from './login-pair.js';

export interface LockedPair {
  /** The name's key, truncated if very long: see `displayName`. */
  readonly username: string;
  /** An IPv4 address, or an IPv6 address's /64. */
  readonly address: string;
  /** Whether the name belongs to a staff account, in which case removing the lock requires reauthentication. */
  readonly isStaff: boolean;
  /** End of the lock in wall-clock time. */
  readonly lockedUntil: Date;
  /** Remaining steady time, which is authoritative. */
  readonly secondsLeft: number;
}

/** Start of the lock in milliseconds of the steady clock, display name, hash of the whole name, and address. */
export type LockKey = readonly [sinceMs: number, username: string, usernameHash: string, address: string];

/** A pair can be locked only if this slot is taken, so this slot identifies the candidates. */
const LAST_SLOT = FAILURE_LIMIT - 1;

/** Lists the locks for staff, who can remove them (contract 3, lockout). */
export class Locks {
  constructor(private readonly deps: { readonly em: UnitOfWork; readonly clock: Clock }) {}

  /** Returns a page of the locked pairs, newest lock first. */
  async page(request: PageRequest<LockKey>): Promise<Page<LockedPair>> {
    const found = await this.deps.em.fork().findByCursor(LoginAttemptSlot, {
      where: { slot: LAST_SLOT, since: { $gt: this.#cutoff() } },
      orderBy: { since: 'desc', username: 'asc', usernameHash: 'asc', address: 'asc' },
      ...cursorOptions(request, slotOf),
      includeCount: false,
    });
    const page = pageOfCursor(found, ({ since, username, usernameHash, address }) => [
      since.getTime(),
      username,
      usernameHash,
      address,
    ]);
    const locked = await this.#locked(page.items);
    return {
      ...page,
      items: locked.filter((pair) => pair !== undefined),
      keys: page.keys.filter((_key, index) => locked[index] !== undefined),
    };
  }

  /** Returns the pair of each slot; undefined if its five slots are not all occupied by failures. */
  async #locked(lastSlots: readonly LoginAttemptSlot[]): Promise<(LockedPair | undefined)[]> {
    const { em, clock } = this.deps;
    const hashes = [...new Set(lastSlots.map(({ usernameHash }) => usernameHash))];
    const since = { $gt: this.#cutoff() };
    const slots = await em.fork().find(LoginAttemptSlot, { usernameHash: { $in: hashes }, since });
    const staffHashes = new Set((await staffNames(em.fork())).map(computeHash));
    const now = clock.steady();
    return lastSlots.map(({ username, usernameHash, address }) => {
      const own = slots.filter((slot) => slot.usernameHash === usernameHash && slot.address === address);
      const until = own.length < FAILURE_LIMIT ? undefined : lockEnd(own, now);
      if (!until) return undefined;
      const ms = until.getTime() - now.getTime();
      const lockedUntil = new Date(clock.now().getTime() + ms);
      const isStaff = staffHashes.has(usernameHash);
      return { username, address, isStaff, lockedUntil, secondsLeft: secondsLeft(until, now) };
    });
  }

  #cutoff(): Date {
    return failureCutoff(this.deps.clock.steady());
  }
}

function slotOf([sinceMs, username, usernameHash, address]: LockKey) {
  return { since: new Date(sinceMs), username, usernameHash, address };
}
