import { MINUTE_MS } from '../features/monitoring/agents/protocol/protocol.js';
import type { Clock } from '../shared/time/clock.js';

/** From so much on minutes are moved. The hub allows clocks as much to differ before it corrects the agent's times. */
const STEP_MS = 45_000;

/** Notices when the clock of the machine is set: against the time that has passed since it was started. */
export class ClockSteps {
  #offMs: number;

  constructor(private readonly clock: Pick<Clock, 'now' | 'steady'>) {
    this.#offMs = this.#presentMs();
  }

  /** By how many whole minutes the clock was set since the last call that told of some; 0 when it was not. */
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
