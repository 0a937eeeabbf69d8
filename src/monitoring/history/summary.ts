import { type Columns, orNull } from './chunk-codec.js';
import { columnNumbers } from './stored-sample.js';

/** What a range of the history comes to, in stored figures: a list by measure of lists by point. */
export interface HistorySummary {
  /** The width of a point's stretch; 0 where each point is a sample. */
  readonly stepMs: number;
  /** When each point's stretch begins. At a gap, where nothing was measured, a point has null in every list. */
  readonly atMs: readonly number[];
  readonly minimum: readonly Series[];
  readonly average: readonly Series[];
  readonly maximum: readonly Series[];
}

/** One figure for each point. */
export type Series = readonly (number | null)[];

/** A range and how finely it is wanted. */
export interface SummaryRequest {
  readonly fromMs: number;
  readonly toMs: number;
  /** At most so many points. */
  readonly points: number;
  /** Between two rows of what is summed up: longer without one is a gap. */
  readonly gapMs: number;
}

/** How the figures of a table stand in its columns: samples have one for each column number, roll-ups three. */
export const SAMPLE_LAYOUT = { first: 1, width: 1, middle: 0, last: 0 } as const;
export const ROLL_UP_LAYOUT = { first: 2, width: 3, middle: 1, last: 2 } as const;

type Layout = typeof SAMPLE_LAYOUT | typeof ROLL_UP_LAYOUT;

/** A row of a table: when, and for how many samples it stands. */
export interface Row {
  readonly atMs: number;
  readonly count: number;
  readonly columns: Columns;
  readonly index: number;
}

/**
 * Sums rows up into stretches of equal width, which begin at whole multiples of it, so that the same moments fall into
 * the same stretch whenever somebody asks. Rows come in any order. No extreme is lost: that of a stretch is the
 * extreme of its rows.
 */
export class Summary {
  readonly #bucketMs: number;
  readonly #firstBucket: number;
  readonly #minimum: (Float64Array | undefined)[] = [];
  readonly #maximum: Float64Array[] = [];
  readonly #sum: Float64Array[] = [];
  readonly #weight: Float64Array[] = [];
  /** The first and the last row of each stretch, in ms. */
  readonly #first: number[] = [];
  readonly #last: number[] = [];

  constructor(private readonly request: SummaryRequest) {
    const { fromMs, toMs, points } = request;
    // The first and the last stretch may stick out of the range.
    this.#bucketMs = Math.max(1, Math.ceil((toMs - fromMs) / Math.max(1, points - 1)));
    this.#firstBucket = Math.floor(fromMs / this.#bucketMs);
  }

  /** Adds a row that touches the range. */
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
      // A chunk has no column for a measure that was added after it was written.
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

  /** What has been added comes to. */
  result(): HistorySummary {
    const buckets = this.#bucketsAndGaps();
    const series = (figure: (bucket: number, measure: number) => number) =>
      columnNumbers.map((_, measure) =>
        buckets.map((step) => ((this.#weight[step]?.[measure] ?? 0) > 0 ? figure(step, measure) : null)),
      );
    return {
      stepMs: this.#bucketMs,
      atMs: buckets.map((step) => (this.#firstBucket + step) * this.#bucketMs),
      minimum: series((step, measure) => this.#minimum[step]?.[measure] as number),
      average: series((step, measure) => {
        const weight = this.#weight[step]?.[measure] as number;
        return (this.#sum[step]?.[measure] as number) / weight;
      }),
      maximum: series((step, measure) => this.#maximum[step]?.[measure] as number),
    };
  }

  /** The stretches with rows, and the first one of each gap. */
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

/** Samples as they are, with a point of nulls in each gap; undefined when that is more points than wanted. */
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
