import { message } from '../../../../../i18n/message.js';
import {
  EXPRESSION_MAX_LENGTH,
  type Expression,
  type ExpressionProblem,
  textOf,
  variablesOf,
} from '../../logic/expression.js';
import { expressionProblemText } from '../../logic/expression-problem-text.js';
import { type Notation, notations } from '../../logic/notation.js';
import { textIn } from '../../logic/notation-text.js';
import { parseExpression } from '../../logic/parse-expression.js';
import { formExpression } from '../../logic-forms/form-expression.js';
import { buildFunction, type Output, rowsWith } from '../../logic-forms/logic-function.js';
import { type MinimalForm, minimise } from '../../logic-forms/minimise.js';
import { isUnreadable } from '../../unreadable.js';
import { CORRECT, type ExerciseRules, type Grade, unreadable, usual, wrong } from '../exercise-rules.js';
import { type Mistake, mistake } from '../mistake.js';
import type { SeededRandom } from '../seeded-random.js';
import type { ExerciseLevel, MinimiseTask } from '../task.js';
import { listWrongColumns } from './map-mistakes.js';

/** Exercises in expressing a truth table's column as a minimal sum of products or product of sums. */
export const minimiseColumn: ExerciseRules<MinimiseTask> = {
  draw(random, level) {
    const variables = variablesFor(random, level);
    const form =
      level === 3 ? random.oneOf<MinimiseTask['form']>(['SUM_OF_PRODUCTS', 'PRODUCT_OF_SUMS']) : 'SUM_OF_PRODUCTS';
    for (;;) {
      const products = Array.from({ length: random.between(2, level + 1) }, () =>
        randomProduct(random, variables.length),
      );
      const outputs = computeOutputs(products, variables.length);
      if (isWorthwhile(outputs, form)) return { kind: 'MINIMISE', variables, outputs, form };
    }
  },

  question({ variables, outputs, form }, notation) {
    const key = form === 'SUM_OF_PRODUCTS' ? 'rules.exercise.minimiseSum' : 'rules.exercise.minimiseProduct';
    const rows = givenRows({ outputs, form }).join(', ');
    return message(key, { variables: variables.join(', '), rows, example: exampleOf(form, notation) });
  },

  hints(task) {
    const { cover, terms, literals } = computeMinimal(task);
    const groups = cover.map(({ rows }) => `{${rows.join(', ')}}`).join(' ');
    const bit = task.form === 'SUM_OF_PRODUCTS' ? 1 : 0;
    return [
      message('rules.exercise.hint.karnaugh', { cells: task.outputs.length, bit }),
      message('rules.exercise.hint.minimalSize', { terms, literals }),
      message('rules.exercise.hint.groupsOfMap', { groups, form: task.form }),
    ];
  },

  solution: (task, notation = 'ENGINEERING') => textIn(computeMinimal(task).expression, notation),

  usualMistakes(task) {
    const { variables, form } = task;
    const canonical = givenRows(task).map((row) => row.toString(2).padStart(variables.length, '0'));
    const patterns = computeMinimal(task).cover.map(({ pattern }) => pattern);
    const fewer = patterns.slice(1);
    const other = computeMinimal({ ...task, form: otherFormOf(form) }).expression;
    const written = (terms: readonly string[]) => textIn(formExpression(terms, variables, form), 'ENGINEERING');
    const minimal = (changes: Partial<MinimiseTask>) =>
      textIn(computeMinimal({ ...task, ...changes }).expression, 'ENGINEERING');
    const known = [
      ...listWrongColumns(task).map(({ mistake, outputs }) => ({ mistake, answer: minimal({ outputs }) })),
      ...(fewer.length > 0 ? [usual('GROUP_MISSING', written(fewer))] : []),
      usual('GROUP_NOT_MAXIMAL', written(canonical)),
      usual('GROUP_SUPERFLUOUS', written([...patterns, ...canonical.slice(0, 1)])),
      usual('NOT_IN_FORM', `${minimal({})}''`),
      ...(termsOf(other, form) ? [] : [usual('OTHER_FORM_GIVEN', textIn(other, 'ENGINEERING'))]),
    ];
    return known.filter(
      ({ answer }) => answer.length <= EXPRESSION_MAX_LENGTH && !minimiseColumn.grade(task, answer).isCorrect,
    );
  },

  grade(task, answer) {
    const readings = READINGS.map((notation) => parseExpression(answer, notation));
    const readable = readings.filter((reading) => !isUnreadable<ExpressionProblem>(reading)) as Expression[];
    // Most answers are the same in every notation.
    const different = new Map(readable.toReversed().map((expression) => [textOf(expression), expression]));
    const grades = [...different.values()].reverse().map((expression) => gradeExpression(task, expression));
    const best = grades.find(({ isCorrect }) => isCorrect) ?? grades[0];
    if (best) return best;
    const [first] = readings;
    return isUnreadable<ExpressionProblem>(first) ? unreadable(expressionProblemText(first.problem)) : wrong();
  },
};

