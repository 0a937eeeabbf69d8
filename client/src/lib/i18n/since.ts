import { dateFormat } from './format';

/** Formats the time since which something has been the case: the time of day, with the date unless it is today. */
export function formatSince(ms: number): string {
  const since = new Date(ms);
  const isToday = since.toDateString() === new Date().toDateString();
  return dateFormat({ ...(!isToday && { dateStyle: 'short' }), timeStyle: 'short' }).format(since);
}
