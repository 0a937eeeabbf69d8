import { type ScaledData, scaleData, scaleRate } from '../../../../src/shared/units/scale-data';
import { formatDecimal } from './format';
import { readerUnits } from './reader-units';

/** Formats bytes in a suitable unit of those the reader has chosen: `1,5 MiB`, or `1,6 MB`. */
export function formatBytes(bytes: number): string {
  return write(scaleData(bytes, 'B', readerUnits.current));
}

/** Formats a data rate: `1,5 MiB/s`, or `12,6 Mbit/s`. */
export function formatRate(bytesPerSecond: number): string {
  return write(scaleRate(bytesPerSecond, readerUnits.current));
}

function write({ number, unit, isWhole }: ScaledData): string {
  return `${formatDecimal(number, isWhole ? 0 : 1)} ${unit}`;
}

const BYTES_PER_GIB = 1024 ** 3;

/**
 * Formats a part of something and the whole in the unit that suits the whole: `3,71` and `7,83 GiB`.
 *
 * @param part size in GiB, as in the samples; null if unknown.
 * @param whole size in GiB.
 */
export function formatShare(part: number | null, whole: number): { part: string; whole: string } {
  const { number, unit } = scaleData(whole * BYTES_PER_GIB, 'B', readerUnits.current);
  return {
    part: part === null ? '–' : formatDecimal(whole === 0 ? part : (part / whole) * number, 2),
    whole: `${formatDecimal(number, 2)} ${unit}`,
  };
}
