import type { Sample } from '../../live/sample-fields';
import { type ChartData, mapMeasures, withSample } from './chart-data';

/**
 * Agents send the history of a minute when it has ended, so the newest figures of another machine may take this long to
 * arrive. Until then nobody can say that they are missing.
 */
export const PENDING_SECONDS = 75;

/** Shortest interval between requests for figures that are still missing. */
const ASK_AGAIN_SECONDS_MIN = 20;
/** Delay after a pause has been noticed: what was missed is probably stored already. */
const ASK_SOON_SECONDS = 0.5;

/** Returns the answer without its empty end, followed by the samples received since. */
export function withReceived(answer: ChartData, received: readonly Sample[], lengthSeconds: number): ChartData {
  let data = withoutEmptyEnd(answer);
  for (const sample of received) data = withSample(data, sample, lengthSeconds);
  return data;
}

/** Every sample has this figure, so a point without it is a gap. */
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

/** Shorter gaps are not asked for: where samples are polled there is one between any two. */
const GAP_SECONDS_MIN = 15;

/** Returns the end of the newest gap between figures, in seconds since 1970; undefined if there is none. */
export function newestGapEnd(data: ChartData): number | undefined {
  const { at } = data;
  const figures = collectFigures(data);
  const gap = figures.findLastIndex(
    (figure, index) => figure === null && (at[index + 1] ?? 0) - (at[index - 1] ?? Infinity) >= GAP_SECONDS_MIN,
  );
  return gap === -1 ? undefined : at[gap + 1];
}

/**
 * Returns the seconds until missing figures are asked for again: at once after a pause since the last answer, which a
 * lost network or sleep may have caused, then less often as the gap ages.
 */
export function askAgainAfter(gapEnd: number, answeredTo: number, now: number): number {
  return gapEnd > answeredTo ? ASK_SOON_SECONDS : Math.max(ASK_AGAIN_SECONDS_MIN, (now - gapEnd) / 2);
}
