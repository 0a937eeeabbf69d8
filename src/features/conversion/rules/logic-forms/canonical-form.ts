import type { Expression } from '../logic/expression.js';
import { type FormName, formExpression } from './form-expression.js';
import { type LogicFunction, rowsWith } from './logic-function.js';

/** A form in which each term contains every variable. */
export interface CanonicalForm {
  readonly form: FormName;
  /** The rows of the terms, which are minterms in a sum of products and maxterms in a product of sums. */
  readonly rows: readonly number[];
  /** The don't-care rows, none of which is in the expression. */
  readonly dontCares: readonly number[];
  /** Shorthand for the form: `Σm(1, 3) + Σd(5)`, `ΠM(0, 2) · Πd(5)`. */
  readonly shorthand: string;
  readonly expression: Expression;
}

/** Returns the sum of a function's minterms, or the product of its maxterms. */
export function canonicalForm(given: LogicFunction, form: FormName): CanonicalForm {
  const isSum = form === 'SUM_OF_PRODUCTS';
  const { variables } = given;
  const rows = rowsWith(given, isSum ? '1' : '0');
  const dontCares = rowsWith(given, '-');
  const [sign, term, joint] = isSum ? ['Σ', 'm', '+'] : ['Π', 'M', '·'];
  const rest = dontCares.length > 0 ? ` ${joint} ${sign}d(${dontCares.join(', ')})` : '';
  // Without variables there is a single row, with an empty pattern.
  const patterns = rows.map((row) => (variables.length > 0 ? row.toString(2).padStart(variables.length, '0') : ''));
  return {
    form,
    rows,
    dontCares,
    shorthand: `${sign}${term}(${rows.join(', ')})${rest}`,
    expression: formExpression(patterns, variables, form),
  };
}
