import { availableParallelism } from 'node:os';
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
/** Turns beyond that: their way to the database and back fills the time in which nobody would hash. */
const TURNS_AHEAD = 1;

const WAITING_MAX = 100;
const BUSY_RETRY_SECONDS = 5;

/**
 * Hashes and verifies passwords off the event loop, a bounded number at a time; the rest wait, fairly between the
 * networks they come from, and more than can wait are refused (contract §3, promise 7).
 */
export class PasswordHasher {
  readonly #turns: FairQueue;
  readonly #hashing: FairQueue;
  /** A hash that no password fits, so that who cannot log in costs what who can does. */
  readonly #nobody: Promise<string>;

  constructor(
    private readonly iterations = PASSWORD_ITERATIONS,
    concurrency = JOBS_AT_ONCE,
  ) {
    const retrySeconds = BUSY_RETRY_SECONDS;
    this.#turns = new FairQueue({ concurrency: concurrency + TURNS_AHEAD, waitingMax: WAITING_MAX, retrySeconds });
    this.#hashing = new FairQueue({ concurrency, waitingMax: TURNS_AHEAD, retrySeconds });
    this.#nobody = encodePassword(crypto.randomUUID(), iterations);
  }

  /** Encodes a new password for a caller from `network`. @throws {Busy} when too many wait already. */
  hash(password: string, network: string): Promise<string> {
    return this.inTurn(network, () => this.#hash(() => encodePassword(password, this.iterations)));
  }

  /**
   * Runs a job that will {@link verify} once, when it is the turn of a caller from `network`.
   *
   * @throws {Busy} when too many wait already.
   */
  inTurn<T>(network: string, job: () => Promise<T>): Promise<T> {
    return this.#turns.run(network, job);
  }

  /**
   * Whether the password fits the encoding; with no encoding, or one that no password can fit, the answer is no, after
   * the same time.
   */
  async verify(password: string, encoded: string | undefined): Promise<boolean> {
    const mayFit = encoded !== undefined && isVerifiable(encoded);
    const against = mayFit ? encoded : await this.#nobody;
    const fits = await this.#hash(() => verifyPassword(password, against));
    return fits && mayFit;
  }

  #hash<T>(job: () => Promise<T>): Promise<T> {
    return this.#hashing.run('', job);
  }

  /** Whether an encoding has the number of rounds that new ones have. */
  isCurrent(encoded: string): boolean {
    return iterationsOf(encoded) === this.iterations;
  }
}
