import { type Expression, variablesOf, withNamesOf } from '../logic/expression.js';
import type { Bit } from '../logic/logic-operations.js';
import { computeColumn } from './columns.js';

export interface Equivalence {
  readonly areEquivalent: boolean;
  /** The variables of both expressions, in alphabetical order. */
  readonly variables: readonly string[];
  /** The first assignment for which they differ; undefined if they are equivalent. */
  readonly counterexample: Counterexample | undefined;
}

export interface Counterexample {
  /** Values of the variables, in the variables' order. */
  readonly inputs: readonly Bit[];
  readonly resultA: Bit;
  readonly resultB: Bit;
}

/**
 * Compares two expressions, which may have different variables but at most 12 in total. A variable may be a capital in
 * one and small in the other.
 */
export function areEquivalent(a: Expression, given: Expression): Equivalence {
  const b = withNamesOf(a, given);
  const variables = variablesOf(a, b);
  const [columnA, columnB] = [computeColumn(a, variables), computeColumn(b, variables)];
  const rows = 2 ** variables.length;
  for (let row = 0; row < rows; row += 1) {
    const [resultA, resultB] = [bitAt(columnA, row), bitAt(columnB, row)];
    if (resultA !== resultB) {
      const inputs = variables.map((_name, index) => ((row >> (variables.length - 1 - index)) & 1) as Bit);
      return { areEquivalent: false, variables, counterexample: { inputs, resultA, resultB } };
    }
  }
  return { areEquivalent: true, variables, counterexample: undefined };
}

function bitAt(column: Uint32Array, row: number): Bit {
  return (((column[row >>> 5] ?? 0) >>> (row & 31)) & 1) as Bit;
}
