import { availableParallelism } from 'node:os';
import { FairQueue } from '../../../shared/concurrency/fair-queue.js';
import type { QueuePath } from '../../../shared/concurrency/hierarchical-queue.js';
import {
  dummyEncoding,
  encodePassword,
  isVerifiable,
  PASSWORD_ITERATIONS,
  parseIterations,
  verifyPassword,
} from './password-encoding.js';

/**
 * Limits concurrent jobs: at most one per core, and two of the four threads of Node's pool stay free for other work.
 */
const JOBS_AT_ONCE = Math.min(availableParallelism(), 2);
/** Attempts beyond that limit: while one waits for the database, another can hash, which keeps every core busy. */
const ATTEMPTS_AHEAD = 1;

const WAITING_MAX = 100;
const BUSY_RETRY_SECONDS = 5;

/**
 * Hashes and verifies passwords off the event loop, with bounded concurrency. Other jobs wait in a queue that is fair
 * between networks, and are rejected when it is full (contract 3, promise 7).
 */
export class PasswordHasher {
  readonly #attempts: FairQueue;
  readonly #hashing: FairQueue;
  /** Verified for unknown accounts, which must take as long as existing ones. */
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

  /** Encodes a new password, queued at `path`. @throws {Busy} when the queue is full. */
  hash(password: string, path: QueuePath): Promise<string> {
    return this.inTurn(path, () => this.#hash(() => encodePassword(password, this.iterations)));
  }

  /**
   * Runs a job that calls {@link verify} at most once, when it is the turn of `path`.
   *
   * @throws {Busy} when the queue is full.
   */
  inTurn<T>(path: QueuePath, job: () => Promise<T>): Promise<T> {
    return this.#attempts.run(path, job);
  }

  /**
   * Whether a password matches an encoding. Without an encoding, or with one that cannot be verified, returns false
   * after the same time.
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

  /** Whether an encoding has the current number of rounds. */
  isCurrent(encoded: string): boolean {
    return parseIterations(encoded) === this.iterations;
  }
}
