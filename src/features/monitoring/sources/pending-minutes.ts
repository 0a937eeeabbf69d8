import { floorTo, MINUTE_MS } from '../history/chunk-table.js';
import type { StoredSample } from '../history/stored-sample.js';

/** Minutes kept of one host while the database is unavailable. */
const MINUTES_MAX = 60;

/** Samples taken of one minute: more than one a second would not fit into the history. */
const SAMPLES_MAX = 60;

/** Samples after the end of a minute may still belong to it for this long. */
const LATE_MS = 3000;

/** A minute with its samples, in order. */
export interface PendingMinute {
  readonly startMs: number;
  readonly samples: readonly StoredSample[];
}

/** The samples of one host that are not in the history yet, by minute. */
export class PendingMinutes {
  readonly #minutes = new Map<number, StoredSample[]>();

  get isEmpty(): boolean {
    return this.#minutes.size === 0;
  }

  /** Adds a sample, unless there is one of that moment already or its minute is full. */
  add(sample: StoredSample): void {
    const startMs = floorTo(sample.atMs, MINUTE_MS);
    const samples = this.#minutes.get(startMs) ?? [];
    if (samples.length >= SAMPLES_MAX) return;
    const place = samples.findLastIndex(({ atMs }) => atMs <= sample.atMs);
    if (samples[place]?.atMs === sample.atMs) return;
    samples.splice(place + 1, 0, sample);
    this.#minutes.set(startMs, samples);
    if (this.#minutes.size > MINUTES_MAX) this.#minutes.delete(Math.min(...this.#minutes.keys()));
  }

  /** Removes and returns the minutes that are over. */
  takeOver(nowMs: number): readonly PendingMinute[] {
    const over = [...this.#minutes].filter(([startMs]) => startMs + MINUTE_MS + LATE_MS <= nowMs);
    for (const [startMs] of over) this.#minutes.delete(startMs);
    return over.map(([startMs, samples]) => ({ startMs, samples }));
  }

  /** Takes samples back that could not be stored. */
  putBack({ samples }: PendingMinute): void {
    for (const sample of samples) this.add(sample);
  }
}
