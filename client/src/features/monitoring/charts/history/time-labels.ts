import { dateFormat } from '../../../../lib/i18n/format';
import type { TimeSpan } from '../../view/time-window';

const MINUTE = 60;
const DAY = 86_400;

/** Returns a time axis's labels in the reader's time zone and locale; shorter spans get more precise labels. */
export function timeTicks(seconds: readonly number[], visible: TimeSpan): string[] {
  const length = visible.to - visible.from;
  const format = dateFormat(tickOptions(length));
  return seconds.map((second) => format.format(second * 1000));
}

function tickOptions(length: number): Intl.DateTimeFormatOptions {
  if (length <= 5 * MINUTE) return { timeStyle: 'medium' };
  if (length <= 2 * DAY) return { timeStyle: 'short' };
  if (length <= 90 * DAY) return { day: 'numeric', month: 'short' };
  if (length <= 400 * DAY) return { month: 'short' };
  return { month: 'short', year: 'numeric' };
}

/** Formats a timestamp within the visible time span, with the day if the span exceeds half a day. */
export function formatTimestamp(seconds: number, visible: TimeSpan): string {
  return format(seconds, visible, { timeStyle: 'medium' });
}

/** Like {@link formatTimestamp}, but without seconds unless the span is a few minutes. */
export function formatShortTimestamp(seconds: number, visible: TimeSpan): string {
  return format(seconds, visible, { timeStyle: visible.to - visible.from <= 5 * MINUTE ? 'medium' : 'short' });
}

function format(seconds: number, { from, to }: TimeSpan, clock: Intl.DateTimeFormatOptions): string {
  const length = to - from;
  const withDay: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(length > 90 * DAY && { year: 'numeric' }),
  };
  return dateFormat(length <= DAY / 2 ? clock : withDay).format(seconds * 1000);
}

/** Formats the time of day in hours and minutes. */
export function formatClock(seconds: number): string {
  return dateFormat({ timeStyle: 'short' }).format(seconds * 1000);
}

/** Formats the day in words. */
export function formatDay(seconds: number): string {
  return dateFormat({ dateStyle: 'medium' }).format(seconds * 1000);
}
