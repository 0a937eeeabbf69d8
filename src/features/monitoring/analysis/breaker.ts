import type { Clock } from '../../../shared/time/clock.js';

/** Failures in a row after which no call is made. */
const FAILURES_MAX = 5;

const PAUSE_SECONDS = 30;

/**
 * Keeps calls from something that keeps failing (promise 36): after five failures in a row none for 30 s, then one that
 * decides whether they go on.
 */
export class Breaker {
  #failures = 0;
  #resumesAt = 0;

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  /** Whether a call may be made now. The caller must report its outcome later. */
  admits(): boolean {
    if (this.#failures < FAILURES_MAX) return true;
    if (this.clock.steady().getTime() < this.#resumesAt) return false;
    this.#resumesAt = Number.POSITIVE_INFINITY;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    this.#resumesAt = this.clock.steady().getTime() + PAUSE_SECONDS * 1000;
  }
}
