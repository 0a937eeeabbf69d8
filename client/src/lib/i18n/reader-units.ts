import type { ReaderUnits } from '../../../../src/shared/units/reader-units';

/** The reader's units; visitors have the default ones. Read for each figure, so that a change shows at once. */
export const readerUnits: { current: ReaderUnits } = { current: {} };

/**
 * Takes over the reader's units. Leaves out a time zone that this browser does not know, since the server may know newer
 * ones: otherwise no page could show a time, not even the one where the choice is undone.
 */
export function setReaderUnits(units: ReaderUnits): void {
  readerUnits.current = units;
  try {
    new Intl.DateTimeFormat('en', units.times);
  } catch {
    readerUnits.current = { ...units, times: { hourCycle: units.times?.hourCycle } };
  }
}
