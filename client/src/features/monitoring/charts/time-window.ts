import type { Message } from '../../../lib/i18n/say';
import { dashboardMessages } from '../dashboard.messages';

/** A time that can be chosen: so long up to now. */
export interface Range {
  readonly id: string;
  readonly label: Message;
  readonly seconds: number;
  /** How finely it is asked for. */
  readonly points: number;
  /** Whether every sample is shown, so that a new one is simply put at the end. */
  readonly bySample: boolean;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** What is live is shown first. */
export const LIVE_RANGE: Range = {
  id: 'live',
  label: dashboardMessages.rangeLive,
  seconds: 600,
  points: 750,
  bySample: true,
};

/** From the live picture to a year. */
export const ranges: readonly Range[] = [
  LIVE_RANGE,
  { id: 'hour', label: dashboardMessages.rangeHour, seconds: HOUR, points: 750, bySample: true },
  { id: 'day', label: dashboardMessages.rangeDay, seconds: DAY, points: 480, bySample: false },
  { id: 'week', label: dashboardMessages.rangeWeek, seconds: 7 * DAY, points: 480, bySample: false },
  { id: 'month', label: dashboardMessages.rangeMonth, seconds: 30 * DAY, points: 480, bySample: false },
  { id: 'year', label: dashboardMessages.rangeYear, seconds: 365 * DAY, points: 480, bySample: false },
];

/** A stretch of time on the charts, in seconds since 1970. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Nobody needs to see less than this. */
const ZOOM_SECONDS_MIN = 30;
export const ZOOM_POINTS = 480;

/** A stretch about the middle of another, so many times as long; it does not reach beyond `now`. */
export function scaled({ from, to }: TimeSpan, factor: number, now: number): TimeSpan {
  const length = Math.max(ZOOM_SECONDS_MIN, (to - from) * factor);
  const middle = (from + to) / 2;
  return upTo({ from: middle - length / 2, to: middle + length / 2 }, now);
}

/** The stretch before or after another, half of it still in view; it does not reach beyond `now`. */
export function moved({ from, to }: TimeSpan, direction: -1 | 1, now: number): TimeSpan {
  const by = ((to - from) / 2) * direction;
  return upTo({ from: from + by, to: to + by }, now);
}

/** The stretch that was drawn over, unless it is too short to mean anything. */
export function selectedSpan(from: number, to: number): TimeSpan | null {
  return to - from < ZOOM_SECONDS_MIN ? null : { from, to };
}

function upTo({ from, to }: TimeSpan, now: number): TimeSpan {
  const over = Math.max(0, to - now);
  return { from: from - over, to: to - over };
}
