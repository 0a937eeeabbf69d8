import type { ExerciseRules } from '../exercise-rules.js';
import type { SeededRandom } from '../seeded-random.js';
import type { ExerciseLevel, TruthTableTask } from '../task.js';
import { drawExpression, expressionColumn } from './expression-column.js';
import type { ExpressionParts } from './random-expression.js';

/** Exercises in truth tables of gates. */
export const truthTableColumn: ExerciseRules<TruthTableTask> = {
  ...expressionColumn,
  draw: (random, level) => ({ kind: 'TRUTH_TABLE', ...drawExpression(random, partsOf(random, level)) }),
};

const BASIC = ['AND', 'OR'] as const;
const WITH_XOR = ['AND', 'OR', 'XOR'] as const;
const ALL = ['AND', 'OR', 'XOR', 'NAND', 'NOR', 'XNOR'] as const;

function partsOf(random: SeededRandom, level: ExerciseLevel): ExpressionParts {
  if (level === 1) return { variables: ['A', 'B'], operands: random.between(2, 3), operations: WITH_XOR };
  if (level === 2)
    return {
      variables: ['A', 'B', 'C'],
      operands: random.between(3, 4),
      operations: random.oneOf<ExpressionParts['operations']>([BASIC, WITH_XOR]),
    };
  const variables = random.chance(1, 3) ? ['A', 'B', 'C', 'D'] : ['A', 'B', 'C'];
  return { variables, operands: variables.length + random.between(0, 1), operations: ALL };
}
