import { localTimeOf } from '../../rules/time-zone.js';

/** The days of the week, Monday first. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** One of {@link weekdays}. */
export type Weekday = (typeof weekdays)[number];

/** When a channel is not to disturb, by the clock on the wall. */
export interface QuietHours {
  /** `22:00`. */
  readonly from: string;
  /** `06:00`: with an earlier time than {@link from}, of the next day; with the same, the whole day. */
  readonly to: string;
  /** The days on which they begin; all when there are none. */
  readonly days: readonly Weekday[];
  /** An IANA name. */
  readonly timeZone: string;
  /** What they hold back: warnings alone, or everything. */
  readonly severity: 'WARNING' | 'ALL';
}

const MINUTES_A_DAY = 24 * 60;

/** Whether a moment lies within quiet hours. */
export function isQuiet({ from, to, days, timeZone }: QuietHours, at: Date): boolean {
  const { minute, day } = localTimeOf(at.getTime(), timeZone);
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