/** Notations to try, in this order, since answers do not name theirs. */
const READINGS: readonly Notation[] = ['ENGINEERING', ...notations.filter((notation) => notation !== 'ENGINEERING')];

/** Returns an example of a form in a notation. Engineers leave out the sign of AND. */
function exampleOf(form: MinimiseTask['form'], notation: Notation = 'ENGINEERING'): string {
  const example = form === 'SUM_OF_PRODUCTS' ? "AB' + C" : "(A + B')C";
  const expression = parseExpression(example, 'ENGINEERING');
  return notation === 'ENGINEERING' || isUnreadable(expression) ? example : textIn(expression, notation);
}

function variablesFor(random: SeededRandom, level: ExerciseLevel): string[] {
  const count = { 1: () => random.between(2, 3), 2: () => random.between(3, 4), 3: () => 4 }[level]();
  return ['A', 'B', 'C', 'D'].slice(0, count);
}

/**
 * Returns `0`, `1` or, if it is left out, `-` for each variable. At least one variable is left out, and with three or
 * more variables, at least two are not.
 */
function randomProduct(random: SeededRandom, variables: number): string {
  for (;;) {
    const product = Array.from({ length: variables }, () => random.oneOf(['0', '1', '-'])).join('');
    const left = product.replace(/[01]/g, '').length;
    if (left >= 1 && left <= Math.max(1, variables - 2)) return product;
  }
}

function computeOutputs(products: readonly string[], variables: number): string {
  const covers = (product: string, row: string) => [...product].every((sign, at) => sign === '-' || sign === row[at]);
  return Array.from({ length: 2 ** variables }, (_, number) => {
    const row = number.toString(2).padStart(variables, '0');
    return products.some((product) => covers(product, row)) ? '1' : '0';
  }).join('');
}

/** Whether a column is not constant and has two adjacent rows that form a group. */
function isWorthwhile(outputs: string, form: MinimiseTask['form']): boolean {
  const rows = givenRows({ outputs, form });
  const areNeighbours = (one: number, other: number) => ((one ^ other) & ((one ^ other) - 1)) === 0;
  return (
    rows.length < outputs.length && rows.some((one) => rows.some((other) => other > one && areNeighbours(one, other)))
  );
}

/** Returns the rows from which the form is built: those with a 1 or, for a product of sums, with a 0. */
function givenRows({ outputs, form }: Pick<MinimiseTask, 'outputs' | 'form'>): number[] {
  return rowsWith({ outputs: [...outputs] as Output[] }, form === 'SUM_OF_PRODUCTS' ? '1' : '0');
}

function computeMinimal(task: MinimiseTask): MinimalForm {
  return minimise({ variables: task.variables, outputs: [...task.outputs] as Output[] }, task.form);
}

function gradeExpression(task: MinimiseTask, expression: Expression): Grade {
  const unknown = variablesOf(expression).find((name) => !task.variables.includes(name));
  if (unknown !== undefined) return wrong(mistake('UNKNOWN_VARIABLE', { variable: unknown }));
  const given = columnOf(expression, task);
  return given === task.outputs ? gradeForm(task, expression) : wrong(differenceOf(task, given));
}

function columnOf(expression: Expression, { variables }: Pick<MinimiseTask, 'variables'>): string {
  return buildFunction(expression, variables).outputs.join('');
}

