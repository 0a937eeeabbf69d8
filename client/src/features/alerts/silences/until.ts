/** Until when something is to be silent: for a while from now, or until a moment of the browser's clock. */
export interface Until {
  readonly kind: 'hour' | 'hours' | 'morning' | 'moment';
  /** What was typed into `datetime-local`, for the last kind. */
  readonly moment: string;
}

const HOUR_MS = 3_600_000;
const MORNING_HOUR = 8;

/** When it ends; undefined while no moment is given. */
export function endOf({ kind, moment }: Until, now: Date): Date | undefined {
  switch (kind) {
    case 'hour':
      return new Date(now.getTime() + HOUR_MS);
    case 'hours':
      return new Date(now.getTime() + 8 * HOUR_MS);
    case 'morning':
      // Of the next day, also where a day has 23 hours or 25.
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING_HOUR);
    case 'moment': {
      const end = new Date(moment);
      return Number.isNaN(end.getTime()) ? undefined : end;
    }
  }
}
