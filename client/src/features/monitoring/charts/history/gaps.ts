import { t } from '../../../../lib/i18n/t';
import type { TimeSpan } from '../../view/time-window';
import type { Line } from '../panels';
import type { ChartData } from './chart-data';
import type { Series } from './history-query';
import { formatDay, formatShortTimestamp, showsClockOnly } from './time-labels';

/**
 * A period without values, in seconds since 1970: before the first one (`from` is null), between two, or after the
 * last.
 */
export interface Gap {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * Returns the periods in which no line has a value, in ascending order, except those whose values may still arrive.
 * Empty if nothing has been measured yet.
 */
export function findGaps(data: ChartData, lines: readonly Line[], visible: TimeSpan): Gap[] {
  const { pendingFrom = Number.POSITIVE_INFINITY } = data;
  return allGaps(data, lines, visible).filter(({ from }) => from === null || from < pendingFrom);
}

function allGaps({ at, bands, stepSeconds }: ChartData, lines: readonly Line[], visible: TimeSpan): Gap[] {
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

/**
 * Whether any line has a value at a point. Uses a plain loop, because every chart calls it for hundreds of points with
 * each sample.
 */
function hasFigure(series: readonly Series[], index: number): boolean {
  for (const figures of series) if (figures[index] != null) return true;
  return false;
}

/** Returns the gap that contains a time. */
export function gapAt(gaps: readonly Gap[], at: number): Gap | undefined {
  return gaps.find(
    ({ from, to }) => at >= (from ?? Number.NEGATIVE_INFINITY) && at <= (to ?? Number.POSITIVE_INFINITY),
  );
}

/** Describes a gap by its start and end; before the first values, says that nothing had been measured yet. */
export function gapText({ from, to }: Gap, visible: TimeSpan): string {
  if (from === null) return to === null ? t('ui.dashboard.noFigures') : sinceText(to, visible);
  if (to === null) return t('ui.dashboard.gapOpen', { from: formatShortTimestamp(from, visible) });
  const isShort = to - from < 120;
  const [begin, end] = [from, to].map((at) => formatShortTimestamp(at, isShort ? { from, to } : visible)) as [
    string,
    string,
  ];
  return t(showsClockOnly(visible) ? 'ui.dashboard.gapClock' : 'ui.dashboard.gapDates', { from: begin, to: end });
}

/** Describes when the data begins. */
export function sinceText(at: number, visible: TimeSpan): string {
  // Over months, a point combines many hours, so the first value's time of day is unknown.
  const isDay = visible.to - visible.from > A_WEEK;
  return t('ui.dashboard.since', { time: isDay ? formatDay(at) : formatShortTimestamp(at, visible) });
}

/**
 * Returns where the data begins, if within the visible time: as a fraction of the width from the left, and as a time.
 */
export function beginningOf(data: ChartData, lines: readonly Line[], { from, to }: TimeSpan) {
  const series = lines.map(({ measure }) => data.bands[measure].average);
  const index = data.at.findIndex((_, point) => hasFigure(series, point));
  const at = data.at[index];
  if (at === undefined) return undefined;
  const begin = at - data.stepSeconds / 2;
  return { share: Math.min(1, Math.max(0, (begin - from) / (to - from))), at: begin };
}

const A_WEEK = 7 * 86_400;
