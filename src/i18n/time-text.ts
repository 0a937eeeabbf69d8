import { type Language, localeOf } from './catalogues.js';

const TIME = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/**
 * Locales used in place of English, since readers of English disagree on the order of day and month. Swedish writes ISO
 * 8601; Canadians write such a date, but their words for the two halves of a day are English.
 */
const ISO_LOCALES = { h23: 'sv', h12: 'en-CA' } as const;

/**
 * Formats a time to the minute in the server's time zone, and names the zone.
 *
 * @param hourCycle 24 or twice 12 hours; by default, as is usual in the language.
 */
export function timeText(time: Date | string, language: Language, hourCycle?: 'h12' | 'h23'): string {
  const locale = localeOf(language);
  const ordered = /^en\b/.test(locale) ? ISO_LOCALES[hourCycle ?? 'h23'] : locale;
  return new Intl.DateTimeFormat(ordered, { ...TIME, ...(hourCycle && { hourCycle }) }).format(new Date(time));
}
