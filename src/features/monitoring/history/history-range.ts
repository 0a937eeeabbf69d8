import { message } from '../../../i18n/message.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import { readTimestamp } from '../../../shared/time/timestamp.js';
import type { HistoryRange } from './history-reading.js';

/** Bounds on the number of points requested. */
const POINTS_MIN = 2;
const POINTS_MAX = 750;

export interface RangeArguments {
  readonly from: string;
  readonly to: string;
  readonly points: number;
}

type PeriodArguments = Pick<RangeArguments, 'from' | 'to'>;

/**
 * Parses a range: two timestamps in ISO 8601 with a time zone, the first before the second.
 *
 * @throws {InvalidFields} with a message for each invalid argument.
 */
export function readRange({ points, ...period }: RangeArguments): HistoryRange {
  const isPoints = points >= POINTS_MIN && points <= POINTS_MAX;
  const tooMany = message('monitoring.history.tooManyPoints', { minimum: POINTS_MIN, maximum: POINTS_MAX });
  return { ...parsePeriod(period, isPoints ? {} : { points: [tooMany] }), points };
}

/** Parses the period of a range, like {@link readRange}. */
export function readPeriod(period: PeriodArguments): Pick<HistoryRange, 'fromMs' | 'toMs'> {
  return parsePeriod(period, {});
}

function parsePeriod({ from, to }: PeriodArguments, otherFaults: FieldErrors) {
  const [fromMs, toMs] = [readTimestamp(from), readTimestamp(to)];
  const faults: Record<string, FieldErrors[string]> = {};
  if (fromMs === undefined) faults.from = ['monitoring.history.notATimestamp'];
  if (toMs === undefined) faults.to = ['monitoring.history.notATimestamp'];
  else if (fromMs !== undefined && fromMs >= toMs) faults.to = ['monitoring.history.endsBeforeItBegins'];
  Object.assign(faults, otherFaults);
  if (fromMs === undefined || toMs === undefined || Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return { fromMs, toMs };
}
