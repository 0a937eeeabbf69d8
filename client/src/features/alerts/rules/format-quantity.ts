import type { FigureUnit } from '../../../../../src/features/alerts/rules/figures';
import { formatBytes, formatDecimal, formatDuration, formatPercent } from '../../../lib/i18n/format';

const MINUTE = 60;

/** Formats a reading in its unit and the reader's locale: `37,4%`, `1,5 MB/s`, `0,42`, `12 s`. */
export function formatQuantity(value: number, unit: FigureUnit): string {
  switch (unit) {
    case 'percent':
      return formatPercent(value);
    case 'bytesPerSecond':
      // A decrease over a window gives a negative value.
      return `${value < 0 ? '−' : ''}${formatBytes(Math.abs(value))}/s`;
    case 'seconds':
      return formatLength(value);
    case 'load':
      return formatDecimal(value, 2);
  }
}

/** Formats a duration: in seconds below a minute, otherwise in its two largest units. */
export function formatLength(seconds: number): string {
  return seconds < MINUTE ? `${Math.round(seconds)} s` : formatDuration(seconds);
}
