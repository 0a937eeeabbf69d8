import { message } from '../../../../../i18n/message.js';
import { type Expression, textOf } from '../../logic/expression.js';
import type { LogicOperationName } from '../../logic/logic-operations.js';
import type { Notation } from '../../logic/notation.js';
import { signOf, textIn } from '../../logic/notation-text.js';
import { parseAsWritten } from '../../logic/parse-expression.js';
import { truthTable } from '../../logic/truth-table.js';
import { buildFunction } from '../../logic-forms/logic-function.js';
import type { RuleKey } from '../../sign-text.js';
import { isUnreadable } from '../../unreadable.js';
import { CORRECT, type ExerciseRules, type UsualMistake, unreadable, usual, wrong } from '../exercise-rules.js';
import { type MistakeKind, mistake } from '../mistake.js';
import { compact } from '../numbers/answer-text.js';
import { inverted } from '../numbers/bit-pattern.js';
import { reversed } from '../numbers/digit-text.js';
import type { SeededRandom } from '../seeded-random.js';
import type { ColumnTask } from '../task.js';
import { changedAtPlaces, type Operation } from './expression-changes.js';
import { type ExpressionParts, randomExpression } from './random-expression.js';

/** Rules of exercises in finding an expression's truth table column, from the first row to the last. */
export const expressionColumn: Omit<ExerciseRules<ColumnTask>, 'draw'> = {
  /** Alike with the same column, as `A XOR B` and `B XOR A`. */
  likeness: (task) => `${task.variables.join('')} ${columnOf(expressionOf(task), task)}`,

  question: (task, notation) =>
    message('rules.exercise.truthTable', {
      expression: expressionText(task, notation),
      variables: task.variables.join(''),
      rows: 2 ** task.variables.length,
    }),

  hints(task, notation) {
    const { nodes, columns, rows } = truthTable(expressionOf(task), notation);
    const operations = new Set(nodes.flatMap(({ operation }) => (operation ? [operation] : [])));
    const ones = rows.filter(({ result }) => result === 1).length;
    return [
      ...[...operations].map((operation) =>
        message('rules.exercise.hint.operation', { operation, name: nameOf(operation, notation) }),
      ),
      ...columns.slice(0, -1).map(({ expression }, index) => {
        const column = rows.map(({ values }) => values[index]).join(' ');
        return message('rules.exercise.hint.columnOf', { expression, column });
      }),
      message('rules.exercise.hint.ones', { ones }),
    ];
  },

  solution: (task) => columnOf(expressionOf(task), task),

  usualMistakes(task) {
    const expression = expressionOf(task);
    const column = columnOf(expression, task);
    const misread = MISREADINGS.flatMap(([kind, change]) =>
      changedAtPlaces(expression, change).map((changed): [MistakeKind, string] => [kind, columnOf(changed, task)]),
    );
    // The first mistake of an answer names it, so the likeliest ones come first.
    const candidates: readonly [MistakeKind, string][] = [
      ...misread,
      ['BRACKETS_IGNORED', columnOf(withoutBrackets(task), task)],
      ['COLUMN_INVERTED', inverted(column)],
      ['COLUMN_UPSIDE_DOWN', reversed(column)],
    ];
    const known = new Map<string, UsualMistake>();
    for (const [kind, answer] of candidates) {
      if (answer !== column && !known.has(answer)) known.set(answer, usual(kind, answer));
    }
    return [...known.values()];
  },

  grade(task, answer) {
    const column = columnOf(expressionOf(task), task);
    const given = readColumn(answer);
    if (!/^[01]+$/.test(given)) return unreadable('rules.exercise.noColumn');
    const lengths = { given: given.length, wanted: column.length };
    if (given.length < column.length) return wrong(mistake('ROWS_MISSING', lengths));
    if (given.length > column.length) return wrong(mistake('ROWS_TOO_MANY', lengths));
    if (given === column) return CORRECT;
    const usual = expressionColumn.usualMistakes(task).find((known) => known.answer === given);
    if (usual) return wrong(usual.mistake);
    const rows = [...given].filter((bit, at) => bit !== column[at]).length;
    return wrong(rows === 1 ? mistake('ONE_ROW_WRONG') : mistake('ROWS_WRONG', { rows }));
  },
};

