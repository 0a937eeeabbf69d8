import type { FigureUnit } from '../../../../../src/features/alerts/rules/figures';
import { formatDecimal, formatPercent } from '../../../lib/i18n/format';
import { formatRate } from '../../../lib/i18n/format-data';
import { formatDuration } from '../../../lib/i18n/format-duration';

const MINUTE = 60;

/** Formats a reading in the reader's units and locale: `37,4%`, `1,5 MiB/s`, `0,42`, `12 s`. */
export function formatQuantity(value: number, unit: FigureUnit): string {
  switch (unit) {
    case 'percent':
      return formatPercent(value);
    case 'bytesPerSecond':
      // A decrease over a window gives a negative value.
      return `${value < 0 ? '−' : ''}${formatRate(Math.abs(value))}`;
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
