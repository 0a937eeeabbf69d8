import type { Token } from '../../../conversion/rules/logic/expression-token.js';
import type { TokenCursor } from '../../../conversion/rules/logic/token-cursor.js';
import { type FigureName, figures, type WindowFunction, windowFunctions } from '../figures.js';
import { type Comparison, type ComparisonOperator, comparisonOperators, type Quantity } from './atoms.js';
import { fault } from './fault.js';
import { readLimit, readWindowMs } from './read-number.js';
import { readSign } from './read-sign.js';
import { suggestions } from './suggestions.js';
import { textOfLimit, textOfWindow } from './units.js';

interface ReadComparison {
  readonly comparison: Comparison;
  /** Whether the limit has a unit. */
  readonly hasUnit: boolean;
}

/** Reads a comparison from its first word: `cpu > 90 %`, `avg(cpu, 10m) > 90`, `disk("/var") >= 90`. */
export function readComparison(cursor: TokenCursor): ReadComparison {
  const quantity = readQuantity(cursor);
  const { unit } = figures[quantity.name];
  const figure = textOfQuantity(quantity);
  const operator = readOperator(cursor, figure);
  const { limit, hasUnit } = readLimit(cursor, unit, { figure, operator });
  const text = `${figure} ${operator} ${textOfLimit(limit, unit)}`;
  return { comparison: { kind: 'comparison', text, quantity, operator, limit, unit }, hasUnit };
}

/** Writes a quantity in canonical form: `cpu`, `rise(disk("/var"), 24h)`. */
export function textOfQuantity(quantity: Quantity): string {
  const figure = quantity.path === undefined ? quantity.name : `${quantity.name}("${quantity.path}")`;
  return quantity.kind === 'figure' ? figure : `${quantity.function}(${figure}, ${textOfWindow(quantity.windowMs)})`;
}

function readQuantity(cursor: TokenCursor): Quantity {
  const token = cursor.take();
  const windowFunction = readWindowFunction(token);
  if (windowFunction === undefined) {
    const name = readFigureName(token);
    if (name === undefined) throw fault('nameUnknown', token, { suggestions: suggestions.operands });
    return { kind: 'figure', name, ...readPath(cursor, name) };
  }
  readSign(cursor, '(');
  const figure = cursor.take();
  const name = readFigureName(figure);
  if (name === undefined) throw fault('nameUnknown', figure, { suggestions: suggestions.figuresOfWindows });
  if (!figures[name].hasWindows) throw fault('windowless', figure, { suggestions: suggestions.figuresOfWindows });
  const path = readPath(cursor, name);
  readSign(cursor, ',');
  const windowMs = readWindowMs(cursor);
  readSign(cursor, ')');
  return { kind: 'window', function: windowFunction, name, ...path, windowMs };
}

function readWindowFunction({ found }: Token): WindowFunction | undefined {
  return windowFunctions.find((name) => name === found.toLowerCase());
}

function readFigureName({ found }: Token): FigureName | undefined {
  const name = found.toLowerCase();
  return Object.hasOwn(figures, name) ? (name as FigureName) : undefined;
}

/**
 * A quoted string that canonical expressions can quote again because it has no quotation marks or control characters.
 */
const QUOTED_PATH = /^.([^"\p{C}]+).$/u;

function readPath(cursor: TokenCursor, name: FigureName): { path?: string } {
  if (name !== 'disk' || cursor.peek().kind !== 'open') return {};
  cursor.take();
  const token = cursor.peek();
  if (/^["“']$/.test(token.found)) throw fault('quoteUnclosed', token, { suggestions: suggestions.signs(token.found) });
  const path = token.kind === 'quoted' ? QUOTED_PATH.exec(token.found)?.[1] : undefined;
  if (path === undefined) throw fault('pathExpected', token, { suggestions: suggestions.paths });
  cursor.take();
  readSign(cursor, ')');
  return { path };
}

/** Signs for “at least” and “at most” found on phone keyboards. */
const OTHER_SIGNS: Readonly<Record<string, ComparisonOperator>> = { '≥': '>=', '≤': '<=' };

function readOperator(cursor: TokenCursor, figure: string): ComparisonOperator {
  const token = cursor.peek();
  const operator = OTHER_SIGNS[token.found] ?? comparisonOperators.find((sign) => sign === token.found);
  if (!operator) throw fault('comparisonExpected', token, { about: figure, suggestions: suggestions.comparisons });
  cursor.take();
  return operator;
}
