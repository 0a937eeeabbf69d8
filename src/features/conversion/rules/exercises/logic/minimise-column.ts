import { message } from '../../../../../i18n/message.js';
import { EXPRESSION_MAX_LENGTH, type Expression, type ExpressionProblem, variablesOf } from '../../logic/expression.js';
import { expressionProblemText } from '../../logic/expression-problem-text.js';
import { type Notation, notations } from '../../logic/notation.js';
import { textIn } from '../../logic/notation-text.js';
import { parseExpression } from '../../logic/parse-expression.js';
import { areEquivalent, type Counterexample } from '../../logic-forms/equivalence.js';
import { formExpression } from '../../logic-forms/form-expression.js';
import type { LogicFunction, Output } from '../../logic-forms/logic-function.js';
import { rowsWith } from '../../logic-forms/logic-function.js';
import { type MinimalForm, minimise } from '../../logic-forms/minimise.js';
import { isUnreadable } from '../../unreadable.js';
import { CORRECT, type ExerciseRules, type Grade, unreadable, wrong } from '../exercise-rules.js';
import { mistake } from '../mistake.js';
import type { SeededRandom } from '../seeded-random.js';
import type { ExerciseLevel, MinimiseTask } from '../task.js';

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
      message('rules.exercise.hint.groupsOfMap', { groups }),
    ];
  },

  solution: (task, notation = 'ENGINEERING') => textIn(computeMinimal(task).expression, notation),

  usualMistakes(task) {
    const { outputs, variables, form } = task;
    const opposite = { ...task, outputs: outputs.replace(/[01]/g, (bit) => (bit === '0' ? '1' : '0')) };
    const binaryOrder = mapInBinaryOrder(task);
    const canonical = givenRows(task).map((row) => row.toString(2).padStart(variables.length, '0'));
    const [first, ...others] = computeMinimal(task).cover;
    const fewer = formExpression(
      others.map(({ pattern }) => pattern),
      variables,
      form,
    );
    const answer = (expression: Expression) => textIn(expression, 'ENGINEERING');
    const known = [
      { mistake: mistake('NOT_MINIMAL'), answer: answer(formExpression(canonical, variables, form)) },
      { mistake: mistake('COMPLEMENT_GIVEN'), answer: answer(computeMinimal(opposite).expression) },
      ...(binaryOrder === outputs
        ? []
        : [
            {
              mistake: mistake('MAP_IN_BINARY_ORDER'),
              answer: answer(computeMinimal({ ...task, outputs: binaryOrder }).expression),
            },
          ]),
      ...(first && others.length > 0 ? [{ mistake: mistake('NOT_EQUIVALENT'), answer: answer(fewer) }] : []),
      { mistake: mistake('NOT_IN_FORM'), answer: `${answer(computeMinimal(task).expression)}''` },
    ];
    return known.filter((usual) => usual.answer.length <= EXPRESSION_MAX_LENGTH);
  },

  grade(task, answer) {
    const readings = READINGS.map((notation) => parseExpression(answer, notation));
    const grades = readings
      .filter((reading) => !isUnreadable<ExpressionProblem>(reading))
      .map((expression) => gradeExpression(task, expression as Expression));
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

function buildFunction({ variables, outputs }: MinimiseTask): LogicFunction {
  return { variables, outputs: [...outputs] as Output[] };
}

/** Returns the rows from which the form is built: those with a 1 or, for a product of sums, with a 0. */
function givenRows({ outputs, form }: Pick<MinimiseTask, 'outputs' | 'form'>): number[] {
  return rowsWith({ outputs: [...outputs] as Output[] }, form === 'SUM_OF_PRODUCTS' ? '1' : '0');
}

function computeMinimal(task: MinimiseTask): MinimalForm {
  return minimise(buildFunction(task), task.form);
}

function gradeExpression(task: MinimiseTask, expression: Expression): Grade {
  const unknown = variablesOf(expression).find((name) => !task.variables.includes(name));
  if (unknown !== undefined) return wrong(mistake('UNKNOWN_VARIABLE', { variable: unknown }));
  const minimal = computeMinimal(task);
  const { counterexample, variables } = areEquivalent(expression, minimal.expression);
  if (counterexample) return wrong(differenceOf(task, expression, { counterexample, variables, minimal }));
  const terms = termsOf(expression, task.form);
  if (!terms) return wrong(mistake('NOT_IN_FORM', { form: task.form }));
  const literals = terms.reduce((sum, count) => sum + count, 0);
  if (terms.length === minimal.terms && literals === minimal.literals) return CORRECT;
  return wrong(mistake('NOT_MINIMAL', { terms: terms.length, literals }));
}

interface Difference {
  readonly counterexample: Counterexample;
  readonly variables: readonly string[];
  readonly minimal: MinimalForm;
}

function differenceOf(task: MinimiseTask, expression: Expression, { counterexample, variables, minimal }: Difference) {
  const opposite: Expression = { kind: 'OPERATION', operation: 'NOT', inputs: [expression] };
  if (areEquivalent(opposite, minimal.expression).areEquivalent)
    return mistake('COMPLEMENT_GIVEN', { form: task.form });
  const misplaced = computeMinimal({ ...task, outputs: mapInBinaryOrder(task) });
  if (areEquivalent(expression, misplaced.expression).areEquivalent) return mistake('MAP_IN_BINARY_ORDER');
  const { inputs, resultA, resultB } = counterexample;
  const assignment = variables.map((name, index) => `${name} = ${inputs[index]}`).join(', ');
  return mistake('NOT_EQUIVALENT', { assignment, given: resultA, wanted: resultB });
}

/** Returns the outputs as they are read off a map that was filled in by counting: 00, 01, 10, 11. */
function mapInBinaryOrder({ variables, outputs }: Pick<MinimiseTask, 'variables' | 'outputs'>): string {
  const columnBits = Math.ceil(variables.length / 2);
  const gray = (count: number) => count ^ (count >> 1);
  const read = [...outputs];
  for (const [position, output] of [...outputs].entries()) {
    const column = position % 2 ** columnBits;
    read[(gray(position >> columnBits) << columnBits) | gray(column)] = output;
  }
  return read.join('');
}

/** Counts the literals of each term; undefined if the expression does not have this form. */
function termsOf(expression: Expression, form: MinimiseTask['form']): number[] | undefined {
  const [outer, inner] = form === 'SUM_OF_PRODUCTS' ? (['OR', 'AND'] as const) : (['AND', 'OR'] as const);
  const terms = partsOf(expression, outer).map((term) => partsOf(term, inner));
  return terms.every((term) => term.every(isLiteral)) ? terms.map((term) => term.length) : undefined;
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
