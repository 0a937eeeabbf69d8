import { durationText } from '../../../../shared/time/duration-text.js';
import { scaleRate } from '../../../../shared/units/scale-data.js';
import type { Units } from '../../../../shared/units/units.js';
import type { FigureUnit } from '../../rules/figures.js';

/** Formats a value with its unit for a locale and a reader: `93,1%`, `12.3 MiB/s`, `2 min 5 s`. */
export function figureText(figure: number, unit: FigureUnit, locale: string, units: Units): string {
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
  if (unit === 'percent') return `${number(figure, 1)}%`;
  if (unit === 'seconds') return durationText(Math.max(0, Math.round(figure))) || '0 s';
  if (unit === 'bytesPerSecond') {
    const scaled = scaleRate(figure, units);
    return `${number(scaled.number, 1)} ${scaled.unit}`;
  }
  return number(figure, 2);
}
