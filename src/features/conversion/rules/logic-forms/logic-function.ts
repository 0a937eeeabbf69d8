import { type Expression, variablesOf } from '../logic/expression.js';
import { computeColumn } from './columns.js';

/** The output of a function for one assignment; `-` for a don't-care. */
export type Output = '0' | '1' | '-';

/** A function of truth values, given by the result column of its truth table. */
export interface LogicFunction {
  /** The variables, at most 6. The first one is the highest bit of a row's number. */
  readonly variables: readonly string[];
  /** The output of each row, in binary counting order. */
  readonly outputs: readonly Output[];
}

/**
 * Returns the function of an expression.
 *
 * @param variables at least those of the expression, in alphabetical order by default.
 */
export function buildFunction(
  expression: Expression,
  variables: readonly string[] = variablesOf(expression),
): LogicFunction {
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
