import type { Expression } from '../logic/expression.js';
import type { Bit } from '../logic/logic-operations.js';

/** A sum of products is 1 if any of its products is; a product of sums is 0 if any of its sums is. */
export const formNames = ['SUM_OF_PRODUCTS', 'PRODUCT_OF_SUMS'] as const;

export type FormName = (typeof formNames)[number];

/**
 * Builds the expression of a form from the patterns of its terms: `1-0` is A·C' in a sum of products and A' + C in a
 * product of sums. A sum without terms is 0; a product without terms is 1.
 */
export function formExpression(patterns: readonly string[], variables: readonly string[], form: FormName): Expression {
  const isSum = form === 'SUM_OF_PRODUCTS';
  const terms = patterns.map((pattern) => {
    const literals = [...pattern].flatMap((sign, index) => {
      const name = variables[index];
      return sign === '-' || name === undefined ? [] : [literal(name, (sign === '1') === isSum)];
    });
    return chain(literals, isSum ? 'AND' : 'OR', isSum ? 1 : 0);
  });
  return chain(terms, isSum ? 'OR' : 'AND', isSum ? 0 : 1);
}

function literal(name: string, isPlain: boolean): Expression {
  const variable: Expression = { kind: 'VARIABLE', name };
  return isPlain ? variable : { kind: 'OPERATION', operation: 'NOT', inputs: [variable] };
}

/** Joins parts by an operation. Without parts, returns the constant `ofNone`. */
function chain(parts: readonly Expression[], operation: 'AND' | 'OR', ofNone: Bit): Expression {
  const [first, ...rest] = parts;
  if (!first) return { kind: 'CONSTANT', value: ofNone };
  return rest.reduce((left, right) => ({ kind: 'OPERATION', operation, inputs: [left, right] }), first);
}
