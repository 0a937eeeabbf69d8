/** The units in which a person reads quantities, and the zone and clock of times. */
export interface Units {
  readonly dataRates: 'bytes' | 'bits';
  /** Steps of 1,024 (KiB, MiB, GiB) or of 1,000 (kB, MB, GB). */
  readonly unitPrefixes: 'binary' | 'decimal';
  readonly temperature: 'celsius' | 'fahrenheit';
  readonly timeZone: 'browser' | 'server';
  /** `language`: as is usual in the language of the page or message. */
  readonly clock: 'language' | 'h24' | 'h12';
}

/** Units of accounts that have chosen none, and of readers without an account. */
export const DEFAULT_UNITS: Units = {
  dataRates: 'bytes',
  unitPrefixes: 'binary',
  temperature: 'celsius',
  timeZone: 'browser',
  clock: 'language',
};

/** Returns only the units among an object's properties. */
export function unitsOf({ dataRates, unitPrefixes, temperature, timeZone, clock }: Units): Units {
  return { dataRates, unitPrefixes, temperature, timeZone, clock };
}

/**
 * Returns the name of the time zone in which the server tells times: `America/Sao_Paulo`. Not every system names it:
 * with `TZ=:/etc/localtime` there is no name, with an empty one it is `Etc/Unknown`, which no format accepts. Then it
 * is the zone with the present offset.
 */
export function serverTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone: string | undefined };
  if (timeZone && timeZone !== 'Etc/Unknown') return timeZone;
  return zoneBehindUtc(new Date().getTimezoneOffset());
}

const HOUR_MINUTES = 60;

/** Returns a zone without summer time: `Etc/GMT+3`, or `+05:30` where the offset has no such name. */
export function zoneBehindUtc(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const hours = minutes / HOUR_MINUTES;
  if (Number.isInteger(hours)) return `Etc/GMT${minutes > 0 ? '+' : ''}${hours}`;
  const [whole, rest] = [Math.floor(Math.abs(hours)), Math.abs(minutes) % HOUR_MINUTES];
  return `${minutes > 0 ? '-' : '+'}${[whole, rest].map((part) => String(part).padStart(2, '0')).join(':')}`;
}
