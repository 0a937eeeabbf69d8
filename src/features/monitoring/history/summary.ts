import { type Columns, orNull } from './chunk-codec.js';
import { columnNumbers } from './stored-sample.js';

/** A summary of a range of the history, with one stored value per point for each measure. */
export interface HistorySummary {
  /** Length of a point's bucket; 0 if each point is a sample. */
  readonly stepMs: number;
  /** Start of each point's bucket. A gap, where nothing was measured, is a single point with null in every series. */
  readonly atMs: readonly number[];
  readonly minimum: readonly Series[];
  readonly average: readonly Series[];
  readonly maximum: readonly Series[];
}

/** One value per point. */
export type Series = readonly (number | null)[];

export interface SummaryRequest {
  readonly fromMs: number;
  readonly toMs: number;
  /** Maximum number of points. */
  readonly points: number;
  /** A longer time without a row counts as a gap. */
  readonly gapMs: number;
}

/**
 * Positions of a measure's values among a chunk's columns. Samples have one column per measure, roll-ups have three.
 */
export const SAMPLE_LAYOUT = { first: 1, width: 1, middle: 0, last: 0 } as const;
export const ROLL_UP_LAYOUT = { first: 2, width: 3, middle: 1, last: 2 } as const;

type Layout = typeof SAMPLE_LAYOUT | typeof ROLL_UP_LAYOUT;

/** A row of a chunk, with its timestamp and the number of samples it represents. */
export interface Row {
  readonly atMs: number;
  readonly count: number;
  readonly columns: Columns;
  readonly index: number;
}

/**
 * Sorts rows into buckets of equal length. Buckets begin at multiples of their length so that a timestamp falls into
 * the same bucket in every answer. Rows may be added in any order. Peaks are preserved: a bucket's maximum is the
 * highest maximum of its rows.
 */
export class Summary {
  readonly #bucketMs: number;
  readonly #firstBucket: number;
  readonly #minimum: (Float64Array | undefined)[] = [];
  readonly #maximum: Float64Array[] = [];
  readonly #sum: Float64Array[] = [];
  readonly #weight: Float64Array[] = [];
  /** Timestamps of the first and last row of each bucket, in ms. */
  readonly #first: number[] = [];
  readonly #last: number[] = [];

  constructor(private readonly request: SummaryRequest) {
    const { fromMs, toMs, points } = request;
    // The first bucket may begin before the range, and the last one may end after it.
    this.#bucketMs = Math.max(1, Math.ceil((toMs - fromMs) / Math.max(1, points - 1)));
    this.#firstBucket = Math.floor(fromMs / this.#bucketMs);
  }

  /** Adds a row that overlaps the range. */
  add({ atMs, count, columns, index }: Row, { first, width, middle, last }: Layout): void {
    const insideMs = Math.max(atMs, this.request.fromMs);
    const bucket = Math.floor(insideMs / this.#bucketMs) - this.#firstBucket;
    this.#openBucket(bucket, atMs);
    const minima = this.#minimum[bucket] as Float64Array;
    const maxima = this.#maximum[bucket] as Float64Array;
    const sums = this.#sum[bucket] as Float64Array;
    const weights = this.#weight[bucket] as Float64Array;
    for (let measure = 0; measure < columnNumbers.length; measure += 1) {
      const column = first + (columnNumbers[measure] as number) * width;
      const average = columns[column + middle]?.[index];
      // Chunks have no column for measures added after they were written.
      if (average === undefined || Number.isNaN(average)) continue;
      const least = columns[column]?.[index] as number;
      const most = columns[column + last]?.[index] as number;
      if (least < (minima[measure] as number)) minima[measure] = least;
      if (most > (maxima[measure] as number)) maxima[measure] = most;
      sums[measure] = (sums[measure] as number) + average * count;
      weights[measure] = (weights[measure] as number) + count;
    }
  }

  #openBucket(bucket: number, atMs: number): void {
    if (this.#minimum[bucket]) {
      this.#first[bucket] = Math.min(this.#first[bucket] as number, atMs);
      this.#last[bucket] = Math.max(this.#last[bucket] as number, atMs);
      return;
    }
    this.#minimum[bucket] = new Float64Array(columnNumbers.length).fill(Number.POSITIVE_INFINITY);
    this.#maximum[bucket] = new Float64Array(columnNumbers.length);
    this.#sum[bucket] = new Float64Array(columnNumbers.length);
    this.#weight[bucket] = new Float64Array(columnNumbers.length);
    this.#first[bucket] = atMs;
    this.#last[bucket] = atMs;
  }

  result(): HistorySummary {
    const buckets = this.#bucketsAndGaps();
    const series = (figure: (bucket: number, measure: number) => number) =>
      columnNumbers.map((_, measure) =>
        buckets.map((bucket) => ((this.#weight[bucket]?.[measure] ?? 0) > 0 ? figure(bucket, measure) : null)),
      );
    return {
      stepMs: this.#bucketMs,
      atMs: buckets.map((bucket) => (this.#firstBucket + bucket) * this.#bucketMs),
      minimum: series((bucket, measure) => this.#minimum[bucket]?.[measure] as number),
      average: series((bucket, measure) => {
        const weight = this.#weight[bucket]?.[measure] as number;
        return (this.#sum[bucket]?.[measure] as number) / weight;
      }),
      maximum: series((bucket, measure) => this.#maximum[bucket]?.[measure] as number),
    };
  }

  /** Lists the buckets that have rows, plus the first empty bucket of each gap. */
  #bucketsAndGaps(): number[] {
    const buckets: number[] = [];
    let previous: number | undefined;
    for (let bucket = 0; bucket < this.#minimum.length; bucket += 1) {
      if (!this.#minimum[bucket]) continue;
      const isGap =
        previous !== undefined &&
        bucket > previous + 1 &&
        (this.#first[bucket] as number) - (this.#last[previous] as number) > this.request.gapMs;
      if (isGap) buckets.push((previous as number) + 1);
      buckets.push(bucket);
      previous = bucket;
    }
    return buckets;
  }
}

/**
 * Returns the samples themselves, with a point of nulls in each gap; undefined if that would exceed the requested
 * number of points.
 */
export function eachSample(
  chunks: readonly { readonly startMs: number; readonly columns: Columns }[],
  { fromMs, toMs, points, gapMs }: SummaryRequest,
): HistorySummary | undefined {
  const atMs: number[] = [];
  const figures: (number | null)[][] = columnNumbers.map(() => []);
  let previous: number | undefined;
  for (const { startMs, columns } of chunks) {
    for (const [row, offset] of columns[0]?.entries() ?? []) {
      const at = startMs + offset;
      if (at < fromMs || at >= toMs) continue;
      if (previous !== undefined && at - previous > gapMs) {
        atMs.push(previous + Math.round((at - previous) / 2));
        for (const list of figures) list.push(null);
      }
      atMs.push(at);
      for (const [measure, list] of figures.entries()) {
        list.push(orNull(columns[SAMPLE_LAYOUT.first + (columnNumbers[measure] as number)]?.[row]));
      }
      if (atMs.length > points) return undefined;
      previous = at;
    }
  }
  return { stepMs: 0, atMs, minimum: figures, average: figures, maximum: figures };
}
