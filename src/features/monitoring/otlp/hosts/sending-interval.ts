import { INTERVAL_MAX_MS, INTERVAL_MIN_MS } from '../../agent-interval.js';

/** A change of the interval that is smaller than this share of it is not worth noting. */
const CHANGE = 0.2;

/** Number of gaps that are remembered. */
const GAPS = 3;

/** Learns from the times of its samples how often a host sends. */
export class SendingInterval {
  readonly #gaps: number[] = [];
  #beforeMs: number | undefined;
  #ms: number | undefined;

  /** Takes the time of the next sample. */
  note(atMs: number): void {
    const gapMs = atMs - (this.#beforeMs ?? atMs);
    this.#beforeMs = atMs;
    if (gapMs <= 0) return;
    this.#gaps.push(gapMs);
    if (this.#gaps.length > GAPS) this.#gaps.shift();
    const medianMs = this.#gaps.toSorted((a, b) => a - b)[Math.floor((this.#gaps.length - 1) / 2)] ?? gapMs;
    const ms = Math.min(INTERVAL_MAX_MS, Math.max(INTERVAL_MIN_MS, Math.round(medianMs / 1000) * 1000));
    if (this.#ms === undefined || Math.abs(ms - this.#ms) > CHANGE * this.#ms) this.#ms = ms;
  }

  /** Undefined until there were two samples. */
  get ms(): number | undefined {
    return this.#ms;
  }
}
