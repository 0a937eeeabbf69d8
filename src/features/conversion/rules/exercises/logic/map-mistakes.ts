import { type Mistake, mistake } from '../mistake.js';
import { inverted } from '../numbers/bit-pattern.js';
import { reversed } from '../numbers/digit-text.js';
import type { MinimiseTask } from '../task.js';

/** The column that a wrong calculation leads to, instead of the right one. */
export interface WrongColumn {
  readonly mistake: Mistake;
  /** `0` or `1` for each row, in binary counting order. */
  readonly outputs: string;
}

/** Returns the functions that usual mistakes with the map or with its groups lead to, the likeliest first. */
export function listWrongColumns(task: MinimiseTask): WrongColumn[] {
  const { variables, outputs, form } = task;
  const count = variables.length;
  const all = 2 ** count - 1;
  const opposite = inverted(outputs);
  const unlisted = form === 'SUM_OF_PRODUCTS' ? '0' : '1';
  const candidates: WrongColumn[] = [
    { mistake: mistake('COMPLEMENT_GIVEN', { form }), outputs: opposite },
    ...misorderedPairs(count).map((pairs) => ({
      mistake: mistake('MAP_IN_BINARY_ORDER'),
      outputs: moved(outputs, (row) => pairs.reduce(inGrayOrder, row)),
    })),
    { mistake: mistake('LITERALS_INVERTED', { form }), outputs: moved(outputs, (row) => row ^ all) },
    { mistake: mistake('AND_FOR_OR'), outputs: moved(opposite, (row) => row ^ all) },
    ...variables.map((variable, index) => ({
      mistake: mistake('VARIABLE_INVERTED', { variable }),
      outputs: moved(outputs, (row) => row ^ (1 << (count - 1 - index))),
    })),
    { mistake: mistake('VARIABLES_REVERSED'), outputs: moved(outputs, (row) => reversedBits(row, count)) },
    { mistake: mistake('ROWS_FROM_ONE'), outputs: outputs.slice(1) + unlisted },
  ];
  return candidates.filter((candidate) => candidate.outputs !== outputs);
}

/**
 * Returns the pairs of variables along the sides of a map whose cells may have been filled by counting: 00, 01, 10, 11.
 * A pair is given by how many variables are to its right.
 */
function misorderedPairs(variables: number): number[][] {
  return { 3: [[0], [1]], 4: [[2, 0], [0], [2]] }[variables] ?? [];
}

/** Exchanges 10 and 11 in two bits of a row's number. */
function inGrayOrder(row: number, pair: number): number {
  return row ^ (((row >> (pair + 1)) & 1) << pair);
}

function reversedBits(row: number, count: number): number {
  return Number.parseInt(reversed(row.toString(2).padStart(count, '0')), 2);
}

/** Takes the output of each row from another one. */
function moved(outputs: string, sourceOf: (row: number) => number): string {
  return [...outputs].map((_, row) => outputs[sourceOf(row)]).join('');
}
