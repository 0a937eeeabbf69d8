import { type Columns, orNull } from './chunk-codec.js';
import { columnNumbers, type StoredSample } from './stored-sample.js';

/** The minimum, average and maximum of each measure over a minute or an hour, as stored values. */
export interface RollUp {
  readonly startMs: number;
  /** Number of samples rolled up. */
  readonly count: number;
  readonly minimum: readonly (number | null)[];
  readonly average: readonly (number | null)[];
  readonly maximum: readonly (number | null)[];
}

/** Rolls up samples, each with a weight of 1. */
export function rollUpSamples(startMs: number, samples: readonly StoredSample[]): RollUp {
  const single = samples.map(({ atMs, figures }) => ({
    startMs: atMs,
    count: 1,
    minimum: figures,
    average: figures,
    maximum: figures,
  }));
  return rollUp(startMs, single);
}

/** Combines shorter roll-ups. Averages are weighted by the number of samples. */
export function rollUp(startMs: number, parts: readonly RollUp[]): RollUp {
  const over = <T>(combine: (index: number) => T) => columnNumbers.map((_, index) => combine(index));
  return {
    startMs,
    count: parts.reduce((sum, { count }) => sum + count, 0),
    minimum: over((index) => extreme(parts, ({ minimum }) => minimum[index] ?? null, Math.min)),
    average: over((index) => weighedAverage(parts, index)),
    maximum: over((index) => extreme(parts, ({ maximum }) => maximum[index] ?? null, Math.max)),
  };
}

function extreme(
  parts: readonly RollUp[],
  figureOf: (part: RollUp) => number | null,
  choose: (a: number, b: number) => number,
): number | null {
  let found: number | null = null;
  for (const part of parts) {
    const figure = figureOf(part);
    if (figure !== null) found = found === null ? figure : choose(found, figure);
  }
  return found;
}

function weighedAverage(parts: readonly RollUp[], index: number): number | null {
  let sum = 0;
  let weight = 0;
  for (const { average, count } of parts) {
    const figure = average[index] ?? null;
    if (figure === null) continue;
    sum += figure * count;
    weight += count;
  }
  return weight === 0 ? null : Math.round(sum / weight);
}

/** Converts samples to columns: the time since `startMs`, then the values. */
export function columnsOfSamples(startMs: number, samples: readonly StoredSample[]): Columns {
  return [
    column(samples, ({ atMs }) => atMs - startMs),
    ...byColumnNumber((index) => [column(samples, ({ figures }) => figures[index])]),
  ];
}

/** Reverses {@link columnsOfSamples}. */
export function samplesOfColumns(startMs: number, columns: Columns): StoredSample[] {
  const [times = NO_ROWS, ...figures] = columns;
  return Array.from(times, (time, row) => ({
    atMs: startMs + time,
    // Chunks have no column for measures added after they were written.
    figures: columnNumbers.map((number) => orNull(figures[number]?.[row])),
  }));
}

/**
 * Converts roll-ups to columns: the steps of `stepMs` since `startMs`, the number of samples, then the minimum, average
 * and maximum of each measure.
 */
export function columnsOfRollUps(startMs: number, stepMs: number, rollUps: readonly RollUp[]): Columns {
  return [
    column(rollUps, (one) => (one.startMs - startMs) / stepMs),
    column(rollUps, ({ count }) => count),
    ...byColumnNumber((index) => [
      column(rollUps, ({ minimum }) => minimum[index]),
      column(rollUps, ({ average }) => average[index]),
      column(rollUps, ({ maximum }) => maximum[index]),
    ]),
  ];
}

/** Reverses {@link columnsOfRollUps}. */
export function rollUpsOfColumns(startMs: number, stepMs: number, columns: Columns): RollUp[] {
  const [steps = NO_ROWS, counts = NO_ROWS, ...figures] = columns;
  const kind = (row: number, offset: number) =>
    columnNumbers.map((number) => orNull(figures[3 * number + offset]?.[row]));
  return Array.from(steps, (step, row) => ({
    startMs: startMs + step * stepMs,
    count: counts[row] ?? 0,
    minimum: kind(row, 0),
    average: kind(row, 1),
    maximum: kind(row, 2),
  }));
}

/** Orders the measures' columns by column number, with empty columns in place of removed measures. */
function byColumnNumber(listColumns: (measure: number) => Columns): Columns {
  return Array.from({ length: Math.max(...columnNumbers) + 1 }, (_, number) => columnNumbers.indexOf(number)).flatMap(
    listColumns,
  );
}

const NO_ROWS = new Float64Array();

function column<T>(rows: readonly T[], figureOf: (row: T) => number | null | undefined): Float64Array {
  return Float64Array.from(rows, (row) => figureOf(row) ?? Number.NaN);
}
