import { InvalidFields } from '../../shared/errors.js';
import { readTimestamp } from '../../shared/timestamp.js';
import type { FieldErrors } from '../../shared/vigia-error.js';
import type { HistoryRange } from './history.js';
import { historyMessages, POINTS_MAX, POINTS_MIN } from './history.messages.js';

/** A range as the arguments of a client give it. */
export interface RangeArguments {
  readonly from: string;
  readonly to: string;
  readonly points: number;
}

/**
 * Parses a range: two timestamps in ISO 8601 with a time zone, the first before the second.
 *
 * @throws {InvalidFields} with a message for each argument that is not valid.
 */
export function readRange({ from, to, points }: RangeArguments): HistoryRange {
  const [fromMs, toMs] = [readTimestamp(from), readTimestamp(to)];
  const faults: Record<string, FieldErrors[string]> = {};
  if (fromMs === undefined) faults.from = [historyMessages.notATimestamp];
  if (toMs === undefined) faults.to = [historyMessages.notATimestamp];
  else if (fromMs !== undefined && fromMs >= toMs) faults.to = [historyMessages.endsBeforeItBegins];
  if (points < POINTS_MIN || points > POINTS_MAX) faults.points = [historyMessages.tooManyPoints];
  if (fromMs === undefined || toMs === undefined || Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return { fromMs, toMs, points };
}
