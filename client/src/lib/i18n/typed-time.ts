import { readerUnits } from './reader-units';

const MINUTE_MS = 60_000;

/** Formats a time for a `datetime-local` input, in the reader's time zone: `2026-01-02T15:04`. */
export function toTypedTime(date: Date): string {
  const { timeZone } = readerUnits.current.times ?? {};
  // Swedes write ISO 8601.
  const text = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(date);
  return text.replace(' ', 'T');
}

/** Inverse of {@link toTypedTime}; an invalid date for an empty or unreadable text. */
export function fromTypedTime(typed: string): Date {
  const asUtc = Date.parse(`${typed}Z`);
  let ms = asUtc;
  // The second round corrects the offset from UTC if it changed between the first guess and the time itself.
  for (let round = 0; round < 2 && !Number.isNaN(ms); round += 1) ms = asUtc - offsetAt(ms);
  return new Date(ms);
}

/** Returns how far the reader's clock is ahead of UTC, in milliseconds. */
function offsetAt(ms: number): number {
  return Date.parse(`${toTypedTime(new Date(ms))}Z`) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}