/** Names the mistake that leads to another column, with the first row that differs if it is none of the usual ones. */
function differenceOf(task: MinimiseTask, given: string): Mistake {
  const known = listWrongColumns(task).find(({ outputs }) => outputs === given);
  if (known) return known.mistake;
  const { variables, outputs, form } = task;
  const rows = [...outputs].flatMap((output, row) => (output === given[row] ? [] : [row]));
  const [first = 0] = rows;
  const bits = first.toString(2).padStart(variables.length, '0');
  const assignment = variables.map((name, index) => `${name}\u00a0=\u00a0${bits[index]}`).join(', ');
  const values = { assignment, given: Number(given[first]), wanted: Number(outputs[first]) };
  const grouped = form === 'SUM_OF_PRODUCTS' ? '1' : '0';
  if (rows.every((row) => outputs[row] === grouped)) return mistake('GROUP_MISSING', values);
  if (rows.every((row) => outputs[row] !== grouped)) return mistake('GROUP_TOO_LARGE', values);
  return mistake('NOT_EQUIVALENT', values);
}

/** Grades an expression of the right function by its form and size. */
function gradeForm(task: MinimiseTask, expression: Expression): Grade {
  const { form } = task;
  const terms = termsOf(expression, form);
  if (!terms) {
    const isOther = termsOf(expression, otherFormOf(form)) !== undefined;
    return wrong(mistake(isOther ? 'OTHER_FORM_GIVEN' : 'NOT_IN_FORM', { form }));
  }
  const literals = terms.flat().length;
  const minimal = computeMinimal(task);
  if (terms.length === minimal.terms && literals === minimal.literals) return CORRECT;
  // Computed once, since an answer may repeat a literal fifty times.
  const columns = terms.map((term) => term.map((literal) => columnOf(literal, task)));
  const isRight = (fewer: Columns) => columnOfTerms(fewer, task) === task.outputs;
  if (columns.some((_, at) => isRight(columns.toSpliced(at, 1)))) return wrong(mistake('GROUP_SUPERFLUOUS'));
  const canGrow = columns.some((term, at) =>
    term.some((_, place) => isRight(columns.with(at, term.toSpliced(place, 1)))),
  );
  return wrong(canGrow ? mistake('GROUP_NOT_MAXIMAL') : mistake('NOT_MINIMAL', { terms: terms.length, literals }));
}

function otherFormOf(form: MinimiseTask['form']): MinimiseTask['form'] {
  return form === 'SUM_OF_PRODUCTS' ? 'PRODUCT_OF_SUMS' : 'SUM_OF_PRODUCTS';
}

/** The column of each literal of each term. */
type Columns = readonly (readonly string[])[];

/** Returns the literals of each term; undefined if the expression does not have this form. */
function termsOf(expression: Expression, form: MinimiseTask['form']): Expression[][] | undefined {
  const [outer, inner] = form === 'SUM_OF_PRODUCTS' ? (['OR', 'AND'] as const) : (['AND', 'OR'] as const);
  const terms = partsOf(expression, outer).map((term) => partsOf(term, inner));
  return terms.every((term) => term.every(isLiteral)) ? terms : undefined;
}

/** Computes the column of terms in the task's form. */
function columnOfTerms(columns: Columns, task: MinimiseTask): string {
  const isSum = task.form === 'SUM_OF_PRODUCTS';
  const isOne = (row: number) =>
    isSum
      ? columns.some((term) => term.every((column) => column[row] === '1'))
      : columns.every((term) => term.some((column) => column[row] === '1'));
  return [...task.outputs].map((_, row) => (isOne(row) ? '1' : '0')).join('');
}

/** Returns the operands of a chain of one operation. */
function partsOf(expression: Expression, operation: 'AND' | 'OR'): Expression[] {
  const isChain = expression.kind === 'OPERATION' && expression.operation === operation;
  return isChain ? expression.inputs.flatMap((input) => partsOf(input, operation)) : [expression];
}

function isLiteral(expression: Expression): boolean {
  if (expression.kind !== 'OPERATION') return expression.kind === 'VARIABLE';
  return expression.operation === 'NOT' && expression.inputs[0]?.kind === 'VARIABLE';
}
