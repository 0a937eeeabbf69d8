import { dateFormat } from '../../../../lib/i18n/format';
import type { TimeSpan } from '../../view/time-window';

const MINUTE = 60;
const DAY = 86_400;
/** Maximum length of spans whose axis shows times of day. */
const CLOCK_SPAN_MAX = 2 * DAY;

/**
 * Returns a time axis's labels in the reader's time zone and locale; shorter spans get more precise labels. The
 * day or year that they leave open is a second line below the first label and wherever it changes.
 */
export function timeTicks(seconds: readonly number[], visible: TimeSpan): string[] {
  const format = dateFormat(tickOptions(visible.to - visible.from));
  const below = secondLine(visible);
  let before: string | undefined;
  return seconds.map((second) => {
    const tick = format.format(second * 1000);
    const line = below?.format(second * 1000);
    const label = line === undefined || line === before ? tick : `${tick}\n${line}`;
    before = line;
    return label;
  });
}

function tickOptions(length: number): Intl.DateTimeFormatOptions {
  if (length <= 5 * MINUTE) return { timeStyle: 'medium' };
  if (length <= CLOCK_SPAN_MAX) return { timeStyle: 'short' };
  if (length <= 90 * DAY) return { day: 'numeric', month: 'short' };
  if (length <= 400 * DAY) return { month: 'short' };
  return { month: 'short', year: 'numeric' };
}

/** Returns the format of the labels' second line; undefined if nobody can mistake what they leave open. */
function secondLine({ from, to }: TimeSpan): Intl.DateTimeFormat | undefined {
  const length = to - from;
  if (length <= CLOCK_SPAN_MAX) {
    if (isToday({ from, to })) return undefined;
    return dateFormat({ day: 'numeric', month: 'short', ...(!isThisYear({ from, to }) && YEAR) });
  }
  return length > 400 * DAY || isThisYear({ from, to }) ? undefined : dateFormat(YEAR);
}

const YEAR: Intl.DateTimeFormatOptions = { year: 'numeric' };

/** Whether a whole span is on the reader's present day. */
function isToday(span: TimeSpan): boolean {
  return isPresent(span, { dateStyle: 'short' });
}

function isThisYear(span: TimeSpan): boolean {
  return isPresent(span, YEAR);
}

function isPresent({ from, to }: TimeSpan, options: Intl.DateTimeFormatOptions): boolean {
  const format = dateFormat(options);
  const now = format.format(Date.now());
  return format.format(from * 1000) === now && format.format(to * 1000) === now;
}

/** Formats a timestamp within the visible time span, with the day unless that is less than half of today. */
export function formatTimestamp(seconds: number, visible: TimeSpan): string {
  return format(seconds, visible, { timeStyle: 'medium' });
}

/** Like {@link formatTimestamp}, but without seconds unless the span is a few minutes. */
export function formatShortTimestamp(seconds: number, visible: TimeSpan): string {
  return format(seconds, visible, { timeStyle: visible.to - visible.from <= 5 * MINUTE ? 'medium' : 'short' });
}

function format(seconds: number, visible: TimeSpan, clock: Intl.DateTimeFormatOptions): string {
  if (showsClockOnly(visible)) return dateFormat(clock).format(seconds * 1000);
  const length = visible.to - visible.from;
  const withDay: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(length <= DAY / 2 && clock.timeStyle === 'medium' && { second: '2-digit' }),
    ...((length > 90 * DAY || !isThisYear(visible)) && YEAR),
  };
  return dateFormat(withDay).format(seconds * 1000);
}

/** Whether timestamps within a span are written without their day. */
export function showsClockOnly(visible: TimeSpan): boolean {
  return visible.to - visible.from <= DAY / 2 && isToday(visible);
}

/** Formats the time of day in hours and minutes. */
export function formatClock(seconds: number): string {
  return dateFormat({ timeStyle: 'short' }).format(seconds * 1000);
}

/** Formats the day in words. */
export function formatDay(seconds: number): string {
  return dateFormat({ dateStyle: 'medium' }).format(seconds * 1000);
}
