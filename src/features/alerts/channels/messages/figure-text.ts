import { durationText } from '../../../../shared/time/duration-text.js';
import type { FigureUnit } from '../../rules/figures.js';

/** Units of bytes per second, each 1024 times the previous one, as in expressions. */
const BYTE_UNITS = ['B/s', 'KB/s', 'MB/s', 'GB/s', 'TB/s'];

/** Formats a value with its unit for a locale: `93,1%`, `12.3 MB/s`, `2 min 5 s`. */
export function figureText(figure: number, unit: FigureUnit, locale: string): string {
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
  if (unit === 'percent') return `${number(figure, 1)}%`;
  if (unit === 'seconds') return durationText(Math.max(0, Math.round(figure))) || '0 s';
  if (unit === 'bytesPerSecond') {
    const step = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.abs(figure) || 1) / 10)));
    return `${number(figure / 1024 ** step, 1)} ${BYTE_UNITS[step]}`;
  }
  return number(figure, 2);
}
