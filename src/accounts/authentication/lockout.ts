import { type FilterQuery, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { UnitOfWork } from '../../db/database.js';
import { deleteInSlices } from '../../db/delete-in-slices.js';
import type { Clock } from '../../shared/clock.js';
import { Busy } from '../../shared/errors.js';
import { KeyedMutex } from '../../shared/keyed-mutex.js';
import { displayName } from '../../shared/username.js';
import { LockedOut } from '../accounts.errors.js';
import { FAILURE_LIMIT, failureCutoff, lockEnd, secondsLeft } from './lockout-rules.js';
import { LoginAttemptSlot } from './login-attempt-slot.entity.js';
import { hashOf, type LoginPair, type PairsOfDisplayName, type PairsOfName, rowsOf } from './login-pair.js';

const BUSY_RETRY_SECONDS = 5;

/** How often, and how many times, to check whether an attempt that another process is checking has finished. */
const POLL_MS = 100;
const POLLS_MAX = 10;

/** Retries of freeing a slot: they go on until the slot would count as a failure anyway. */
const FREE_RETRY_MS = 200;
const FREE_TRIES_MAX = 300;

interface LockoutDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

/** Attempts of one pair that this process is checking. */
interface PendingAttempts {
  count: number;
  /** Resolves when a slot has become free, or no attempt is pending any more. */
  settled: PromiseWithResolvers<void>;
}

/** What an attempt gets: a slot, a lock, or pending attempts to wait for, which have no promise in another process. */
type Verdict =
  | { readonly slot: number }
  | { readonly lockedUntil: Date }
  | { readonly settled: Promise<void> | undefined };

/** Records a failed attempt in a transaction. @returns a function to call after the commit. */
export type RecordFailure = (unit: UnitOfWork, failure: { readonly locks: boolean }) => Promise<() => void>;

interface FailedAttempt {
  readonly pair: LoginPair;
  readonly slot: number;
  readonly recordFailure: RecordFailure;
}

interface AttemptOutcome<T> {
  /** Whether it frees a slot. */
  readonly frees: boolean;
  readonly write: () => Promise<T>;
}

/**
 * The lockout (contract 3): a name and an address have five slots, and each check of a password takes one before it
 * begins. A success frees its own slot and those of all failures. A failure keeps its slot for ten minutes, and the
 * fifth extends the other four to the same time: that is the lock. Slots are rows of a table, so that a restart loses
 * none and no two attempts can take the same one. The clock's steady time is used, so that setting the clock unlocks
 * nothing.
 */
export class Lockout {
  readonly #mutex = new KeyedMutex();
  readonly #pending = new Map<string, PendingAttempts>();

  constructor(private readonly deps: LockoutDeps) {}

  /**
   * Runs a check of a password in a slot of the pair.
   *
   * @param check returns null for a failure. If it throws, that is not a failure, and the slot is freed.
   * @param recordFailure records a failure, and whether it locks the pair, in the transaction that counts it: commits
   *   are
   *   most of the cost of a failed login, so there is one instead of two. Returns a function to call after the commit.
   * @returns the result of the check.
   * @throws {LockedOut} without a check while the pair is locked, and for the failure that locks it.
   * @throws {Busy} when attempts that another process is checking stay pending for seconds.
   */
  async guard<T>(pair: LoginPair, check: () => Promise<T | null>, recordFailure: RecordFailure): Promise<T | null> {
    const slot = await this.#takeSlot(pair);
    const result = await check().catch(async (error: unknown) => {
      await this.#free(pair, { slot });
      throw error;
    });
    if (result !== null) {
      await this.#free(pair, { $or: [{ slot }, { failed: true }] });
      return result;
    }
    const write = () => this.#fail({ pair, slot, recordFailure });
    const lockedUntil = await this.#writeOutcome(pair, { frees: false, write });
    if (lockedUntil) throw this.#lockedOut(lockedUntil, { isNew: true });
    return null;
  }

  /**
   * Deletes all failures of a name, and with them its locks, at one address or all.
   *
   * @returns the addresses concerned.
   */
  unlock({ usernameKey, address }: PairsOfName, em: UnitOfWork): Promise<string[]> {
    return this.#forget({ usernameHash: hashOf(usernameKey), ...(address !== undefined && { address }) }, em);
  }

  /** As {@link unlock}, for a name as the list of locks displays it, which may be truncated. */
  unlockDisplayName({ displayName: username, address }: PairsOfDisplayName, em: UnitOfWork): Promise<string[]> {
    return this.#forget({ username, ...(address !== undefined && { address }) }, em);
  }

  /**
   * For the start of the only process that checks passwords. Attempts that the last run left pending count as failures,
   * and timestamps in the future, which are there when the clock was set back in between, become those of now.
   */
  async recover(): Promise<void> {
    const em = this.deps.em.fork();
    const now = this.deps.clock.steady();
    await em.nativeUpdate(LoginAttemptSlot, { failed: false }, { failed: true });
    await em.nativeUpdate(LoginAttemptSlot, { since: { $gt: now } }, { since: now });
  }

  /** Removes failures that no longer count, some at a time. */
  async prune(): Promise<void> {
    await deleteInSlices(this.deps, { table: 'login_places', where: 'since <= ?', values: [this.#cutoff()] });
  }

  async #forget(which: FilterQuery<LoginAttemptSlot>, em: UnitOfWork): Promise<string[]> {
    const slots = await em.find(LoginAttemptSlot, which);
    await em.nativeDelete(LoginAttemptSlot, which);
    return [...new Set(slots.map((slot) => slot.address))];
  }

  async #takeSlot(pair: LoginPair): Promise<number> {
    const key = keyOf(pair);
    for (let polls = 0; polls < POLLS_MAX; ) {
      const verdict = await this.#mutex.run(key, () => this.#tryToTake(pair, key));
      if ('slot' in verdict) return verdict.slot;
      if ('lockedUntil' in verdict) throw this.#lockedOut(verdict.lockedUntil);
      if (!verdict.settled) polls += 1;
      await (verdict.settled ?? this.deps.clock.wait(POLL_MS));
    }
    throw new Busy(BUSY_RETRY_SECONDS);
  }

  /**
   * The primary key makes taking a slot atomic: the second of two concurrent attempts fails to insert and tries again.
   */
  async #tryToTake(pair: LoginPair, key: string): Promise<Verdict> {
    const rows = rowsOf(pair);
    for (;;) {
      const live = await this.#liveSlots(pair);
      if (live.length >= FAILURE_LIMIT) {
        const lockedUntil = lockEnd(live, this.deps.clock.steady());
        return lockedUntil ? { lockedUntil } : { settled: this.#pending.get(key)?.settled.promise };
      }
      const taken = new Set(live.map(({ slot }) => slot));
      const slot = [...Array(FAILURE_LIMIT).keys()].find((candidate) => !taken.has(candidate)) as number;
      const em = this.deps.em.fork();
      try {
        const username = displayName(pair.usernameKey);
        await em.insert(LoginAttemptSlot, { ...rows, username, slot, since: this.deps.clock.steady(), failed: false });
        this.#countUp(key);
        return { slot };
      } catch (error) {
        if (!(error instanceof UniqueConstraintViolationException)) throw error;
        // The slot may be occupied by an expired row that is not pruned yet.
        await em.nativeDelete(LoginAttemptSlot, { ...rows, since: { $lte: this.#cutoff() } });
      }
    }
  }

  #liveSlots(pair: LoginPair): Promise<LoginAttemptSlot[]> {
    return this.deps.em.fork().find(LoginAttemptSlot, { ...rowsOf(pair), since: { $gt: this.#cutoff() } });
  }

  /** Counts a failure. @returns until when the pair is locked, if it was the fifth. */
  async #fail({ pair, slot, recordFailure }: FailedAttempt): Promise<Date | undefined> {
    const rows = rowsOf(pair);
    const { until, afterCommit } = await this.deps.em.fork().transactional(async (em) => {
      const now = this.deps.clock.steady();
      await em.nativeUpdate(LoginAttemptSlot, { ...rows, slot }, { failed: true, since: now });
      // Outside the identity map, whose entities would be flushed at the end over the update below.
      const where = { ...rows, since: { $gt: this.#cutoff() } };
      const slots = await em.find(LoginAttemptSlot, where, { disableIdentityMap: true });
      const until = slots.length < FAILURE_LIMIT ? undefined : lockEnd(slots, now);
      // The other four must not expire before the lock does.
      if (until) await em.nativeUpdate(LoginAttemptSlot, rows, { since: now });
      return { until, afterCommit: await recordFailure(em, { locks: until !== undefined }) };
    });
    afterCommit();
    return until;
  }

  async #free(pair: LoginPair, which: object): Promise<void> {
    const write = () => this.deps.em.fork().nativeDelete(LoginAttemptSlot, { ...rowsOf(pair), ...which });
    try {
      await this.#writeOutcome(pair, { frees: true, write });
    } catch (error) {
      void this.#freeLater(write);
      throw error;
    }
  }

  /** A slot whose check was no failure must not become one because the database was locked then. */
  async #freeLater(write: () => Promise<unknown>): Promise<void> {
    for (let tries = 0; tries < FREE_TRIES_MAX; tries += 1) {
      await this.deps.clock.wait(FREE_RETRY_MS);
      const freed = await write().then(
        () => true,
        () => false,
      );
      if (freed) return;
    }
  }

  /** Writes the outcome of an attempt and wakes the attempts that wait for it. */
  #writeOutcome<T>(pair: LoginPair, { frees, write }: AttemptOutcome<T>): Promise<T> {
    const key = keyOf(pair);
    return this.#mutex.run(key, async () => {
      try {
        return await write();
      } finally {
        this.#countDown(key, frees);
      }
    });
  }

  #countUp(key: string): void {
    const pending = this.#pending.get(key) ?? { count: 0, settled: Promise.withResolvers() };
    pending.count += 1;
    this.#pending.set(key, pending);
  }

  #countDown(key: string, frees: boolean): void {
    const pending = this.#pending.get(key);
    if (!pending) return;
    pending.count -= 1;
    if (pending.count > 0 && !frees) return;
    pending.settled.resolve();
    if (pending.count > 0) pending.settled = Promise.withResolvers();
    else this.#pending.delete(key);
  }

  #lockedOut(until: Date, { isNew = false } = {}): LockedOut {
    return new LockedOut(secondsLeft(until, this.deps.clock.steady()), isNew);
  }

  #cutoff(): Date {
    return failureCutoff(this.deps.clock.steady());
  }
}

/** Unambiguous, since the key of a name holds no line feed. */
function keyOf({ usernameKey, address }: LoginPair): string {
  return `${usernameKey}\n${address}`;
}
