import { ANSWER_MAX_LENGTH, rulesOf } from '../../../../../../src/features/conversion/rules/exercises/exercise.js';
import type { MistakeKind } from '../../../../../../src/features/conversion/rules/exercises/mistake.js';
import type { MinimiseTask } from '../../../../../../src/features/conversion/rules/exercises/task.js';
import { canonicalTerms, readForm, type Terms, writeForm } from '../plain-forms.js';
import type { WrongAnswer } from './wrong-answer.js';

/** Goes wrong with a Karnaugh map: first with its cells, then with the groups, then with the form. */
export function wrongMaps(task: MinimiseTask): WrongAnswer[] {
  const { variables, outputs, form } = task;
  const cells = wrongColumns(task)
    .filter(([, column]) => column !== outputs)
    .map(([mistake, column]): WrongAnswer => [mistake, anyForm(column, variables)]);
  const terms = readForm(rulesOf('MINIMISE').solution(task), form) ?? [];
  const answer = (mistake: MistakeKind, wrong: Terms): WrongAnswer => [mistake, writeForm(wrong, form)];
  const canonical = canonicalTerms(outputs, variables, form);
  const contained = canonical.find((cell) => !terms.some((term) => term.join() === cell.join())) ?? [];
  return [
    ...cells,
    ...terms.flatMap((_, at) => (terms.length > 1 ? [answer('GROUP_MISSING', terms.toSpliced(at, 1))] : [])),
    ...terms.flatMap((term, at) => (term.length > 1 ? [answer('GROUP_TOO_LARGE', terms.with(at, term.slice(1)))] : [])),
    answer('GROUP_SUPERFLUOUS', [...terms, contained]),
    answer('GROUP_NOT_MAXIMAL', canonical),
    ...otherForm(task),
  ].filter(([, text]) => text.length <= ANSWER_MAX_LENGTH);
}

/** Returns the columns that are read off a map with wrong cells. */
function wrongColumns({ variables, outputs, form }: MinimiseTask): WrongAnswer[] {
  const count = variables.length;
  const rows = [...outputs].map((_, row) => row.toString(2).padStart(count, '0'));
  const from = (sourceOf: (bits: string) => string, column = outputs) =>
    rows.map((bits) => column[Number.parseInt(sourceOf(bits), 2)]).join('');
  const not = (bits: string) => bits.replace(/[01]/g, (bit) => (bit === '0' ? '1' : '0'));
  const counted = (pair: string) => ({ '10': '11', '11': '10' })[pair] ?? pair;
  const wrongPairs = (...starts: number[]) =>
    from((bits) =>
      starts.reduce((text, at) => text.slice(0, at) + counted(text.slice(at, at + 2)) + text.slice(at + 2), bits),
    );
  const maps = { 2: [], 3: [wrongPairs(1), wrongPairs(0)], 4: [wrongPairs(0, 2), wrongPairs(2), wrongPairs(0)] };
  return [
    ['COMPLEMENT_GIVEN', not(outputs)],
    ...(maps[count as 2 | 3 | 4] ?? []).map((column): WrongAnswer => ['MAP_IN_BINARY_ORDER', column]),
    ['LITERALS_INVERTED', from(not)],
    ['AND_FOR_OR', not(from(not))],
    ...variables.map(
      (_, at): WrongAnswer => [
        'VARIABLE_INVERTED',
        from((bits) => bits.slice(0, at) + not(bits[at] ?? '') + bits.slice(at + 1)),
      ],
    ),
    ['VARIABLES_REVERSED', from((bits) => [...bits].reverse().join(''))],
    ['ROWS_FROM_ONE', outputs.slice(1) + (form === 'SUM_OF_PRODUCTS' ? '0' : '1')],
  ];
}

function anyForm(column: string, variables: readonly string[]): string {
  return writeForm(canonicalTerms(column, variables, 'SUM_OF_PRODUCTS'), 'SUM_OF_PRODUCTS') || '0';
}

/** Returns the other form's solution, unless it is of the wanted form too. */
function otherForm(task: MinimiseTask): WrongAnswer[] {
  const form = task.form === 'SUM_OF_PRODUCTS' ? 'PRODUCT_OF_SUMS' : 'SUM_OF_PRODUCTS';
  const terms = readForm(rulesOf('MINIMISE').solution({ ...task, form }), form) ?? [];
  const isBoth = terms.length === 1 || terms.every((term) => term.length === 1);
  return isBoth ? [] : [['OTHER_FORM_GIVEN', writeForm(terms, form)]];
}
