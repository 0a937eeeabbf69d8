import type { FigureUnit } from '../figures.js';

interface UnitName {
  /** The canonical spelling. */
  readonly text: string;
  /** Other spellings, without accents. Case does not matter. */
  readonly others: readonly string[];
  readonly factor: number;
}

const SECONDS: readonly UnitName[] = [
  { text: 's', others: ['sec', 'secs', 'seg', 'segs', ...plurals('second', 'segundo')], factor: 1 },
  { text: 'min', others: ['m', 'mins', ...plurals('minute', 'minuto')], factor: 60 },
  { text: 'h', others: ['hr', 'hrs', ...plurals('hour', 'hora')], factor: 3600 },
  { text: 'd', others: plurals('day', 'dia'), factor: 86_400 },
];

/** Units from the smallest to the largest. KB, MB and so on mean the same as KiB and MiB: 1024 bytes and its powers. */
const UNITS: Readonly<Record<FigureUnit, readonly UnitName[]>> = {
  percent: [{ text: '%', others: ['percent'], factor: 1 }],
  load: [],
  bytesPerSecond: ['B', 'KiB', 'MiB', 'GiB', 'TiB'].map((text, power) => ({
    text: `${text}/s`,
    others: [text, text.replace('i', ''), `${text.replace('i', '')}/s`],
    factor: 1024 ** power,
  })),
  seconds: SECONDS,
};

/** Decimal places that limits are rounded to, so that equal limits in different units give the same number. */
const DECIMALS: Readonly<Record<FigureUnit, number>> = { percent: 6, load: 6, bytesPerSecond: 0, seconds: 3 };

function plurals(...words: readonly string[]): string[] {
  return words.flatMap((word) => [word, `${word}s`]);
}

export function unitNames(unit: FigureUnit): string[] {
  return UNITS[unit].map(({ text }) => text);
}

/** Returns the factor that converts a unit, as the user wrote it, to the figure's unit; undefined if the unit is unknown. */
export function unitFactor(unit: FigureUnit, written: string): number | undefined {
  const isWritten = (text: string) => text.toLowerCase() === written.toLowerCase();
  return UNITS[unit].find(({ text, others }) => isWritten(text) || others.some(isWritten))?.factor;
}

/** Converts a number to the figure's unit. */
export function convertLimit(number: number, unit: FigureUnit, factor: number): number {
  const scale = 10 ** DECIMALS[unit];
  // Adding 0 avoids negative zero.
  return Math.round(number * factor * scale) / scale + 0;
}

/** Writes a limit in the largest unit that needs at most two decimals: `1.5 GiB/s`, `90 %`, `2 min`. */
export function textOfLimit(limit: number, unit: FigureUnit): string {
  for (const { text, factor } of UNITS[unit].toReversed()) {
    const count = Math.round((limit / factor) * 100) / 100;
    if (Math.abs(count) >= 1 && convertLimit(count, unit, factor) === limit) return `${textOfNumber(count)} ${text}`;
  }
  const [smallest] = UNITS[unit];
  return smallest ? `${textOfNumber(limit)} ${smallest.text}` : textOfNumber(limit);
}

/** Writes the length of a window: `10m`, `24h`, `90s`. */
export function textOfWindow(windowMs: number): string {
  const seconds = windowMs / 1000;
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${textOfNumber(seconds)}s`;
}

/** One to three digits, a separator and three more digits, which could mean 1500 as well as one and a half. */
export const AMBIGUOUS_NUMBER = /^[1-9]\d{0,2}[.,]\d{3}$/;

function textOfNumber(value: number): string {
  const text = String(value);
  return AMBIGUOUS_NUMBER.test(text.replace('-', '')) ? `${text}0` : text;
}
