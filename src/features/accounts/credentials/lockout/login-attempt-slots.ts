import { type FilterQuery, LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { UnitOfWork } from '../../../../platform/db/database.js';
import { deleteInSlices } from '../../../../platform/db/delete-in-slices.js';
import { dialectOf } from '../../../../platform/db/dialect.js';
import { displayName } from '../../../../shared/identity/username.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { FAILURE_LIMIT, failureCutoff, lockEnd, pendingCutoff } from './lockout-rules.js';
import { LoginAttemptSlot } from './login-attempt-slot.entity.js';
import { type LoginPair, rowsOf } from './login-pair.js';

/** Result of taking a slot: a free slot, a lock, or `undecided` if all slots are taken and some are still pending. */
export type Taken = { readonly slot: number } | { readonly lockedUntil: Date } | 'undecided';

/** Records a failed attempt in a transaction. @returns a function to call after the commit. */
export type RecordFailure = (unit: UnitOfWork, failure: { readonly locks: boolean }) => Promise<() => void>;

export interface FailedAttempt {
  readonly pair: LoginPair;
  readonly slot: number;
  readonly recordFailure: RecordFailure;
}

/** One slot, or one slot plus those of all failures. */
export type SlotsToFree = { readonly slot: number } | { readonly $or: [{ slot: number }, { failed: true }] };

interface LoginAttemptSlotsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

/**
 * The rows of the login attempt slots. Every decision on an attempt first locks the rows of its pair, so decisions on
 * the same pair are serialised across processes and exactly one failure is the fifth.
 */
export class LoginAttemptSlots {
  constructor(private readonly deps: LoginAttemptSlotsDeps) {}

  /**
   * Takes a free slot of a pair. The primary key makes this atomic: of two concurrent attempts, the second fails to
   * insert its row and retries.
   */
  async take(pair: LoginPair): Promise<Taken> {
    const { em: root, clock } = this.deps;
    const rows = rowsOf(pair);
    for (;;) {
      const em = root.fork();
      const live = await em.find(LoginAttemptSlot, this.#liveRows(pair));
      if (live.length >= FAILURE_LIMIT) {
        const lockedUntil = lockEnd(live, clock.steady());
        return lockedUntil ? { lockedUntil } : 'undecided';
      }
      const taken = new Set(live.map(({ slot }) => slot));
      const slot = [...Array(FAILURE_LIMIT).keys()].find((candidate) => !taken.has(candidate)) as number;
      try {
        const username = displayName(pair.usernameKey);
        await em.insert(LoginAttemptSlot, { ...rows, username, slot, since: clock.steady(), failed: false });
        return { slot };
      } catch (error) {
        if (!(error instanceof UniqueConstraintViolationException)) throw error;
        // The slot may be occupied by an expired row that has not been pruned yet.
        await em.nativeDelete(LoginAttemptSlot, { ...rows, slot, since: { $lte: this.#cutoff() } });
      }
    }
  }

  /** Counts a failure. @returns the end of the lock, if this was the fifth failure. */
  async fail({ pair, slot, recordFailure }: FailedAttempt): Promise<Date | undefined> {
    const rows = rowsOf(pair);
    const { until, afterCommit } = await this.deps.em.fork().transactional(async (unit) => {
      const live = await lockRows(unit, this.#liveRows(pair));
      const now = this.deps.clock.steady();
      const failure = { failed: true, since: now };
      await unit.nativeUpdate(LoginAttemptSlot, { ...rows, slot }, failure);
      const slots = live.map((other) => (other.slot === slot ? failure : other));
      const until = slots.length < FAILURE_LIMIT ? undefined : lockEnd(slots, now);
      // The other four must not expire before the lock does. An interrupted check counts as a failure from now on.
      if (until) await unit.nativeUpdate(LoginAttemptSlot, rows, failure);
      return { until, afterCommit: await recordFailure(unit, { locks: until !== undefined }) };
    });
    afterCommit();
    return until;
  }

  free(pair: LoginPair, which: SlotsToFree): Promise<number> {
    const em = this.deps.em.fork();
    // SQLite has only one writer, so no lock is needed, and one statement takes half as long as a transaction.
    if (dialectOf(em) === 'sqlite') return em.nativeDelete(LoginAttemptSlot, { ...rowsOf(pair), ...which });
    return em.transactional(async (unit) => {
      await lockRows(unit, this.#liveRows(pair));
      return unit.nativeDelete(LoginAttemptSlot, { ...this.#liveRows(pair), ...which });
    });
  }

  /**
   * Frees the slots of the matching failures, in the caller's transaction. Pending attempts keep their slots; otherwise
   * another attempt could take one, and two attempts would share it.
   *
   * @returns the affected addresses.
   */
  async forget(which: FilterQuery<LoginAttemptSlot>, unit: UnitOfWork): Promise<string[]> {
    const cutoff = pendingCutoff(this.deps.clock.steady());
    const slots = await lockRows(unit, which);
    const decided = { $or: [{ failed: true }, { since: { $lte: cutoff } }] };
    await unit.nativeDelete(LoginAttemptSlot, { $and: [which, decided] } as FilterQuery<LoginAttemptSlot>);
    const forgotten = slots.filter(({ failed, since }) => failed || since <= cutoff);
    return [...new Set(forgotten.map(({ address }) => address))];
  }

  /** See `Lockout.recover`. */
  async recover(): Promise<void> {
    const em = this.deps.em.fork();
    if (dialectOf(em) === 'postgresql') return;
    const now = this.deps.clock.steady();
    await em.nativeUpdate(LoginAttemptSlot, { failed: false }, { failed: true });
    await em.nativeUpdate(LoginAttemptSlot, { since: { $gt: now } }, { since: now });
  }

  /** Deletes expired failures in batches. */
  async prune(): Promise<void> {
    await deleteInSlices(this.deps, { table: 'login_places', where: 'since <= ?', values: [this.#cutoff()] });
  }

  /**
   * Selects a pair's rows that still count. Expired rows are not locked either, since they may be pruned in any order.
   */
  #liveRows(pair: LoginPair) {
    return { ...rowsOf(pair), since: { $gt: this.#cutoff() } };
  }

  #cutoff(): Date {
    return failureCutoff(this.deps.clock.steady());
  }
}

/**
 * Locks rows until the end of the transaction, always in key order, since transactions that lock the same rows in
 * different orders could deadlock.
 *
 * @returns the rows, read outside the identity map, which would flush them over later updates when the transaction
 * ends.
 */
function lockRows(unit: UnitOfWork, which: FilterQuery<LoginAttemptSlot>): Promise<LoginAttemptSlot[]> {
  return unit.find(LoginAttemptSlot, which, {
    orderBy: { usernameHash: 'asc', address: 'asc', slot: 'asc' },
    lockMode: LockMode.PESSIMISTIC_WRITE,
    disableIdentityMap: true,
  });
}
