import type { Expression } from '../../logic/expression.js';
import type { BinaryOperation } from '../../logic/logic-operations.js';
import type { SeededRandom } from '../seeded-random.js';

export interface ExpressionParts {
  readonly variables: readonly string[];
  /** Number of operands, at least one for each variable. */
  readonly operands: number;
  readonly operations: readonly [BinaryOperation, ...BinaryOperation[]];
}

/** Builds a random expression that contains each variable at least once. */
export function randomExpression(
  random: SeededRandom,
  { variables, operands, operations }: ExpressionParts,
): Expression {
  const repeated = Array.from({ length: operands - variables.length }, () => random.between(0, variables.length - 1));
  const names = shuffled(random, [...variables, ...repeated.map((index) => variables[index] as string)]);
  return combined(
    random,
    names.map((name) => negatedAtTimes(random, { kind: 'VARIABLE', name })),
    operations,
  );
}

function combined(
  random: SeededRandom,
  parts: readonly Expression[],
  operations: ExpressionParts['operations'],
): Expression {
  if (parts.length < 2) return parts[0] as Expression;
  const at = random.between(1, parts.length - 1);
  const operation = random.oneOf(operations);
  const inputs = [parts.slice(0, at), parts.slice(at)].map((side) => combined(random, side, operations));
  const expression: Expression = { kind: 'OPERATION', operation, inputs };
  return parts.length > 2 ? expression : negatedAtTimes(random, expression);
}

function negatedAtTimes(random: SeededRandom, expression: Expression): Expression {
  return random.chance(1, 4) ? { kind: 'OPERATION', operation: 'NOT', inputs: [expression] } : expression;
}

function shuffled<T>(random: SeededRandom, values: readonly T[]): T[] {
  const rest = [...values];
  return values.map(() => rest.splice(random.between(0, rest.length - 1), 1)[0] as T);
}
