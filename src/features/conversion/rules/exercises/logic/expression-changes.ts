import type { Expression } from '../../logic/expression.js';

export type Operation = Extract<Expression, { kind: 'OPERATION' }>;

/**
 * Changes operations of an expression: first all that `change` applies to, then each of them alone. `change` returns
 * undefined for operations that it leaves as they are.
 */
export function changedAtPlaces(
  expression: Expression,
  change: (operation: Operation) => Expression | undefined,
): Expression[] {
  return [changedEverywhere(expression, change), ...changedOnce(expression, change)];
}

function changedEverywhere(
  expression: Expression,
  change: (operation: Operation) => Expression | undefined,
): Expression {
  if (expression.kind !== 'OPERATION') return expression;
  const inner = { ...expression, inputs: expression.inputs.map((input) => changedEverywhere(input, change)) };
  return change(inner) ?? inner;
}

function changedOnce(expression: Expression, change: (operation: Operation) => Expression | undefined): Expression[] {
  if (expression.kind !== 'OPERATION') return [];
  const here = change(expression);
  const inside = expression.inputs.flatMap((input, at) =>
    changedOnce(input, change).map((changed) => ({ ...expression, inputs: expression.inputs.with(at, changed) })),
  );
  return here ? [here, ...inside] : inside;
}
