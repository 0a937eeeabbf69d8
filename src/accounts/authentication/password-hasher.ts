import { availableParallelism } from 'node:os';
import type { QueuePath } from '../../shared/hierarchical-queue.js';
import { FairQueue } from './fair-queue.js';
import {
  encodePassword,
  isVerifiable,
  iterationsOf,
  PASSWORD_ITERATIONS,
  verifyPassword,
} from './password-encoding.js';

/** Jobs at a time: at most one a core, and two of the four threads of Node's pool stay free for other work. */
const JOBS_AT_ONCE = Math.min(availableParallelism(), 2);
/** Attempts beyond that which have begun: their way to the database and back fills the time in which nobody would hash. */
const ATTEMPTS_AHEAD = 1;

const WAITING_MAX = 100;
const BUSY_RETRY_SECONDS = 5;

/**
 * Hashes and verifies passwords off the event loop, a bounded number at a time; the rest wait, fairly between the
 * networks they come from, and more than can wait are refused (contract 3, promise 7).
 */
export class PasswordHasher {
  readonly #attempts: FairQueue;
  readonly #hashing: FairQueue;
  /** A hash that no password fits, so that who cannot log in costs what who can does. */
  readonly #dummyEncoding: Promise<string>;

  constructor(
    private readonly iterations = PASSWORD_ITERATIONS,
    concurrency = JOBS_AT_ONCE,
  ) {
    const retrySeconds = BUSY_RETRY_SECONDS;
    const attemptsAtOnce = concurrency + ATTEMPTS_AHEAD;
    this.#attempts = new FairQueue({ concurrency: attemptsAtOnce, waitingMax: WAITING_MAX, retrySeconds });
    this.#hashing = new FairQueue({ concurrency, waitingMax: ATTEMPTS_AHEAD, retrySeconds });
    this.#dummyEncoding = encodePassword(crypto.randomUUID(), iterations);
  }

  /** Encodes a new password for a caller who waits at `path`. @throws {Busy} when too many wait. */
  hash(password: string, path: QueuePath): Promise<string> {
    return this.inTurn(path, () => this.#hash(() => encodePassword(password, this.iterations)));
  }

  /**
   * Runs a job that will {@link verify} once at most, when it is the turn of a caller who waits at `path`.
   *
   * @throws {Busy} when too many wait.
   */
  inTurn<T>(path: QueuePath, job: () => Promise<T>): Promise<T> {
    return this.#attempts.run(path, job);
  }

  /**
   * Whether the password fits the encoding; with no encoding, or one that no password can fit, the answer is no, after
   * the same time.
   */
  async verify(password: string, encoded: string | undefined): Promise<boolean> {
    const mayFit = encoded !== undefined && isVerifiable(encoded);
    const against = mayFit ? encoded : await this.#dummyEncoding;
    const fits = await this.#hash(() => verifyPassword(password, against));
    return fits && mayFit;
  }

  #hash<T>(job: () => Promise<T>): Promise<T> {
    return this.#hashing.run([], job);
  }

  /** Whether an encoding has the number of rounds that new ones have. */
  isCurrent(encoded: string): boolean {
    return iterationsOf(encoded) === this.iterations;
  }
}
