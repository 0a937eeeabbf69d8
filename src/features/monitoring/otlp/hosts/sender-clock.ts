import { clockOffsetMinutes } from '../../agents/clock-offset.js';

/** A newest point that is further in the future means that the clock is ahead. */
export const AHEAD_MAX_MS = 45_000;

/** A newest point that is older has been held back by the sender, or its clock is behind. */
const HELD_BACK_MS = 60_000;

/** Two requests in a row whose newest points are as old as each other, to within this, mean that the clock is behind. */
const STEADY_MS = 5000;

const MINUTE_MS = 60_000;

/** The error of a sender's clock, and what is added to its times. */
export interface SenderTimes {
  /** Positive if the clock is ahead; null if it seems to be right. */
  readonly skewMs: number | null;
  readonly offsetMs: number;
}

/**
 * Finds out how wrong the clock of a sender is. OTLP does not tell when a request was sent, so points that are old may
 * have waited for a connection: then their age shrinks from request to request, while that of a wrong clock stays.
 */
export class SenderClock {
  #ageMs = 0;
  #heardMs = Number.NEGATIVE_INFINITY;
  #offsetMinutes = 0;

  /**
   * Takes the time of a request's newest point.
   *
   * @param steadyMs when it arrived, by a clock that is never set.
   */
  next(newestMs: number, arrivedMs: number, steadyMs: number): SenderTimes {
    const ageMs = arrivedMs - newestMs;
    const isSteady = Math.abs(ageMs - this.#ageMs) <= STEADY_MS && steadyMs - this.#heardMs >= 1000;
    this.#ageMs = ageMs;
    this.#heardMs = steadyMs;
    if (ageMs < -AHEAD_MAX_MS || (ageMs > HELD_BACK_MS && isSteady)) {
      this.#offsetMinutes = clockOffsetMinutes(-ageMs, this.#offsetMinutes);
      return { skewMs: -ageMs, offsetMs: this.#offsetMinutes * MINUTE_MS };
    }
    this.#offsetMinutes = 0;
    return { skewMs: ageMs < 0 ? -ageMs : null, offsetMs: 0 };
  }
}
