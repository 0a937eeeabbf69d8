import type { TokenCursor } from '../../../conversion/rules/logic/token-cursor.js';
import type { TimeOfDay } from './atoms.js';
import { allDays, dayNumber, daysBetween, textOfDays } from './days.js';
import { fault } from './fault.js';
import { readSign } from './read-sign.js';
import { plain, suggestions } from './suggestions.js';

/** Reads the arguments of `time`: `(22:00-06:00)`, `(08:00-18:00, mon-fri)`. */
export function readTime(cursor: TokenCursor): TimeOfDay {
  readSign(cursor, '(');
  const fromMinute = readClock(cursor, LAST_MINUTE);
  if (!readDash(cursor))
    throw fault('signExpected', cursor.peek(), { about: '-', suggestions: suggestions.signs('-') });
  const end = cursor.peek();
  const toMinute = readClock(cursor, MINUTES_OF_DAY);
  if (fromMinute === toMinute) throw fault('spanEmpty', end, { suggestions: suggestions.examples('00:00-24:00') });
  const days = cursor.peek().found === ',' ? readDays(cursor) : allDays;
  readSign(cursor, ')', days === allDays ? [',', ')'] : [',', '-', ')']);
  const span = `${textOfClock(fromMinute)}-${textOfClock(toMinute)}`;
  const text = days.length === allDays.length ? `time(${span})` : `time(${span}, ${textOfDays(days)})`;
  return { kind: 'time', text, fromMinute, toMinute, days };
}

const MINUTES_OF_DAY = 24 * 60;
const LAST_MINUTE = MINUTES_OF_DAY - 1;

function readClock(cursor: TokenCursor, lastMinute: number): number {
  const token = cursor.peek();
  const [hours = 0, minutes = 0] = token.found.split(':').map(Number);
  const minute = hours * 60 + minutes;
  if (token.kind !== 'clock' || minutes >= 60 || minute > lastMinute) {
    throw fault('clockExpected', token, { suggestions: suggestions.clocks });
  }
  cursor.take();
  return minute;
}

function textOfClock(minute: number): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

function readDash(cursor: TokenCursor): boolean {
  const isDash = /^[-–—−]$/.test(cursor.peek().found);
  if (isDash) cursor.take();
  return isDash;
}

/** Reads days and ranges of days, separated by commas. */
function readDays(cursor: TokenCursor): readonly number[] {
  const days = new Set<number>();
  while (cursor.peek().found === ',') {
    cursor.take();
    const first = readDay(cursor);
    const last = readDash(cursor) ? readDay(cursor) : first;
    for (const day of daysBetween(first, last)) days.add(day);
  }
  return [...days].sort((a, b) => a - b);
}

function readDay(cursor: TokenCursor): number {
  const token = cursor.peek();
  const day = dayNumber(plain(token.found));
  if (day === undefined) throw fault('dayUnknown', token, { suggestions: suggestions.days });
  cursor.take();
  return day;
}
