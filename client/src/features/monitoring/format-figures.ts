import type { Unit } from '../../../../src/features/monitoring/measure';
import { formatDecimal } from '../../lib/i18n/format';
import { formatRate } from '../../lib/i18n/format-data';
import { readerUnits } from '../../lib/i18n/reader-units';

/** Prevents a line break between a figure and its unit. */
const NO_BREAK = '\u00a0';

/** Formats bytes per second in a suitable unit of those the reader has chosen: `1,5 MiB/s`. */
export function formatSpeed(bytesPerSecond: number): string {
  return formatRate(bytesPerSecond).replace(' ', NO_BREAK);
}

/** Formats a temperature in the reader's unit: `48,5 °C`, or `119,3 °F`. */
export function formatTemperature(celsius: number): string {
  const { factor, offset } = readingOf('celsius');
  // Rounded first, since a tiny negative number would be written as -0.
  const shown = Math.round((celsius * factor + offset) * 10) / 10 || 0;
  return `${formatDecimal(shown, 1)}${NO_BREAK}°${factor === 1 ? 'C' : 'F'}`;
}

/** How a stored figure becomes what the reader sees: multiplied, then added to. */
export interface Reading {
  readonly factor: number;
  readonly offset: number;
  /** Whether units of data are powers of 1,024. */
  readonly binary: boolean;
}

/** Returns how figures of a unit are read, so that an axis can be divided where the reader sees round numbers. */
export function readingOf(unit: Unit): Reading {
  const { dataRates, unitPrefixes, temperature } = readerUnits.current;
  if (unit === 'celsius' && temperature === 'fahrenheit') return { factor: 1.8, offset: 32, binary: false };
  if (unit !== 'bytesPerSecond') return { factor: 1, offset: 0, binary: false };
  return { factor: dataRates === 'bits' ? 8 : 1, offset: 0, binary: unitPrefixes !== 'decimal' };
}

/** Formats a number with two decimals. */
export function formatPlain(value: number): string {
  return formatDecimal(value, 2);
}

/** Removes trailing zeros after the decimal separator, for grid line labels. */
export function withoutZeros(figure: string): string {
  return figure.replace(/([.,]\d*?)0+(?=\D*$)/, '$1').replace(/[.,](?=\D*$)/, '');
}

/** A figure shown large, with its unit small beside it. */
export interface FigureParts {
  readonly figure: string;
  /** The unit with the space before it, if any. */
  readonly unit: string;
}

/** Splits a figure from its unit: `1,5` and ` MB/s`. */
export function figureParts(text: string): FigureParts {
  const unitAt = /^[-\d.,]*/.exec(text)?.[0].length ?? 0;
  return { figure: text.slice(0, unitAt), unit: text.slice(unitAt) };
}
