import { dateFormat } from './format';

/** Formats the date and time of day in the locale's shortest form, for table columns: `21/11/2026, 14:03`. */
export function shortTimestamp(iso: string): string {
  return dateFormat({ dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso));
}

/** Like {@link shortTimestamp}, with seconds. */
export function shortTimestampWithSeconds(iso: string): string {
  return dateFormat({ dateStyle: 'short', timeStyle: 'medium' }).format(new Date(iso));
}

/** Formats only the date, in the locale's shortest form. */
export function shortDay(iso: string): string {
  return dateFormat({ dateStyle: 'short' }).format(new Date(iso));
}
