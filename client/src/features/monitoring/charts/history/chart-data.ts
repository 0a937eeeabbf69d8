import { type MeasureName, measureNames } from '../../../../../../src/features/monitoring/measures';
import { figureOf } from '../../live/figure-of';
import type { Sample } from '../../live/sample-fields';
import type { Band, History, Series } from './history-query';

/** The history in the form used for drawing. */
export interface ChartData {
  /** The middle of each bucket, in seconds since 1970, ascending. */
  readonly at: readonly number[];
  /** Bucket length; 0 if each point is a sample. */
  readonly stepSeconds: number;
  readonly bands: Readonly<Record<MeasureName, Band>>;
  /** Values missing from this time on, in seconds since 1970, may still arrive; undefined if none will. */
  readonly pendingFrom?: number;
}

/** Number of intervals above which a pause counts as a gap: at least two samples are then missing. */
const GAP_INTERVALS = 2.5;

/** Converts the server's response. The middle of the last bucket is capped at `end`, in seconds since 1970. */
export function buildChartData(history: History, end = Number.POSITIVE_INFINITY): ChartData {
  const half = history.stepSeconds / 2;
  return {
    at: history.at.map((timestamp) => Math.min(Date.parse(timestamp) / 1000 + half, end)),
    stepSeconds: history.stepSeconds,
    bands: mapMeasures((measure) => {
      const band = measure === 'loadAverage' ? perProcessor(history[measure], history.processors) : history[measure];
      return half === 0 ? withoutSpread(band.average) : band;
    }),
  };
}

/** Converts the load to a value per processor, as shown in charts, rules and incidents. */
function perProcessor({ minimum, average, maximum }: Band, processors: number | null): Band {
  const share = (series: Series) => series.map((load) => (load === null ? null : load / (processors || 1)));
  return { minimum: share(minimum), average: share(average), maximum: share(maximum) };
}

/**
 * Builds a band whose minimum, average and maximum share one array, because each point is a sample; it is copied and
 * drawn once.
 */
function withoutSpread(average: Series): Band {
  return { minimum: average, average, maximum: average };
}

/**
 * Appends a newer sample and drops points more than `lengthSeconds` older, so that the data doesn't grow while the page
 * is open. Ignores a sample that is already present.
 */
export function withSample(data: ChartData, sample: Sample, lengthSeconds: number): ChartData {
  const now = Date.parse(sample.sampledAt) / 1000;
  const newest = data.at.at(-1) ?? Number.NEGATIVE_INFINITY;
  if (now <= newest) return data;
  const isAfterGap = now - newest > GAP_INTERVALS * typicalInterval(data.at) && data.at.length > 1;
  const first = Math.max(
    0,
    data.at.findIndex((at) => at > now - lengthSeconds),
  );
  const tail = (gap: number | null, figure: number | null) => (isAfterGap ? [gap, figure] : [figure]);
  return {
    ...data,
    at: [...data.at.slice(first), ...(isAfterGap ? [(newest + now) / 2, now] : [now])],
    bands: mapMeasures((measure) => {
      const end = tail(null, figureOf(sample, measure));
      const grow = (series: Series) => series.slice(first).concat(end);
      const band = data.bands[measure];
      const average = grow(band.average);
      return hasSpread(band)
        ? { minimum: grow(band.minimum), average, maximum: grow(band.maximum) }
        : withoutSpread(average);
    }),
  };
}

/** Whether minimum and maximum may differ from the average. */
export function hasSpread({ minimum, average }: Band): boolean {
  return minimum !== average;
}

/** Returns the median interval between the most recent points. */
function typicalInterval(at: readonly number[]): number {
  const intervals = at.slice(-6).map((timestamp, index, last) => timestamp - (last[index - 1] ?? timestamp - 5));
  return intervals.sort((a, b) => a - b)[Math.floor(intervals.length / 2)] ?? 5;
}

/** A table row: the start of its period, then each measure's minimum, average and maximum. */
export interface TableRow {
  readonly at: number;
  readonly figures: readonly { minimum: number; average: number; maximum: number }[];
}

/** Rolls the data up into at most `rows` periods of equal length to keep the table readable. */
export function tableRows(data: ChartData, measures: readonly MeasureName[], rows: number): TableRow[] {
  const [first, last] = [data.at[0], data.at.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = Math.max((last - first) / rows, 1);
  const found = new Map<number, number[]>();
  for (const [index, at] of data.at.entries()) {
    const row = Math.min(rows - 1, Math.floor((at - first) / length));
    found.set(row, [...(found.get(row) ?? []), index]);
  }
  return [...found].flatMap(([row, indexes]) => {
    const figures = measures.map((measure) => summarise(data.bands[measure], indexes));
    return figures.some((figure) => figure === null)
      ? []
      : { at: first + row * length, figures: figures.filter((figure) => figure !== null) };
  });
}

function summarise({ minimum, average, maximum }: Band, indexes: readonly number[]) {
  const known = (series: Series) => indexes.map((index) => series[index] ?? null).filter((figure) => figure !== null);
  const averages = known(average);
  if (averages.length === 0) return null;
  return {
    minimum: Math.min(...known(minimum)),
    average: averages.reduce((sum, figure) => sum + figure, 0) / averages.length,
    maximum: Math.max(...known(maximum)),
  };
}

export function mapMeasures<T>(make: (measure: MeasureName) => T): Record<MeasureName, T> {
  return Object.fromEntries(measureNames.map((measure) => [measure, make(measure)])) as Record<MeasureName, T>;
}
