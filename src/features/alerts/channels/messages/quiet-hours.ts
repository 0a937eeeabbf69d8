import { computeLocalTime } from '../../rules/time-zone.js';

/** Monday first. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

export type Weekday = (typeof weekdays)[number];

/** Times when a channel must not disturb, by wall-clock time. */
export interface QuietHours {
  /** `22:00`. */
  readonly from: string;
  /** `06:00`. If earlier than {@link from}, on the next day; if equal, the whole day. */
  readonly to: string;
  /** The days on which they begin; empty means all. */
  readonly days: readonly Weekday[];
  /** An IANA name. */
  readonly timeZone: string;
  /** The items held back: only warnings, or all. */
  readonly severity: 'WARNING' | 'ALL';
}

const MINUTES_A_DAY = 24 * 60;

export function isQuiet({ from, to, days, timeZone }: QuietHours, at: Date): boolean {
  const { minute, day } = computeLocalTime(at.getTime(), timeZone);
  const begin = minuteOf(from);
  const length = (minuteOf(to) - begin + MINUTES_A_DAY) % MINUTES_A_DAY || MINUTES_A_DAY;
  const sinceBegin = (minute - begin + MINUTES_A_DAY) % MINUTES_A_DAY;
  if (sinceBegin >= length) return false;
  const begunOn = minute >= begin ? day - 1 : (day + weekdays.length - 2) % weekdays.length;
  return days.length === 0 || days.includes(weekdays[begunOn] as Weekday);
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
