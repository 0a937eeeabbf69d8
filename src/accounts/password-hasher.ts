import { availableParallelism } from 'node:os';
import { Busy } from '../shared/errors.js';
import { encodePassword, PASSWORD_ITERATIONS, verifyPassword } from './password-encoding.js';

/** Jobs at a time: at most one a core, and two of the four threads of Node's pool stay free for other work. */
const JOBS_AT_ONCE = Math.min(availableParallelism(), 2);
const WAITING_MAX = 100;
const BUSY_RETRY_SECONDS = 5;

/**
 * Hashes and verifies passwords off the event loop, a bounded number at a time; the rest wait in order, and more
 * than can wait are refused (contract §3).
 */
export class PasswordHasher {
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** A hash that no password fits, so that an unknown user costs what a known one does. */
  readonly #nobody: Promise<string>;

  constructor(
    private readonly iterations = PASSWORD_ITERATIONS,
    private readonly concurrency = JOBS_AT_ONCE,
  ) {
    this.#nobody = encodePassword(crypto.randomUUID(), iterations);
  }

  /** Encodes a new password. @throws {Busy} when too many wait already. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => encodePassword(password, this.iterations));
  }

  /**
   * Whether the password fits the encoding; with no encoding the answer is no, after the same time.
   *
   * @throws {Busy} when too many wait already.
   */
  async verify(password: string, encoded: string | undefined): Promise<boolean> {
    const nobody = await this.#nobody;
    const fits = await this.#inTurn(() => verifyPassword(password, encoded ?? nobody));
    return fits && encoded !== undefined;
  }

  async #inTurn<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.concurrency) {
      if (this.#waiting.length >= WAITING_MAX) throw new Busy(BUSY_RETRY_SECONDS);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await job();
    } finally {
      // The place goes straight to the next in line, or is given up.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
