import { dateFormat, formatTime } from './format';

/** Formats when something last was so: the time of day, with the date unless it is today. */
export function formatSince(ms: number): string {
  const since = new Date(ms);
  const isToday = since.toDateString() === new Date().toDateString();
  return isToday ? formatTime(since) : dateFormat({ dateStyle: 'short', timeStyle: 'short' }).format(since);
}
