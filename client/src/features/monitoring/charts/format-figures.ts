import { formatBytes, formatDecimal } from '../../../lib/i18n/format';

/** Bytes a second in the unit that fits: `1,5 MB/s`. */
export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/** A percentage, with one decimal. */
export function formatPercent(percent: number): string {
  return `${formatDecimal(percent, 1)} %`;
}

/** A temperature, with one decimal. */
export function formatCelsius(celsius: number): string {
  return `${formatDecimal(celsius, 1)} °C`;
}

/** A number with two decimals. */
export function formatPlain(value: number): string {
  return formatDecimal(value, 2);
}
