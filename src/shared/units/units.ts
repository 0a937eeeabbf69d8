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

/** Returns the name of the time zone in which the server tells times: `America/Sao_Paulo`. */
export function serverTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
