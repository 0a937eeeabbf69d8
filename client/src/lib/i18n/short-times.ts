import { dateFormat } from './format';

/** Day and time of day as short as the reader's locale has it, for a column: `21/11/2026, 14:03`. */
export function shortTimestamp(iso: string): string {
  return dateFormat({ dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso));
}

/** The same with seconds. */
export function shortTimestampWithSeconds(iso: string): string {
  return dateFormat({ dateStyle: 'short', timeStyle: 'medium' }).format(new Date(iso));
}

/** The day alone. */
export function shortDay(iso: string): string {
  return dateFormat({ dateStyle: 'short' }).format(new Date(iso));
}
