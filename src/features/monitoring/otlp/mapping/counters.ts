import type { DataPoint } from '../protocol/metrics-data.js';

/** Growth of a counter over some time. */
export interface Increase {
  readonly amount: number;
  readonly seconds: number;
}

interface Series {
  readonly atMs: number;
  readonly value: number;
}

/** Maximum number of series of one host: enough for 512 processors with eight modes each. */
const SERIES_MAX = 5000;

/** A series that has not grown for this long is forgotten when others need its place. */
const FORGOTTEN_MS = 600_000;

/**
 * Turns the points of growing counters into increases, whether they hold totals (cumulative) or what was added since
 * their start (delta). Each point counts once, however often it is sent.
 */
export class Counters {
  readonly #series = new Map<string, Series>();

  /**
   * Takes a point of a series.
   *
   * @returns what was added since the previous point; null for the first point, or the first after a reset; undefined if
   * the point was taken before or is older than one that was.
   */
  add(key: string, point: DataPoint & { readonly value: number }, isDelta: boolean): Increase | null | undefined {
    const previous = this.#series.get(key);
    if (previous && point.atMs <= previous.atMs) return undefined;
    if (!previous && this.#series.size >= SERIES_MAX && !this.#makeRoom(point.atMs)) return undefined;
    this.#series.set(key, { atMs: point.atMs, value: point.value });
    return isDelta ? increaseOfDelta(point, previous) : increaseOfTotal(point, previous);
  }

  #makeRoom(nowMs: number): boolean {
    for (const [key, { atMs }] of this.#series) if (atMs < nowMs - FORGOTTEN_MS) this.#series.delete(key);
    return this.#series.size < SERIES_MAX;
  }
}

function increaseOfDelta({ startMs, atMs, value }: DataPoint & { value: number }, previous: Series | undefined) {
  const beginMs = startMs > 0 && startMs < atMs ? startMs : previous?.atMs;
  if (beginMs === undefined || value < 0) return null;
  return { amount: value, seconds: (atMs - beginMs) / 1000 };
}

/**
 * A total that starts after the previous point belongs to another count, as after a boot or a restart of the sender.
 * Some senders never change the start, so a total that has become smaller does too.
 */
function increaseOfTotal({ startMs, atMs, value }: DataPoint & { value: number }, previous: Series | undefined) {
  if (!previous || startMs > previous.atMs || value < previous.value) return null;
  return { amount: value - previous.value, seconds: (atMs - previous.atMs) / 1000 };
}
