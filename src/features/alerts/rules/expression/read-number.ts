import type { TokenCursor } from '../../../conversion/rules/logic/token-cursor.js';
import type { FigureUnit } from '../figures.js';
import type { Suggestion } from './alert-expression-problem.js';
import { WINDOW_MAX_MS, WINDOW_MIN_MS } from './atoms.js';
import { fault } from './fault.js';
import { plain, suggestions } from './suggestions.js';
import { AMBIGUOUS_NUMBER, convertLimit, unitFactor } from './units.js';

/** Larger numbers would not be exact. */
const LIMIT_MAX = 1e15;

const DECIMALS_MAX = 6;

const EXAMPLES: Readonly<Record<FigureUnit, string>> = {
  percent: '90 %',
  load: '1.5',
  bytesPerSecond: '10 MiB/s',
  seconds: '2 min',
};

interface Limit {
  readonly limit: number;
  /** Whether a unit was given. If not, one may follow at the end. */
  readonly hasUnit: boolean;
}

/**
 * Reads the number a figure is compared with, and its unit. Both point and comma are decimal separators, and there are
 * no thousands separators, so an ambiguous number is refused.
 */
export function readLimit(cursor: TokenCursor, unit: FigureUnit, of: { figure: string; operator: string }): Limit {
  const minus = cursor.peek();
  const isNegative = minus.kind === 'sign' && /^[-−]$/.test(minus.found);
  if (isNegative) cursor.take();
  const token = cursor.peek();
  if (token.kind !== 'number') {
    throw fault('numberExpected', token, {
      about: of.operator,
      suggestions: suggestions.examples(EXAMPLES[unit]),
    });
  }
  const number = readNumber(cursor);
  const factor = readUnit(cursor, unit, of.figure);
  const limit = convertLimit(isNegative ? -number : number, unit, factor ?? 1);
  if (Math.abs(limit) >= LIMIT_MAX) throw fault('numberTooLarge', token);
  return { limit, hasUnit: factor !== undefined };
}

/** Reads the length of a window, in milliseconds: `10m`, `10 min`, `1,5 h`. */
export function readWindowMs(cursor: TokenCursor): number {
  const token = cursor.peek();
  if (token.kind !== 'number') throw fault('durationExpected', token, { suggestions: suggestions.durations });
  const number = readNumber(cursor);
  const unit = cursor.peek();
  const factor = unit.kind === 'variable' ? unitFactor('seconds', plain(unit.found)) : undefined;
  if (factor === undefined) throw fault('durationExpected', unit, { suggestions: suggestions.durationUnits });
  cursor.take();
  const windowMs = convertLimit(number, 'seconds', factor) * 1000;
  if (windowMs < WINDOW_MIN_MS || windowMs > WINDOW_MAX_MS) {
    throw fault('durationOutOfRange', token, { suggestions: suggestions.durations });
  }
  return windowMs;
}

function readNumber(cursor: TokenCursor): number {
  const token = cursor.take();
  const [whole = '', decimals = '', ...more] = token.found.split(/[.,]/);
  if (more.length > 0 || AMBIGUOUS_NUMBER.test(token.found)) {
    throw fault('numberAmbiguous', token, { suggestions: waysToWrite(whole, decimals, more) });
  }
  if (decimals.length > DECIMALS_MAX) throw fault('numberTooLarge', token);
  return Number(`${whole}.${decimals}`);
}

function waysToWrite(whole: string, decimals: string, more: readonly string[]): readonly Suggestion[] {
  const withoutSigns = [whole, decimals, ...more].join('');
  return suggestions.examples(withoutSigns, ...(more.length > 0 ? [] : [`${whole}.${decimals}0`]));
}

/** Reads the unit after a number. If there is none, consumes nothing and returns undefined. */
function readUnit(cursor: TokenCursor, unit: FigureUnit, figure: string): number | undefined {
  const number = cursor.previous();
  const token = cursor.peek();
  const isAttached = number !== undefined && token.position === number.position + number.found.length;
  if (token.kind !== 'variable' && token.found !== '%') return undefined;
  const factor = unitFactor(unit, plain(token.found));
  if (factor === undefined) {
    if (!isAttached && !isAnyUnit(token.found)) return undefined;
    throw fault('unitWrong', token, { about: figure, suggestions: suggestions.units(unit) });
  }
  cursor.take();
  if (unit === 'bytesPerSecond') readPerSecond(cursor);
  return factor;
}

function readPerSecond(cursor: TokenCursor): void {
  if (cursor.peek().found !== '/') return;
  cursor.take();
  const second = cursor.take();
  if (plain(second.found) !== 's')
    throw fault('signExpected', second, { about: 's', suggestions: suggestions.signs('s') });
}

function isAnyUnit(written: string): boolean {
  const units: readonly FigureUnit[] = ['percent', 'bytesPerSecond', 'seconds'];
  return units.some((unit) => unitFactor(unit, plain(written)) !== undefined);
}
