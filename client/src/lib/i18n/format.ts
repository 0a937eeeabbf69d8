import { pageLocale } from './language';
import { readerUnits } from './reader-units';

/** Formats a number with exactly `digits` decimals in the reader's locale: `37,4` or `37.4`. */
export function formatDecimal(value: number, digits: number): string {
  return numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** Formats a percentage with one decimal in the reader's locale: `37,4%`, `37.4%` or `37,4 %`. */
export function formatPercent(percent: number): string {
  return numberFormat({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(percent / 100);
}

/** Formats a percentage without decimals in the reader's locale: `37%` or `37 %`. */
export function formatWholePercent(percent: number): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(percent / 100);
}

/** Returns a date and time format in the reader's locale, time zone and clock. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(Intl.DateTimeFormat, { ...readerUnits.current.times, ...options });
}

/** Returns a number format in the reader's locale. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(Intl.NumberFormat, options);
}

const formats = new Map<string, unknown>();

/** Caches formats: creating one is far slower than using it, and there are only a few variants. */
function kept<Options, Format>(Made: new (locale: string, options: Options) => Format, options: Options): Format {
  const key = Made.name + readerLocale() + JSON.stringify(options);
  const format = (formats.get(key) as Format | undefined) ?? new Made(readerLocale(), options);
  formats.set(key, format);
  return format;
}

/** Formats the time of day with seconds in the reader's locale: `14:03:05` or `2:03:05 PM`. */
export function formatTime(date: Date): string {
  return dateFormat({ timeStyle: 'medium' }).format(date);
}

/** Formats the date and time of day in the reader's locale: `21 de nov. de 2026, 14:03` or `21 Nov 2026, 14:03`. */
export function formatTimestamp(date: Date): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** Returns the page's language with the reader's own region, since a British clock differs from an American one. */
function readerLocale(): string {
  const page = pageLocale();
  if (found?.page !== page) {
    const [language = ''] = page.split('-');
    const locale = navigator.languages.find((tag) => tag.split('-')[0] === language && tag.includes('-')) ?? page;
    found = { page, locale };
  }
  return found.locale;
}

/** Cached because every formatted value needs it. */
let found: { readonly page: string; readonly locale: string } | undefined;
