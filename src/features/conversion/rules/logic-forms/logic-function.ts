import type { Expression } from '../logic/expression.js';
import { computeColumn, variablesOf } from './columns.js';

/** The output of a function for one assignment; `-` for a don't-care. */
export type Output = '0' | '1' | '-';

/** A function of truth values, given by the result column of its truth table. */
export interface LogicFunction {
  /** The variables, at most 6. The first one is the highest bit of a row's number. */
  readonly variables: readonly string[];
  /** The output of each row, in binary counting order. */
  readonly outputs: readonly Output[];
}

/** Returns the function of an expression, with its variables in alphabetical order. */
export function buildFunction(expression: Expression): LogicFunction {
  const variables = variablesOf(expression);
  const column = computeColumn(expression, variables);
  const outputs = Array.from({ length: 2 ** variables.length }, (_, row): Output => (bitAt(column, row) ? '1' : '0'));
  return { variables, outputs };
}

/** Returns the numbers of the rows that have this output. */
export function rowsWith({ outputs }: Pick<LogicFunction, 'outputs'>, output: Output): number[] {
  return outputs.flatMap((given, row) => (given === output ? [row] : []));
}

function bitAt(column: Uint32Array, row: number): boolean {
  return (((column[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
}
