import type { Expression } from '../../conversion/rules/logic/expression.js';
import { applyLogic, type Bit } from '../../conversion/rules/logic/logic-operations.js';
import type { AlertExpression } from './expression/alert-expression.js';
import { variableNames } from './expression/atom-reader.js';
import type { Comparison, Quantity, TimeOfDay } from './expression/atoms.js';
import { computeLocalTime, type LocalTime } from './time-zone.js';

/** Reads a quantity of a host at one moment; null if unknown. */
export type ReadQuantity = (quantity: Quantity) => number | null;

export interface Evaluation {
  /** `unknown` if there are comparisons and none of them has a value. */
  readonly result: 'true' | 'false' | 'unknown';
  /** In the order of the expression's atoms. The value is null if missing, and for times. */
  readonly atoms: readonly AtomEvaluation[];
}

export interface AtomEvaluation {
  readonly bit: Bit;
  readonly value: number | null;
}

/** Evaluates a condition at one moment. A comparison without a value is false. `timeZone` is an IANA name. */
export function evaluate(
  { expression, atoms }: AlertExpression,
  read: ReadQuantity,
  atMs: number,
  timeZone: string,
): Evaluation {
  let comparisons = 0;
  let missing = 0;
  const evaluated = atoms.map((atom): AtomEvaluation => {
    if (atom.kind === 'time') return { bit: isWithin(atom, computeLocalTime(atMs, timeZone)) ? 1 : 0, value: null };
    const value = read(atom.quantity);
    comparisons += 1;
    if (value === null) missing += 1;
    return { bit: value !== null && holds(atom, value) ? 1 : 0, value };
  });
  if (comparisons > 0 && missing === comparisons) return { result: 'unknown', atoms: evaluated };
  return { result: bitOf(expression, evaluated) === 1 ? 'true' : 'false', atoms: evaluated };
}

function holds({ operator, limit }: Comparison, value: number): boolean {
  switch (operator) {
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
  }
}

/** Whether a time is within a span. A span that passes midnight belongs to the day on which it begins. */
function isWithin({ fromMinute, toMinute, days }: TimeOfDay, { minute, day }: LocalTime): boolean {
  if (fromMinute < toMinute) return minute >= fromMinute && minute < toMinute && days.includes(day);
  const dayBefore = day === 1 ? 7 : day - 1;
  return (minute >= fromMinute && days.includes(day)) || (minute < toMinute && days.includes(dayBefore));
}

function bitOf(expression: Expression, atoms: readonly AtomEvaluation[]): Bit {
  if (expression.kind === 'CONSTANT') return expression.value;
  if (expression.kind === 'VARIABLE') return atoms[variableNames.indexOf(expression.name)]?.bit ?? 0;
  const [first, second] = expression.inputs;
  if (!first) throw new TypeError('An operation without an input');
  return applyLogic(expression.operation, bitOf(first, atoms), second ? bitOf(second, atoms) : 0);
}
