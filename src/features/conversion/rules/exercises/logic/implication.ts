import type { Expression } from '../../logic/expression.js';
import type { ExerciseRules } from '../exercise-rules.js';
import type { SeededRandom } from '../seeded-random.js';
import type { ExerciseLevel, ImplicationTask } from '../task.js';
import { drawExpression, expressionColumn } from './expression-column.js';
import type { ExpressionParts } from './random-expression.js';

/** Exercises in truth tables of implications and equivalences, in the small letters of propositional logic. */
export const implication: ExerciseRules<ImplicationTask> = {
  ...expressionColumn,
  draw: (random, level) => ({
    kind: 'IMPLICATION',
    ...drawExpression(random, partsOf(random, level), hasImplication),
  }),
};

const ONLY = ['IMPLIES', 'IFF'] as const;
const WITH_AND_OR = ['IMPLIES', 'IFF', 'AND', 'OR'] as const;
const WITH_XOR = ['IMPLIES', 'IFF', 'AND', 'OR', 'XOR'] as const;

function partsOf(random: SeededRandom, level: ExerciseLevel): ExpressionParts {
  if (level === 1) {
    const operands = random.between(2, 3);
    return { variables: ['p', 'q'], operands, operations: operands === 2 ? ONLY : WITH_AND_OR };
  }
  const variables = ['p', 'q', 'r'];
  return { variables, operands: level + 1, operations: level === 2 ? WITH_AND_OR : WITH_XOR };
}

function hasImplication(expression: Expression): boolean {
  if (expression.kind !== 'OPERATION') return false;
  const { operation, inputs } = expression;
  return operation === 'IMPLIES' || operation === 'IFF' || inputs.some(hasImplication);
}
