import { t } from '../../../../lib/i18n/t';
import type { TimeSpan } from '../../view/time-window';
import type { Line } from '../panels';
import type { ChartData } from './chart-data';
import type { Series } from './history-query';
import { formatDay, formatShortTimestamp } from './time-labels';

/** A time without figures, in seconds since 1970: before the first ones (`from` null), between, or after the last. */
export interface Gap {
  readonly from: number | null;
  readonly to: number | null;
}

/** The times in which none of the lines has a figure, ascending. Before anything is measured there are none. */
export function gapsOf({ at, bands, stepSeconds }: ChartData, lines: readonly Line[], visible: TimeSpan): Gap[] {
  const half = stepSeconds / 2;
  const series = lines.map(({ measure }) => bands[measure].average);
  const gaps: Gap[] = [];
  let last: number | undefined;
  for (let index = 0; index < at.length; index += 1) {
    if (!hasFigure(series, index)) continue;
    const time = at[index] ?? 0;
    if (last !== undefined && index > last + 1) gaps.push({ from: (at[last] ?? 0) + half, to: time - half });
    if (last === undefined && (index > 0 || time - half > visible.from)) gaps.push({ from: null, to: time - half });
    last = index;
  }
  if (last !== undefined && last < at.length - 1) gaps.push({ from: (at[last] ?? 0) + half, to: null });
  return gaps;
}

/** Whether there is a figure at a point. A loop: with each sample every chart asks it of hundreds of points. */
function hasFigure(series: readonly Series[], index: number): boolean {
  for (const figures of series) if (figures[index] != null) return true;
  return false;
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
  if (to === null) return t('ui.dashboard.gapOpen', { from: formatShortTimestamp(from, visible) });
  const isShort = to - from < 120;
  const [begin, end] = [from, to].map((at) => formatShortTimestamp(at, isShort ? { from, to } : visible)) as [
    string,
    string,
  ];
  return t(isClock(visible) ? 'ui.dashboard.gapClock' : 'ui.dashboard.gapDates', { from: begin, to: end });
}

/** Since when there are figures, in words. */
export function sinceText(at: number, visible: TimeSpan): string {
  // Over months a point is the sum of many hours, in which nobody knows when the first figure was.
  const isDay = visible.to - visible.from > A_WEEK;
  return t('ui.dashboard.since', { time: isDay ? formatDay(at) : formatShortTimestamp(at, visible) });
}

/** Where the figures begin within the time that is shown, if they do: its share from the left, and when. */
export function beginningOf(data: ChartData, lines: readonly Line[], { from, to }: TimeSpan) {
  const series = lines.map(({ measure }) => data.bands[measure].average);
  const index = data.at.findIndex((_, point) => hasFigure(series, point));
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
