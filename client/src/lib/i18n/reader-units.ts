import type { Units } from '../../../../src/shared/units/units';

/** How the reader of the page wants quantities and times written. */
export interface ReaderUnits extends Partial<Pick<Units, 'dataRates' | 'unitPrefixes' | 'temperature'>> {
  /** Zone and clock, unless they are those of the browser and of the language. */
  readonly times?: Pick<Intl.DateTimeFormatOptions, 'timeZone' | 'hourCycle'>;
}

/** The present units; visitors have the default ones. Read for each figure, so that a change shows at once. */
export const readerUnits: { current: ReaderUnits } = { current: {} };
