import { pageLocale } from './language';

/** A number with exactly `digits` decimals in the reader's locale: `37,4` or `37.4`. */
export function formatDecimal(value: number, digits: number): string {
  return new Intl.NumberFormat(readerLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** The time of day with seconds in the reader's locale: `14:03:05` or `2:03:05 PM`. */
export function formatTime(moment: Date): string {
  return new Intl.DateTimeFormat(readerLocale(), { timeStyle: 'medium' }).format(moment);
}

/** Day and time of day in the reader's locale: `21 de nov. de 2026, 14:03` or `21 Nov 2026, 14:03`. */
export function formatMoment(moment: Date): string {
  return new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}

/** The page's language in the reader's own country: a Briton's clock differs from an American's. */
function readerLocale(): string {
  const [language = ''] = pageLocale().split('-');
  return navigator.languages.find((tag) => tag.split('-')[0] === language && tag.includes('-')) ?? pageLocale();
}