/** Draws an expression whose column is not constant, which would be either a riddle or a giveaway. */
export function drawExpression(
  random: SeededRandom,
  parts: ExpressionParts,
  isWanted: (expression: Expression) => boolean = () => true,
): Pick<ColumnTask, 'expression' | 'variables'> {
  const { variables } = parts;
  for (;;) {
    const expression = randomExpression(random, parts);
    if (hasEqualInputs(expression) || !isWanted(expression)) continue;
    const column = columnOf(expression, { variables });
    if (column.includes('0') && column.includes('1')) return { expression: textOf(expression), variables };
  }
}

/** Writes the task's expression in a notation, or in words without one. */
export function expressionText(task: ColumnTask, notation?: Notation): string {
  return textIn(expressionOf(task), notation);
}

/** Names an operation, with its sign in the sheet's expressions. */
function nameOf(operation: LogicOperationName, notation: Notation | undefined) {
  return message<RuleKey>('rules.exercise.operationName', { operation, sign: signOf(operation, notation ?? 'WORDS') });
}

/** The ways of misreading an operation, each of which may happen at every place or at a single one. */
const MISREADINGS: readonly [MistakeKind, (operation: Operation) => Expression | undefined][] = [
  ['XOR_AS_OR', renamed({ XOR: 'OR', XNOR: 'NOR' })],
  ['IMPLICATION_BACKWARDS', backwards],
  ['IMPLICATION_AS_EQUIVALENCE', renamed({ IMPLIES: 'IFF' })],
  ['EQUIVALENCE_AS_IMPLICATION', renamed({ IFF: 'IMPLIES' })],
  ['IMPLICATION_AS_AND', renamed({ IMPLIES: 'AND' })],
  ['NEGATION_FORGOTTEN', withoutNegation],
  ['AND_FOR_OR', renamed({ AND: 'OR', OR: 'AND', NAND: 'NOR', NOR: 'NAND' })],
];

function renamed(names: Partial<Record<LogicOperationName, LogicOperationName>>) {
  return (read: Operation): Expression | undefined => {
    const operation = names[read.operation];
    return operation && { ...read, operation };
  };
}

function backwards(read: Operation): Expression | undefined {
  return read.operation === 'IMPLIES' ? { ...read, inputs: read.inputs.toReversed() } : undefined;
}

function withoutNegation(read: Operation): Expression | undefined {
  return read.operation === 'NOT' ? read.inputs[0] : renamed({ NAND: 'AND', NOR: 'OR', XNOR: 'XOR' })(read);
}

/** Whether an expression contains an operation with equal inputs, e.g. `A AND A`. */
function hasEqualInputs(expression: Expression): boolean {
  if (expression.kind !== 'OPERATION') return false;
  const [first, second] = expression.inputs;
  const areEqual = first !== undefined && second !== undefined && textOf(first) === textOf(second);
  return areEqual || expression.inputs.some(hasEqualInputs);
}

function expressionOf({ expression }: ColumnTask): Expression {
  return parsed(expression);
}

/** Parses the expression without its brackets. */
function withoutBrackets({ expression }: ColumnTask): Expression {
  return parsed(expression.replace(/[()]/g, ''));
}

/** Parses an expression in canonical form, with its variables spelt as they are. */
function parsed(text: string): Expression {
  const expression = parseAsWritten(text, 'WORDS');
  if (isUnreadable(expression)) throw new Error(`An exercise has an expression that cannot be read: ${text}`);
  return expression;
}

function columnOf(expression: Expression, { variables }: Pick<ColumnTask, 'variables'>): string {
  return buildFunction(expression, variables).outputs.join('');
}

/** Parses a column. `V`, `T` and `1` are true, `F` and `0` are false; separators are ignored. */
function readColumn(answer: string): string {
  return compact(answer)
    .replace(/[,;|/.-]/g, '')
    .replace(/[VT]/gi, '1')
    .replace(/F/gi, '0');
}
