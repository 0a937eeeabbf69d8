import { formatDecimal } from '../../lib/i18n/format';
import { formatRate } from '../../lib/i18n/format-data';

/** Prevents a line break between a figure and its unit. */
const NO_BREAK = '\u00a0';

/** Formats bytes per second in a suitable unit of those the reader has chosen: `1,5 MiB/s`. */
export function formatSpeed(bytesPerSecond: number): string {
  return formatRate(bytesPerSecond).replace(' ', NO_BREAK);
}

/** Formats a number with two decimals. */
export function formatPlain(value: number): string {
  return formatDecimal(value, 2);
}

/** Removes trailing zeros after the decimal separator, for grid line labels. */
export function withoutZeros(figure: string): string {
  return figure.replace(/([.,]\d*?)0+(?=\D*$)/, '$1').replace(/[.,](?=\D*$)/, '');
}
