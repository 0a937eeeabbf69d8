import { InvalidFields } from '../../shared/errors.js';
import { readMoment } from '../../shared/moment.js';
import type { FieldErrors } from '../../shared/vigia-error.js';
import type { HistoryRange } from './history.js';
import { historyMessages, POINTS_MAX, POINTS_MIN } from './history.messages.js';

/** A range as a client writes it. */
export interface WrittenRange {
  readonly from: string;
  readonly to: string;
  readonly points: number;
}

/**
 * Reads a range: two moments in ISO 8601 with a time zone, the first before the second.
 *
 * @throws {InvalidFields} naming what is wrong.
 */
export function readRange({ from, to, points }: WrittenRange): HistoryRange {
  const [fromMs, toMs] = [readMoment(from), readMoment(to)];
  const faults: Record<string, FieldErrors[string]> = {};
  if (fromMs === undefined) faults.from = [historyMessages.notAMoment];
  if (toMs === undefined) faults.to = [historyMessages.notAMoment];
  else if (fromMs !== undefined && fromMs >= toMs) faults.to = [historyMessages.endsBeforeItBegins];
  if (points < POINTS_MIN || points > POINTS_MAX) faults.points = [historyMessages.tooManyPoints];
  if (fromMs === undefined || toMs === undefined || Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return { fromMs, toMs, points };
}
