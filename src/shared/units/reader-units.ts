import type { Units } from './units.js';

/** How the reader of a page wants quantities and times written: the part of a person's units that formats need. */
export interface ReaderUnits extends Partial<Pick<Units, 'dataRates' | 'unitPrefixes' | 'temperature'>> {
  /** Zone and clock, unless they are those of the browser and of the language. */
  readonly times?: { readonly timeZone?: string | undefined; readonly hourCycle?: 'h12' | 'h23' | undefined };
}

/** Returns the units of a person for formats. Imported by server and browser. */
export function readerUnitsOf(
  { dataRates, unitPrefixes, temperature, timeZone, clock }: Units,
  serverTimeZone: string,
): ReaderUnits {
  const times = { timeZone: timeZone === 'server' ? serverTimeZone : undefined, hourCycle: hourCycleOf(clock) };
  return { dataRates, unitPrefixes, temperature, times };
}

/** Returns the `hourCycle` of `Intl.DateTimeFormat` for a clock; undefined where the language decides. */
export function hourCycleOf(clock: Units['clock']): 'h12' | 'h23' | undefined {
  if (clock === 'language') return undefined;
  return clock === 'h12' ? 'h12' : 'h23';
}
