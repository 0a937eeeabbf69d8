/** When a silence ends: after a fixed time from now, or at a given time on the browser's clock. */
export interface Until {
  readonly kind: 'hour' | 'hours' | 'morning' | 'moment';
  /** A `datetime-local` value, for the last kind. */
  readonly moment: string;
}

const HOUR_MS = 3_600_000;
const MORNING_HOUR = 8;

/** Returns when the silence ends; undefined if no time is given. */
export function endOf({ kind, moment }: Until, now: Date): Date | undefined {
  switch (kind) {
    case 'hour':
      return new Date(now.getTime() + HOUR_MS);
    case 'hours':
      return new Date(now.getTime() + 8 * HOUR_MS);
    case 'morning':
      // The next calendar day, even if the day has 23 or 25 hours.
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING_HOUR);
    case 'moment': {
      const end = new Date(moment);
      return Number.isNaN(end.getTime()) ? undefined : end;
    }
  }
}
