import { availableParallelism } from 'node:os';
import { FairQueue } from '../../../shared/concurrency/fair-queue.js';
import type { QueuePath } from '../../../shared/concurrency/hierarchical-queue.js';
import {
  dummyEncoding,
  encodePassword,
  isVerifiable,
  iterationsOf,
  PASSWORD_ITERATIONS,
  verifyPassword,
} from './password-encoding.js';

/** Concurrent jobs: at most one per core, and two of the four threads of Node's pool stay free for other work. */
const JOBS_AT_ONCE = Math.min(availableParallelism(), 2);
/** Attempts that run beyond that: while one waits for the database, another can hash, so that no core is idle. */
const ATTEMPTS_AHEAD = 1;

const WAITING_MAX = 100;
const BUSY_RETRY_SECONDS = 5;

/**
 * Hashes and verifies passwords off the event loop, a bounded number at a time. The others wait in a queue that is fair
 * between the networks they come from, and are rejected when it is full (contract 3, promise 7).
 */
export class PasswordHasher {
  readonly #attempts: FairQueue;
  readonly #hashing: FairQueue;
  /** It is verified for unknown accounts, so that they take as long as existing ones. */
  readonly #dummyEncoding: string;

  constructor(
    private readonly iterations = PASSWORD_ITERATIONS,
    concurrency = JOBS_AT_ONCE,
  ) {
    const retrySeconds = BUSY_RETRY_SECONDS;
    const attemptsAtOnce = concurrency + ATTEMPTS_AHEAD;
    this.#attempts = new FairQueue({ concurrency: attemptsAtOnce, waitingMax: WAITING_MAX, retrySeconds });
    this.#hashing = new FairQueue({ concurrency, waitingMax: ATTEMPTS_AHEAD, retrySeconds });
    this.#dummyEncoding = dummyEncoding(iterations);
  }

  /** Encodes a new password, queued at `path`. @throws {Busy} when too many wait. */
  hash(password: string, path: QueuePath): Promise<string> {
    return this.inTurn(path, () => this.#hash(() => encodePassword(password, this.iterations)));
  }

  /**
   * Runs a job that calls {@link verify} at most once, when it is the turn of `path`.
   *
   * @throws {Busy} when too many wait.
   */
  inTurn<T>(path: QueuePath, job: () => Promise<T>): Promise<T> {
    return this.#attempts.run(path, job);
  }

  /**
   * Whether a password matches an encoding. Without an encoding, or with one that cannot be verified, it is false after
   * the same time.
   */
  async verify(password: string, encoded: string | undefined): Promise<boolean> {
    const mayFit = encoded !== undefined && isVerifiable(encoded);
    const against = mayFit ? encoded : this.#dummyEncoding;
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
