import { type FilledMessage, message } from '../../../i18n/message.js';

/** Units of time, in milliseconds. */
const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** Formats a duration in the largest unit that gives a count of at least two: `90 minutos`, `3 hours`, `9 days`. */
export function describeDuration(ms: number): FilledMessage {
  const count = (length: number) => Math.max(1, Math.round(ms / length));
  if (ms >= 2 * DAY) return message('monitoring.findings.durations.days', { count: count(DAY) });
  if (ms >= 2 * HOUR) return message('monitoring.findings.durations.hours', { count: count(HOUR) });
  return message('monitoring.findings.durations.minutes', { count: count(MINUTE) });
}

/** Describes how long a state has lasted. The data covers one hour, so a state that fills it may have lasted longer. */
export function describeLastingTime(minutes: number): FilledMessage {
  if (minutes > 60) return message('monitoring.findings.durations.moreThanAnHour');
  return describeDuration(minutes * MINUTE);
}
