import type { Unit } from '../../../../../../src/features/monitoring/measure';
import { FAHRENHEIT } from '../../../../lib/i18n/format-temperature';
import { readerUnits } from '../../../../lib/i18n/reader-units';
import { type NiceScale, niceScale, type ScaleWish } from './nice-scale';

/** How a stored figure becomes the one that the reader sees: multiplied, then added to. */
export interface UnitReading {
  readonly factor: number;
  readonly offset: number;
  /** Whether units of data are powers of 1,024. */
  readonly binary: boolean;
}

/** Returns how figures of a unit are read. */
export function readingOfUnit(unit: Unit): UnitReading {
  const { dataRates, unitPrefixes, temperature } = readerUnits.current;
  if (unit === 'celsius' && temperature === 'fahrenheit') return { ...FAHRENHEIT, binary: false };
  if (unit !== 'bytesPerSecond') return { factor: 1, offset: 0, binary: false };
  return { factor: dataRates === 'bits' ? 8 : 1, offset: 0, binary: unitPrefixes !== 'decimal' };
}

/** Like {@link niceScale}, but with steps that are round in the reader's units. Wish and scale are in stored ones. */
export function readableScale(unit: Unit, wish: Omit<ScaleWish, 'binary'>): NiceScale {
  const { factor, offset, binary } = readingOfUnit(unit);
  const read = (figure: number) => figure * factor + offset;
  const { low, high, step } = niceScale({
    ...wish,
    minimum: wish.minimum === null ? null : read(wish.minimum),
    maximum: wish.maximum === null ? null : read(wish.maximum),
    minTop: read(wish.minTop),
    maxTop: wish.maxTop === undefined ? undefined : read(wish.maxTop),
    binary,
  });
  return { low: (low - offset) / factor, high: (high - offset) / factor, step: step / factor };
}
