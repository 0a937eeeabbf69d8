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

/** Limits concurrent jobs to one per core, and to two of the four threads of Node's pool to leave the others free. */
const JOBS_AT_ONCE = Math.min(availableParallelism(), 2);
/**
 * Attempts admitted beyond that limit: while one waits for the database, another can hash, so every core stays busy.
 */
const ATTEMPTS_AHEAD = 1;

const WAITING_MAX = 100;
const BUSY_RETRY_SECONDS = 5;

/**
 * Hashes and verifies passwords off the event loop, with bounded concurrency. Other jobs wait in a queue that is fair
 * between networks; when it is full, they are rejected (contract 3, promise 7).
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
   * Runs a job when it is `path`'s turn. The job may call {@link verify} at most once.
   *
   * @throws {Busy} if the queue is full.
   */
  inTurn<T>(path: QueuePath, job: () => Promise<T>): Promise<T> {
    return this.#attempts.run(path, job);
  }

  /**
   * Whether a password matches an encoding. If the encoding is missing or cannot be verified, returns false after the
   * same amount of time.
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
