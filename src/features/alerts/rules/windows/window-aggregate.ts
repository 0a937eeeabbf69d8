import type { WindowFunction } from '../figures.js';
import { NumberQueue } from './number-queue.js';

/** The samples of a host as columns that share their indices. */
export interface SampleColumns {
  readonly atMs: NumberQueue;
  /** The time each sample covers: the time since the previous one, but no longer than a figure is current. */
  readonly coversMs: NumberQueue;
  /** Values of one figure; NaN if missing. */
  readonly values: NumberQueue;
}

interface WindowLength {
  readonly windowMs: number;
  /** How long a figure counts as current. */
  readonly freshMs: number;
}

/** The fraction of a window that samples must cover. */
const KNOWN_SHARE = 0.9;

/**
 * A function of a figure over a sliding window. Each sample is added once and removed once, so the cost does not depend
 * on the length of the window.
 */
export class WindowAggregate {
  /** The oldest sample in the window that has the figure, and the index after the newest sample. */
  #first: number;
  #end: number;
  #aggregate: Aggregate;
  #coveredMs = 0;
  /** Time of the newest sample that has the figure. */
  #newestKnownMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly of: WindowFunction,
    private readonly columns: SampleColumns,
    private readonly length: WindowLength,
  ) {
    this.#first = this.#end = columns.atMs.first;
    this.#aggregate = createAggregate(of, columns.values);
  }

  /** Adds all samples again, after some have been removed at the end. */
  restart(): void {
    this.#first = this.#end = this.columns.atMs.first;
    this.#aggregate = createAggregate(this.of, this.columns.values);
    this.#coveredMs = 0;
    this.#newestKnownMs = Number.NEGATIVE_INFINITY;
  }

  /** Moves the window to a given moment: adds new samples, and removes those older than its length. */
  moveTo(atMs: number): void {
    const { atMs: times, coversMs, values } = this.columns;
    for (; this.#end < times.end; this.#end += 1) {
      if (Number.isNaN(values.at(this.#end))) continue;
      this.#aggregate.add(this.#end);
      this.#coveredMs += coversMs.at(this.#end);
      this.#newestKnownMs = times.at(this.#end);
    }
    const oldestMs = atMs - this.length.windowMs;
    for (; this.#first < this.#end; this.#first += 1) {
      const isKnown = !Number.isNaN(values.at(this.#first));
      if (isKnown && times.at(this.#first) > oldestMs) break;
      if (!isKnown) continue;
      this.#aggregate.remove(this.#first);
      this.#coveredMs -= coversMs.at(this.#first);
    }
  }

  /**
   * Returns the value at the moment the window was moved to. Null if the figure is not currently known, if samples
   * cover less than nine tenths of the window or, for a rise, if the oldest sample is not in its first tenth.
   */
  valueAt(atMs: number): number | null {
    const { windowMs, freshMs } = this.length;
    if (this.#first === this.#end || atMs - this.#newestKnownMs > freshMs) return null;
    const knownMs = this.of === 'rise' ? atMs - this.columns.atMs.at(this.#first) : this.#coveredMs;
    return knownMs < KNOWN_SHARE * windowMs ? null : this.#aggregate.value(this.#first);
  }
}

/** Aggregates the known values in a window. Values are removed in the order in which they were added. */
interface Aggregate {
  add(index: number): void;
  remove(index: number): void;
  /** Only called while there is a value; `oldest` is the index of the oldest one. */
  value(oldest: number): number;
}

function createAggregate(of: WindowFunction, values: NumberQueue): Aggregate {
  switch (of) {
    case 'avg':
      return new Average(values);
    case 'min':
      return new Extreme(values, (a, b) => a <= b);
    case 'max':
      return new Extreme(values, (a, b) => a >= b);
    case 'rise':
      return new Rise(values);
  }
}

class Average implements Aggregate {
  #sum = 0;
  #count = 0;
  #newest = -1;
  #removals = 0;

  constructor(private readonly values: NumberQueue) {}

  add(index: number): void {
    this.#sum += this.values.at(index);
    this.#count += 1;
    this.#newest = index;
  }

  remove(index: number): void {
    this.#sum -= this.values.at(index);
    this.#count -= 1;
    this.#removals += 1;
    if (this.#removals > this.#count) this.#sumUp(index + 1);
  }

  value(): number {
    return this.#sum / this.#count;
  }

  /**
   * Recomputes the sum after as many removals as there are values, because otherwise rounding errors would accumulate
   * forever.
   */
  #sumUp(oldest: number): void {
    this.#removals = 0;
    this.#sum = 0;
    for (let index = oldest; index <= this.#newest; index += 1) this.#sum += this.values.at(index) || 0;
  }
}

/** The lowest or highest value. */
class Extreme implements Aggregate {
  /** Indices of all values that are or can still become the extreme, oldest first. */
  readonly #candidates = new NumberQueue();

  constructor(
    private readonly values: NumberQueue,
    private readonly isBeyond: (a: number, b: number) => boolean,
  ) {}

  add(index: number): void {
    const candidates = this.#candidates;
    const value = this.values.at(index);
    // Values that the new one equals or surpasses leave the window before it does, so they can no longer become the
    // extreme.
    while (
      candidates.end > candidates.first &&
      this.isBeyond(value, this.values.at(candidates.at(candidates.end - 1)))
    ) {
      candidates.removeLast();
    }
    candidates.push(index);
  }

  remove(index: number): void {
    const { first } = this.#candidates;
    if (this.#candidates.at(first) === index) this.#candidates.removeBefore(first + 1);
  }

  value(): number {
    return this.values.at(this.#candidates.at(this.#candidates.first));
  }
}

/** The newest value minus the oldest. */
class Rise implements Aggregate {
  #newest = -1;

  constructor(private readonly values: NumberQueue) {}

  add(index: number): void {
    this.#newest = index;
  }

  remove(): void {}

  value(oldest: number): number {
    return this.values.at(this.#newest) - this.values.at(oldest);
  }
}
