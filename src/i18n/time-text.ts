import { type Language, localeOf } from './catalogues.js';

const TIME = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** Formats a time to the minute, in the server's time zone, which is named. */
export function timeText(time: Date | string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), TIME).format(new Date(time));
}
