import { message } from '../../../../i18n/message.js';
import { type Expression, textOf } from '../logic/expression.js';
import type { LogicOperationName } from '../logic/logic-operations.js';
import { parseExpression } from '../logic/parse-expression.js';
import { type TruthTable, truthTable } from '../logic/truth-table.js';
import { isUnreadable } from '../unreadable.js';
import { compact } from './answer-text.js';
import { CORRECT, type ExerciseRules, type UsualMistake, unreadable, wrong } from './exercise-rules.js';
import { mistake } from './mistake.js';
import { inverted } from './pattern-answer.js';
import { type ExpressionParts, randomExpression } from './random-expression.js';
import type { SeededRandom } from './seeded-random.js';
import type { ExerciseLevel, TruthTableTask } from './task.js';

/** Exercises in finding an expression's truth table column, from the first row to the last. */
export const truthTableColumn: ExerciseRules<TruthTableTask> = {
  draw(random, level) {
    const parts = partsOf(random, level);
    for (;;) {
      const expression = randomExpression(random, parts);
      if (hasEqualInputs(expression)) continue;
      const column = computeColumn(truthTable(expression));
      // A constant column would be either a riddle or a giveaway.
      if (column.includes('0') && column.includes('1')) {
        return { kind: 'TRUTH_TABLE', expression: textOf(expression), variables: parts.variables };
      }
    }
  },

  /** Alike with the same column, as `A XOR B` and `B XOR A`. */
  likeness: (task) => `${task.variables.join('')} ${truthTableColumn.solution(task)}`,

  question: ({ expression, variables }) =>
    message('rules.exercise.truthTable', { expression, variables: variables.join(''), rows: 2 ** variables.length }),

  hints(task) {
    const { nodes, columns, rows } = truthTable(expressionOf(task));
    const operations = new Set(nodes.flatMap(({ operation }) => (operation ? [operation] : [])));
    const ones = rows.filter(({ result }) => result === 1).length;
    return [
      ...[...operations].map((operation) => message('rules.exercise.hint.operation', { operation })),
      ...columns.slice(0, -1).map(({ expression }, index) => {
        const column = rows.map(({ values }) => values[index]).join(' ');
        return message('rules.exercise.hint.columnOf', { expression, column });
      }),
      message('rules.exercise.hint.ones', { ones }),
    ];
  },

  solution: (task) => computeColumn(truthTable(expressionOf(task))),

  usualMistakes(task) {
    const expression = expressionOf(task);
    const column = computeColumn(truthTable(expression));
    const misread = (changes: Parameters<typeof replaced>[1]) =>
      computeColumn(truthTable(replaced(expression, changes)));
    const candidates: UsualMistake[] = [
      { mistake: mistake('COLUMN_INVERTED'), answer: inverted(column) },
      { mistake: mistake('COLUMN_UPSIDE_DOWN'), answer: [...column].reverse().join('') },
      { mistake: mistake('AND_FOR_OR'), answer: misread({ AND: 'OR', OR: 'AND', NAND: 'NOR', NOR: 'NAND' }) },
      { mistake: mistake('XOR_AS_OR'), answer: misread({ XOR: 'OR', XNOR: 'NOR' }) },
      { mistake: mistake('NEGATION_FORGOTTEN'), answer: misread({ NOT: null, NAND: 'AND', NOR: 'OR', XNOR: 'XOR' }) },
      { mistake: mistake('BRACKETS_IGNORED'), answer: computeColumn(truthTable(withoutBrackets(task))) },
    ];
    return candidates.filter(({ answer }) => answer !== column);
  },

  grade(task, answer) {
    const column = truthTableColumn.solution(task);
    const given = readColumn(answer);
    if (!/^[01]+$/.test(given)) return unreadable('rules.exercise.noColumn');
    const lengths = { given: given.length, wanted: column.length };
    if (given.length < column.length) return wrong(mistake('ROWS_MISSING', lengths));
    if (given.length > column.length) return wrong(mistake('ROWS_TOO_MANY', lengths));
    if (given === column) return CORRECT;
    const usual = truthTableColumn.usualMistakes(task).find((known) => known.answer === given);
    if (usual) return wrong(usual.mistake);
    const rows = [...given].filter((bit, at) => bit !== column[at]).length;
    return wrong(rows === 1 ? mistake('ONE_ROW_WRONG') : mistake('ROWS_WRONG', { rows }));
  },
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

/** Whether an expression contains an operation with equal inputs, e.g. `A AND A`. */
function hasEqualInputs(expression: Expression): boolean {
  if (expression.kind !== 'OPERATION') return false;
  const [first, second] = expression.inputs;
  const areEqual = first !== undefined && second !== undefined && textOf(first) === textOf(second);
  return areEqual || expression.inputs.some(hasEqualInputs);
}

function expressionOf({ expression }: TruthTableTask): Expression {
  return parsed(expression);
}

function parsed(text: string): Expression {
  const expression = parseExpression(text);
  if (isUnreadable(expression)) throw new Error(`An exercise has an expression that cannot be read: ${text}`);
  return expression;
}

function computeColumn({ rows }: TruthTable): string {
  return rows.map(({ result }) => result).join('');
}

/** Replaces operations in the expression; null removes a `NOT`. */
function replaced(
  expression: Expression,
  changes: Partial<Record<LogicOperationName, LogicOperationName | null>>,
): Expression {
  if (expression.kind !== 'OPERATION') return expression;
  const inputs = expression.inputs.map((input) => replaced(input, changes));
  const operation = changes[expression.operation];
  if (operation === null) return inputs[0] as Expression;
  return { kind: 'OPERATION', operation: operation ?? expression.operation, inputs };
}

/** Parses the expression without its brackets. */
function withoutBrackets({ expression }: TruthTableTask): Expression {
  return parsed(expression.replace(/[()]/g, ''));
}

/** Parses a column. `V`, `T` and `1` are true, `F` and `0` are false; separators are ignored. */
function readColumn(answer: string): string {
  return compact(answer)
    .replace(/[,;|/.-]/g, '')
    .replace(/[VT]/gi, '1')
    .replace(/F/gi, '0');
}
