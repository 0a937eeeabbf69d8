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
