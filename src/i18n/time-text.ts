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
 * Locale used in place of English, since readers of English disagree on the order of day and month. Swedish writes ISO
 * 8601.
 */
const ISO_LOCALE = 'sv';

/** Formats a time to the minute in the server's time zone, and names the zone. */
export function timeText(time: Date | string, language: Language): string {
  const locale = localeOf(language);
  return new Intl.DateTimeFormat(/^en\b/.test(locale) ? ISO_LOCALE : locale, TIME).format(new Date(time));
}
