import type { Clock } from '../../../shared/time/clock.js';

/** Consecutive failures after which calls are blocked. */
const FAILURES_MAX = 5;

const PAUSE_SECONDS = 30;

/**
 * Circuit breaker (promise 36). After five consecutive failures, it blocks calls for 30 s; one trial call then decides
 * whether they resume.
 */
export class Breaker {
  #failures = 0;
  #resumesAt = 0;

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  /** Whether a call may be made now. If so, the caller must report its outcome later. */
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
