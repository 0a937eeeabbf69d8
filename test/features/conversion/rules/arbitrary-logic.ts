import fc from 'fast-check';
import type { Expression } from '../../../../src/features/conversion/rules/logic/expression.js';
import {
  type BinaryOperation,
  type Bit,
  logicOperations,
} from '../../../../src/features/conversion/rules/logic/logic-operations.js';

const binary = fc.constantFrom(...(Object.keys(logicOperations) as BinaryOperation[]));

export function arbitraryExpression(names: readonly string[]): fc.Arbitrary<Expression> {
  return fc.letrec<{ expression: Expression }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(...names).map((name): Expression => ({ kind: 'VARIABLE', name })),
      fc.constantFrom<Bit>(0, 1).map((value): Expression => ({ kind: 'CONSTANT', value })),
      tie('expression').map((input): Expression => ({ kind: 'OPERATION', operation: 'NOT', inputs: [input] })),
      fc
        .tuple(binary, tie('expression'), tie('expression'))
        .map(([operation, ...inputs]): Expression => ({ kind: 'OPERATION', operation, inputs })),
    ),
  })).expression;
}
