import { t } from '../../../lib/i18n/t';
import type { ChartData } from './chart-data';
import type { Line } from './panels';
import { formatDay, formatMoment } from './time-labels';
import type { TimeSpan } from './time-window';

/** A time without figures, in seconds since 1970: before the first ones (`from` null), between, or after the last. */
export interface Gap {
  readonly from: number | null;
  readonly to: number | null;
}

/** The times in which none of the lines has a figure, ascending. Before anything is measured there are none. */
export function gapsOf({ at, bands, stepSeconds }: ChartData, lines: readonly Line[], visible: TimeSpan): Gap[] {
  const half = stepSeconds / 2;
  const known = at.flatMap((_, index) =>
    lines.some(({ measure }) => bands[measure].average[index] != null) ? [index] : [],
  );
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const begin = (at[first] ?? 0) - half;
  const between = known.flatMap((index, place) => {
    const next = known[place + 1];
    return next === undefined || next === index + 1
      ? []
      : { from: (at[index] ?? 0) + half, to: (at[next] ?? 0) - half };
  });
  return [
    ...(first > 0 || begin > visible.from ? [{ from: null, to: begin }] : []),
    ...between,
    ...(last < at.length - 1 ? [{ from: (at[last] ?? 0) + half, to: null }] : []),
  ];
}

/** The gap that a time lies in. */
export function gapAt(gaps: readonly Gap[], at: number): Gap | undefined {
  return gaps.find(
    ({ from, to }) => at >= (from ?? Number.NEGATIVE_INFINITY) && at <= (to ?? Number.POSITIVE_INFINITY),
  );
}

/** A gap in words: when it began and ended. What lies before the first figures was never measured. */
export function gapText({ from, to }: Gap, visible: TimeSpan): string {
  if (from === null) return to === null ? t('ui.dashboard.noFigures') : sinceText(to, visible);
  if (to === null) return t('ui.dashboard.gapOpen', { from: formatMoment(from, visible) });
  const isShort = to - from < 120;
  const [begin, end] = [from, to].map((at) => formatMoment(at, isShort ? { from, to } : visible)) as [string, string];
  return t(isClock(visible) ? 'ui.dashboard.gapClock' : 'ui.dashboard.gapDates', { from: begin, to: end });
}

/** Since when there are figures, in words. */
export function sinceText(at: number, visible: TimeSpan): string {
  // Over months a point is the sum of many hours, in which nobody knows when the first figure was.
  const isDay = visible.to - visible.from > A_WEEK;
  return t('ui.dashboard.since', { time: isDay ? formatDay(at) : formatMoment(at, visible) });
}

/** Where the figures begin within the time that is shown, if they do: its share from the left, and when. */
export function beginningOf(data: ChartData, lines: readonly Line[], { from, to }: TimeSpan) {
  const index = data.at.findIndex((_, point) =>
    lines.some(({ measure }) => data.bands[measure].average[point] != null),
  );
  const at = data.at[index];
  if (at === undefined) return undefined;
  const begin = at - data.stepSeconds / 2;
  return { share: Math.min(1, Math.max(0, (begin - from) / (to - from))), at: begin };
}

const HALF_A_DAY = 43_200;
const A_WEEK = 7 * 86_400;

function isClock({ from, to }: TimeSpan): boolean {
  return to - from <= HALF_A_DAY;
}
