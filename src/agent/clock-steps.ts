import { MINUTE_MS } from '../features/monitoring/agents/protocol/protocol.js';
import type { Clock } from '../shared/time/clock.js';

/**
 * Minutes are shifted once the clock is off by this much. The hub tolerates the same difference before correcting the
 * agent's times.
 */
const STEP_MS = 45_000;

/** Detects changes to the system clock by comparing it with the steady clock. */
export class ClockSteps {
  #offMs: number;

  constructor(private readonly clock: Pick<Clock, 'now' | 'steady'>) {
    this.#offMs = this.#presentMs();
  }

  /** Returns the whole minutes by which the clock has been set since the last reported change; 0 if it hasn't been. */
  look(): number {
    const stepMs = this.#presentMs() - this.#offMs;
    if (Math.abs(stepMs) <= STEP_MS) return 0;
    const minutes = Math.round(stepMs / MINUTE_MS);
    this.#offMs += minutes * MINUTE_MS;
    return minutes;
  }

  #presentMs(): number {
    return this.clock.now().getTime() - this.clock.steady().getTime();
  }
}
