import type { Expression } from '../../conversion/rules/logic/expression.js';
import type { MeasureName } from '../../monitoring/measures.js';
import type { AlertExpression } from './expression/alert-expression.js';
import { variableNames } from './expression/atom-reader.js';
import type { Atom } from './expression/atoms.js';
import { constantResultOf } from './expression/constant-comparison.js';
import { figures } from './figures.js';

/** A value that a condition compares a measure with, and that can therefore be drawn as a line on its chart. */
export interface MeasureLimit {
  readonly measure: MeasureName;
  /** In the measure's unit; per processor for the load. */
  readonly limit: number;
}

/**
 * Returns the limits of a condition that a chart can show: comparisons that stand alone or are combined by AND and OR,
 * since crossing such a limit always brings the rule nearer to firing. Under NOT, XOR and the like it may do the
 * opposite, and there a line would mislead. An average, minimum or maximum over a window is on the measure's own scale
 * and counts; a rise, a single file system and figures without a chart do not.
 */
export function limitsOf({ expression, atoms }: AlertExpression): MeasureLimit[] {
  const found = plainVariables(expression).flatMap((name) => limitOf(atoms[variableNames.indexOf(name)]) ?? []);
  const key = ({ measure, limit }: MeasureLimit) => `${measure} ${limit}`;
  return [...new Map(found.map((one) => [key(one), one])).values()];
}

function plainVariables(expression: Expression): string[] {
  if (expression.kind === 'VARIABLE') return [expression.name];
  if (expression.kind === 'CONSTANT') return [];
  const { operation, inputs } = expression;
  return operation === 'AND' || operation === 'OR' ? inputs.flatMap(plainVariables) : [];
}

function limitOf(atom: Atom | undefined): MeasureLimit | undefined {
  if (atom?.kind !== 'comparison' || constantResultOf(atom) !== undefined) return undefined;
  const { quantity, limit } = atom;
  const { measure } = figures[quantity.name];
  if (!measure || quantity.path !== undefined) return undefined;
  return quantity.kind === 'window' && quantity.function === 'rise' ? undefined : { measure, limit };
}
