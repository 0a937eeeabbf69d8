import { floorTo, MINUTE_MS } from './chunk-table.js';
import type { StoredSample } from './stored-sample.js';

/** Maximum number of minutes kept while the database cannot be written to; older ones are dropped. */
const MINUTES_MAX = 24 * 60;

/** Samples that have not been stored yet, by the start of their minute. */
export class WaitingSamples {
  readonly #minutes = new Map<number, StoredSample[]>();

  /** The pending minutes, each with the samples added so far. */
  get minutes(): readonly (readonly [startMs: number, samples: readonly StoredSample[]])[] {
    return [...this.#minutes].map(([startMs, samples]) => [startMs, [...samples]]);
  }

  add(sample: StoredSample): void {
    const startMs = floorTo(sample.atMs, MINUTE_MS);
    const minute = this.#minutes.get(startMs);
    if (minute) minute.push(sample);
    else this.#minutes.set(startMs, [sample]);
    const [oldest] = this.#minutes.keys();
    if (this.#minutes.size > MINUTES_MAX && oldest !== undefined) this.#minutes.delete(oldest);
  }

  /** Returns the samples up to `untilMs` of the minute that has waited longest; undefined if there are none. */
  longest(untilMs: number): readonly StoredSample[] | undefined {
    for (const samples of this.#minutes.values()) {
      const due = samples.filter(({ atMs }) => atMs <= untilMs);
      if (due.length > 0) return due;
    }
    return undefined;
  }

  remove(samples: readonly Pick<StoredSample, 'atMs'>[]): void {
    for (const { atMs } of samples) {
      const startMs = floorTo(atMs, MINUTE_MS);
      const rest = this.#minutes.get(startMs)?.filter((one) => one.atMs !== atMs);
      if (rest?.length) this.#minutes.set(startMs, rest);
      else this.#minutes.delete(startMs);
    }
  }
}
