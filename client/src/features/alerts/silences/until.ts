import { fromTypedTime, toTypedTime } from '../../../lib/i18n/typed-time';

/** When a silence ends: after a fixed time from now, or at a given time in the reader's time zone. */
export interface Until {
  readonly kind: 'hour' | 'hours' | 'morning' | 'moment';
  /** A `datetime-local` value, for the last kind. */
  readonly moment: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING = '08:00';

/** Returns when the silence ends; undefined if no time is given. */
export function endOf({ kind, moment }: Until, now: Date): Date | undefined {
  switch (kind) {
    case 'hour':
      return new Date(now.getTime() + HOUR_MS);
    case 'hours':
      return new Date(now.getTime() + 8 * HOUR_MS);
    case 'morning':
      return fromTypedTime(`${nextDay(now)}T${MORNING}`);
    case 'moment': {
      const end = fromTypedTime(moment);
      return Number.isNaN(end.getTime()) ? undefined : end;
    }
  }
}

/** Returns the calendar day after the reader's present one, even if that has 23 or 25 hours: `2026-01-03`. */
function nextDay(now: Date): string {
  const [today = ''] = toTypedTime(now).split('T');
  return new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10);
}
