import type { Sample } from '../../live/sample-fields';
import { type ChartData, mapMeasures, withSample } from './chart-data';

/**
 * Agents send a minute's history once that minute has ended, so another machine's newest values may take this long to
 * arrive. Until then, they cannot be called missing.
 */
export const PENDING_SECONDS = 75;

/** Minimum interval between requests for values that are still missing. */
const ASK_AGAIN_SECONDS_MIN = 20;
/** Delay after noticing a pause; whatever was missed is probably stored by then. */
const ASK_SOON_SECONDS = 0.5;

/** Returns the response without the empty points at its end, followed by the samples received since. */
export function withReceived(answer: ChartData, received: readonly Sample[], lengthSeconds: number): ChartData {
  let data = withoutEmptyEnd(answer);
  for (const sample of received) data = withSample(data, sample, lengthSeconds);
  return data;
}

/** Every sample has this value, so a point without it is a gap. */
const collectFigures = ({ bands }: ChartData) => bands.cpuPercent.average;

function withoutEmptyEnd(data: ChartData): ChartData {
  const end = collectFigures(data).findLastIndex((figure) => figure !== null) + 1;
  if (end === data.at.length || end === 0) return data;
  return {
    ...data,
    at: data.at.slice(0, end),
    bands: mapMeasures((measure) => {
      const { minimum, average, maximum } = data.bands[measure];
      const cut = average.slice(0, end);
      return minimum === average
        ? { minimum: cut, average: cut, maximum: cut }
        : { minimum: minimum.slice(0, end), average: cut, maximum: maximum.slice(0, end) };
    }),
  };
}

/** Shorter gaps are not refetched: polled samples have one between any two. */
const GAP_SECONDS_MIN = 15;

/** Returns the end of the newest gap between values, in seconds since 1970; undefined if there is no gap. */
export function newestGapEnd(data: ChartData): number | undefined {
  const { at } = data;
  const figures = collectFigures(data);
  const gap = figures.findLastIndex(
    (figure, index) => figure === null && (at[index + 1] ?? 0) - (at[index - 1] ?? Infinity) >= GAP_SECONDS_MIN,
  );
  return gap === -1 ? undefined : at[gap + 1];
}

/**
 * Returns the seconds until missing values are requested again: immediately after a pause since the last response,
 * which may come from a lost network or from sleep, then less often as the gap ages.
 */
export function askAgainAfter(gapEnd: number, answeredTo: number, now: number): number {
  return gapEnd > answeredTo ? ASK_SOON_SECONDS : Math.max(ASK_AGAIN_SECONDS_MIN, (now - gapEnd) / 2);
}
