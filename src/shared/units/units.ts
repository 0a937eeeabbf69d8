/** Options of each choice that a person has about quantities and times; the first one is the default. */
const unitOptions = {
  dataRates: ['bytes', 'bits'],
  unitPrefixes: ['binary', 'decimal'],
  temperature: ['celsius', 'fahrenheit'],
  timeZone: ['browser', 'server'],
  clock: ['language', 'h24', 'h12'],
} as const;

type Options = typeof unitOptions;

/** The units in which a person reads quantities, and the zone and clock of times. */
export type Units = { readonly [Choice in keyof Options]: Options[Choice][number] };

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
