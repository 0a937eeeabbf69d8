import { formatBytes, formatDecimal } from '../../lib/i18n/format';

/** Between a figure and its unit: no line breaks there. */
const NO_BREAK = '\u00a0';

/** Bytes a second in the unit that fits: `1,5 MB/s`. */
export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond).replace(' ', NO_BREAK)}/s`;
}

/** A temperature, with one decimal. */
export function formatCelsius(celsius: number): string {
  return `${formatDecimal(celsius, 1)}${NO_BREAK}°C`;
}

/** A number with two decimals. */
export function formatPlain(value: number): string {
  return formatDecimal(value, 2);
}

/** The label of a grid line: the figure without decimals that are zero. */
export function withoutZeros(figure: string): string {
  return figure.replace(/([.,]\d*?)0+(?=\D*$)/, '$1').replace(/[.,](?=\D*$)/, '');
}

/** A figure that is written large, and its unit, which is written small beside it. */
export interface FigureParts {
  readonly figure: string;
  /** With the space before it, where there is one. */
  readonly unit: string;
}

/** Parts a figure from its unit: `1,5` and ` MB/s`. */
export function figureParts(text: string): FigureParts {
  const unitAt = /^[-\d.,]*/.exec(text)?.[0].length ?? 0;
  return { figure: text.slice(0, unitAt), unit: text.slice(unitAt) };
}
