import { computeLocalTime } from '../../rules/time-zone.js';

/** Days of the week, Monday first. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

export type Weekday = (typeof weekdays)[number];

/** Times during which a channel must not disturb anyone, by wall-clock time. */
export interface QuietHours {
  /** Start, in the form `22:00`. */
  readonly from: string;
  /**
   * End, in the form `06:00`. If it is earlier than {@link from}, it is on the next day; if it is equal, the whole day
   * is quiet.
   */
  readonly to: string;
  /** The days on which quiet hours begin; empty means every day. */
  readonly days: readonly Weekday[];
  /** The IANA name of the time zone. */
  readonly timeZone: string;
  /** Which items are held back: only warnings, or all of them. */
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
