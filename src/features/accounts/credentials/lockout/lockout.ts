import type { UnitOfWork } from '../../../../platform/db/database.js';
import { networkOf } from '../../../../shared/addresses/network.js';
import { KeyedMutex } from '../../../../shared/concurrency/keyed-mutex.js';
import { Busy } from '../../../../shared/errors/errors.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { LockedOut } from '../../accounts.errors.js';
import { secondsLeft } from './lockout-rules.js';
import { LoginAttemptSlots, type RecordFailure, type SlotsToFree } from './login-attempt-slots.js';
import { atAddress, computeHash, type LoginPair, type PairsOfDisplayName, type PairsOfName } from './login-pair.js';
import { PendingAttempts } from './pending-attempts.js';

const BUSY_RETRY_SECONDS = 5;

/** Poll interval, and maximum number of polls, while another process is checking an attempt. */
const POLL_MS = 100;
const POLLS_MAX = 10;

/**
 * Retry interval, and maximum number of retries, for freeing a slot; after that, it would count as a failure anyway.
 */
const FREE_RETRY_MS = 200;
const FREE_TRIES_MAX = 300;

interface LockoutDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

/** A slot, a lock, or pending attempts to wait for; attempts in another process have no promise. */
type Verdict =
  | { readonly slot: number }
  | { readonly lockedUntil: Date }
  | { readonly settled: Promise<void> | undefined };

interface AttemptOutcome<T> {
  readonly frees: boolean;
  readonly write: () => Promise<T>;
}

/**
 * The lockout (contract 3): a username and an address share five slots, and each password check takes one before it
 * begins. A success frees its own slot and the slots of all failures. A failure keeps its slot for ten minutes; the
 * fifth failure extends the other four to the same time, which is the lock. Slots are rows of a table, so a restart
 * loses none and no two attempts can take the same one, even in different processes. Uses steady time, so changing the
 * clock unlocks nothing. See decisions 005 and 043.
 */
export class Lockout {
  readonly #mutex = new KeyedMutex();
  readonly #pending = new PendingAttempts();
  readonly #slots: LoginAttemptSlots;

  constructor(private readonly deps: LockoutDeps) {
    this.#slots = new LoginAttemptSlots(deps);
  }

  /**
   * Runs a password check in a slot of the pair.
   *
   * @param check returns null for a failure. An exception does not count as a failure and frees the slot.
   * @param recordFailure records a failure, and whether it locks the pair, in the transaction that counts it, since a
   * second commit would almost double the cost of a failed login. Returns a function to call after the commit.
   * @returns the result of the check.
   * @throws {LockedOut} while the pair is locked, without running the check, and for the failure that locks it.
   * @throws {Busy} when attempts in another process stay pending for seconds.
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
    const write = () => this.#slots.fail({ pair, slot, recordFailure });
    const lockedUntil = await this.#writeOutcome(pair, { frees: false, write });
    if (lockedUntil) throw this.#lockedOut(lockedUntil, { isNew: true });
    return null;
  }

  /**
   * Deletes all of a name's failures, and thereby its locks, at one address or at all of them. Must be called in a
   * transaction.
   *
   * @returns the affected addresses.
   */
  unlock({ usernameKey, address }: PairsOfName, em: UnitOfWork): Promise<string[]> {
    return this.#slots.forget({ $and: [{ usernameHash: computeHash(usernameKey) }, atAddress(address)] }, em);
  }

  /** Like {@link unlock}, for a name as displayed in the list of locks, which may be truncated. */
  unlockDisplayName({ displayName: username, address }: PairsOfDisplayName, em: UnitOfWork): Promise<string[]> {
    return this.#slots.forget({ $and: [{ username }, atAddress(address)] }, em);
  }

  /**
   * Cleans up at startup on SQLite, where this is the database's only process. Attempts that the previous run left
   * pending become failures, and timestamps in the future, which remain if the clock was set back, become the current
   * time. Does nothing on PostgreSQL, where pending attempts may belong to other processes and all share the database's
   * clock.
   */
  recover(): Promise<void> {
    return this.#slots.recover();
  }

  /** Deletes expired failures in batches. */
  prune(): Promise<void> {
    return this.#slots.prune();
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

  async #tryToTake(pair: LoginPair, key: string): Promise<Verdict> {
    const taken = await this.#slots.take(pair);
    if (taken === 'undecided') return { settled: this.#pending.whenSettled(key) };
    if ('slot' in taken) this.#pending.begin(key);
    return taken;
  }

  async #free(pair: LoginPair, which: SlotsToFree): Promise<void> {
    const write = () => this.#slots.free(pair, which);
    try {
      await this.#writeOutcome(pair, { frees: true, write });
    } catch (error) {
      void this.#freeLater(write);
      throw error;
    }
  }

  /** Retries, because a locked database must not turn a check that did not fail into a failure. */
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

  /** Writes the outcome of an attempt and wakes the attempts waiting for it. */
  #writeOutcome<T>(pair: LoginPair, { frees, write }: AttemptOutcome<T>): Promise<T> {
    const key = keyOf(pair);
    return this.#mutex.run(key, async () => {
      try {
        return await write();
      } finally {
        this.#pending.end(key, { frees });
      }
    });
  }

  #lockedOut(until: Date, { isNew = false } = {}): LockedOut {
    return new LockedOut(secondsLeft(until, this.deps.clock.steady()), isNew);
  }
}

/** Unambiguous because a name's key never contains a line feed. */
function keyOf({ usernameKey, address }: LoginPair): string {
  return `${usernameKey}\n${networkOf(address)}`;
}
