import type { MessageKey } from '../../../lib/i18n/t';

/** A selectable range: the last `seconds` seconds. */
export interface Range {
  readonly id: string;
  readonly label: MessageKey;
  readonly seconds: number;
  /** Maximum number of points to request. */
  readonly points: number;
  /** Whether it shows every sample, so that new ones can be appended without a request. */
  readonly bySample: boolean;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The initial range of the page. */
export const LIVE_RANGE: Range = {
  id: 'live',
  label: 'ui.dashboard.rangeLive',
  seconds: 600,
  points: 750,
  bySample: true,
};

/** All ranges, shortest first. */
export const ranges: readonly Range[] = [
  LIVE_RANGE,
  { id: 'hour', label: 'ui.dashboard.rangeHour', seconds: HOUR, points: 750, bySample: true },
  { id: 'day', label: 'ui.dashboard.rangeDay', seconds: DAY, points: 480, bySample: false },
  { id: 'week', label: 'ui.dashboard.rangeWeek', seconds: 7 * DAY, points: 480, bySample: false },
  { id: 'month', label: 'ui.dashboard.rangeMonth', seconds: 30 * DAY, points: 480, bySample: false },
  { id: 'year', label: 'ui.dashboard.rangeYear', seconds: 365 * DAY, points: 480, bySample: false },
];

/** A time span on the charts, in seconds since 1970. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The shortest time span that can be zoomed into, which is a few samples. */
const ZOOM_SECONDS_MIN = 30;
export const ZOOM_POINTS = 480;

/** Returns a time span centred on another, `factor` times as long and ending no later than `now`. */
export function scaled({ from, to }: TimeSpan, factor: number, now: number): TimeSpan {
  const length = Math.max(ZOOM_SECONDS_MIN, (to - from) * factor);
  const middle = (from + to) / 2;
  return upTo({ from: middle - length / 2, to: middle + length / 2 }, now);
}

/** Returns the time span before or after another, overlapping it by half and ending no later than `now`. */
export function moved({ from, to }: TimeSpan, direction: -1 | 1, now: number): TimeSpan {
  const by = ((to - from) / 2) * direction;
  return upTo({ from: from + by, to: to + by }, now);
}

/** Returns the time span selected with the pointer; null if it is too short, e.g. after a click. */
export function selectedSpan(from: number, to: number): TimeSpan | null {
  return to - from < ZOOM_SECONDS_MIN ? null : { from, to };
}

/** Returns the visible span: the zoom if there is one, otherwise the range up to `now`. */
export function visibleSpan(range: Range, zoom: TimeSpan | null, now: number): TimeSpan {
  return zoom ?? { from: now - range.seconds, to: now };
}

function upTo({ from, to }: TimeSpan, now: number): TimeSpan {
  const over = Math.max(0, to - now);
  return { from: from - over, to: to - over };
}
