import type { WindowFunction } from '../figures.js';
import { NumberQueue } from './number-queue.js';

/** The samples of a host, as columns with common indices. */
export interface SampleColumns {
  readonly atMs: NumberQueue;
  /** The time that each sample stands for: since the one before, but not longer than a figure is fresh. */
  readonly coversMs: NumberQueue;
  /** Of one figure. NaN where it is missing. */
  readonly values: NumberQueue;
}

interface WindowLength {
  readonly windowMs: number;
  /** How long a figure is a present one. */
  readonly freshMs: number;
}

/** So much of a window has to be known before it has a value. */
const KNOWN_SHARE = 0.9;

/**
 * One function of one figure over one length of time, up to now. Each sample is added once and leaves once, so that it
 * takes the same small time however long the window is.
 */
export class WindowAggregate {
  /** The oldest sample of the window that has the figure, and the index after the newest sample. */
  #first: number;
  #end: number;
  #aggregate: Aggregate;
  #coveredMs = 0;
  /** When the newest sample that has the figure was taken. */
  #newestKnownMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly of: WindowFunction,
    private readonly columns: SampleColumns,
    private readonly length: WindowLength,
  ) {
    this.#first = this.#end = columns.atMs.first;
    this.#aggregate = aggregateOf(of, columns.values);
  }

  /** Takes all samples in again, after samples were removed at the end. */
  restart(): void {
    this.#first = this.#end = this.columns.atMs.first;
    this.#aggregate = aggregateOf(this.of, this.columns.values);
    this.#coveredMs = 0;
    this.#newestKnownMs = Number.NEGATIVE_INFINITY;
  }

  /** Moves the window to a moment: takes new samples in, and lets those go that are older than its length. */
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
   * The value at the moment that the window was moved to. Null where the figure is not known now; where less than nine
   * tenths of the time are covered by samples; and of a rise where the oldest sample is not in the first tenth.
   */
  valueAt(atMs: number): number | null {
    const { windowMs, freshMs } = this.length;
    if (this.#first === this.#end || atMs - this.#newestKnownMs > freshMs) return null;
    const knownMs = this.of === 'rise' ? atMs - this.columns.atMs.at(this.#first) : this.#coveredMs;
    return knownMs < KNOWN_SHARE * windowMs ? null : this.#aggregate.value(this.#first);
  }
}

/** What is computed from the known figures of a window. They are removed in the order in which they were added. */
interface Aggregate {
  add(index: number): void;
  remove(index: number): void;
  /** Asked for only while there is a figure; `oldest` is the index of the oldest. */
  value(oldest: number): number;
}

function aggregateOf(of: WindowFunction, values: NumberQueue): Aggregate {
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

  /** Adds all up anew, once for as many removals as there are figures: else the errors of rounding would add up for ever. */
  #sumUp(oldest: number): void {
    this.#removals = 0;
    this.#sum = 0;
    for (let index = oldest; index <= this.#newest; index += 1) this.#sum += this.values.at(index) || 0;
  }
}

/** The lowest or the highest figure. */
class Extreme implements Aggregate {
  /** The indices of all figures that are or can still become it, the oldest first. */
  readonly #candidates = new NumberQueue();

  constructor(
    private readonly values: NumberQueue,
    private readonly isBeyond: (a: number, b: number) => boolean,
  ) {}

  add(index: number): void {
    const candidates = this.#candidates;
    const value = this.values.at(index);
    // Those that the new figure equals or surpasses leave the window before it does: they never come to count.
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

/** The newest figure minus the oldest. */
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
