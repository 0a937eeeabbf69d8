/** Minutes since midnight, and the day of the week from 1 (Monday) to 7 (Sunday). */
export interface LocalTime {
  readonly minute: number;
  readonly day: number;
}

/** Whether the name is that of a time zone (`America/Sao_Paulo`, `UTC`) for which wall-clock times can be computed. */
export function isTimeZone(name: string): boolean {
  // Offsets, for example +03:00, are only supported by some systems and have no daylight saving time.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the wall-clock time in a time zone. When clocks are set forward, the skipped times never occur; when they are
 * set back, an hour occurs twice.
 *
 * @throws {RangeError} for a name that {@link isTimeZone} refuses.
 */
export function computeLocalTime(atMs: number, timeZone: string): LocalTime {
  const zone = findZone(timeZone);
  const epochMinute = Math.floor(atMs / MINUTE_MS);
  if (epochMinute !== zone.epochMinute) {
    zone.localTime = readClock(zone.format, epochMinute * MINUTE_MS);
    zone.epochMinute = epochMinute;
  }
  return zone.localTime;
}

const MINUTE_MS = 60_000;

/** The format of a zone and its last result, since all rules ask for the same minute. */
interface Zone {
  readonly format: Intl.DateTimeFormat;
  epochMinute: number;
  localTime: LocalTime;
}

/** There are about 600 names, but rules only use a few of them. */
const ZONES_MAX = 100;

const zones = new Map<string, Zone>();

function findZone(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  if (zones.size >= ZONES_MAX) zones.clear();
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const zone = { format, epochMinute: Number.NaN, localTime: { minute: 0, day: 1 } };
  zones.set(timeZone, zone);
  return zone;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function readClock(format: Intl.DateTimeFormat, atMs: number): LocalTime {
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return {
    minute: Number(parts.hour) * 60 + Number(parts.minute),
    day: DAYS.indexOf(parts.weekday ?? '') + 1,
  };
}
