import { pageLocale } from './language';

/** A number with exactly `digits` decimals in the page's locale: `37,4` or `37.4`. */
export function formatDecimal(value: number, digits: number): string {
  return new Intl.NumberFormat(pageLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** The time of day with seconds in the page's locale: `14:03:05` or `2:03:05 PM`. */
export function formatTime(moment: Date): string {
  return new Intl.DateTimeFormat(pageLocale(), { timeStyle: 'medium' }).format(moment);
}
