import type { Unit } from '../../../../../../src/features/monitoring/measure';
import { FAHRENHEIT } from '../../../../lib/i18n/format-temperature';
import { readerUnits } from '../../../../lib/i18n/reader-units';

/** How a stored figure becomes the one that the reader sees: multiplied, then added to. */
export interface UnitReading {
  readonly factor: number;
  readonly offset: number;
  /** Whether units of data are powers of 1,024. */
  readonly binary: boolean;
}

/** Returns how figures of a unit are read, so that an axis can be divided where the reader sees round numbers. */
export function readingOfUnit(unit: Unit): UnitReading {
  const { dataRates, unitPrefixes, temperature } = readerUnits.current;
  if (unit === 'celsius' && temperature === 'fahrenheit') return { ...FAHRENHEIT, binary: false };
  if (unit !== 'bytesPerSecond') return { factor: 1, offset: 0, binary: false };
  return { factor: dataRates === 'bits' ? 8 : 1, offset: 0, binary: unitPrefixes !== 'decimal' };
}
