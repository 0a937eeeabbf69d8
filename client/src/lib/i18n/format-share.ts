import { scaleData } from '../../../../src/shared/units/scale-data';
import { formatDecimal } from './format';
import { readerUnits } from './reader-units';

const BYTES_PER_GIB = 1024 ** 3;

/**
 * Formats a part of something and the whole in the unit that suits the whole: `3,71` and `7,83 GiB`.
 *
 * @param part size in GiB, as in the samples; null if unknown.
 * @param whole size in GiB.
 */
export function formatShare(part: number | null, whole: number): { part: string; whole: string } {
  const { number, unit } = scaleData(whole * BYTES_PER_GIB, 'B', readerUnits.current);
  // Samples are rounded to a hundredth of a GiB, which is ten MiB.
  const digits = whole < 1 ? 0 : 2;
  return {
    part: part === null ? '–' : formatDecimal(whole === 0 ? part : (part / whole) * number, digits),
    whole: `${formatDecimal(number, digits)} ${unit}`,
  };
}
