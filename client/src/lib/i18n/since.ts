import { dateFormat } from './format';

/** Formats the time since which something has been the case: the time of day, with the date unless it is today. */
export function formatSince(ms: number): string {
  const since = new Date(ms);
  return dateFormat({ ...(!isToday(since) && { dateStyle: 'short' }), timeStyle: 'short' }).format(since);
}

/** Whether a time is on the present day, in the reader's time zone. */
export function isToday(date: Date): boolean {
  const days = dateFormat({ dateStyle: 'short' });
  return days.format(date) === days.format(new Date());
}
