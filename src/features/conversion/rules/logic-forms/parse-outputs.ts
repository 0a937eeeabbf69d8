import { VARIABLES_MAX } from '../logic/expression.js';
import type { Unreadable } from '../unreadable.js';
import type { LogicFunction, Output } from './logic-function.js';

/** Maximum length of a column, in characters, which allows for 64 outputs separated by white space. */
export const OUTPUTS_MAX_LENGTH = 200;

/** Reasons why a text is not the column of a truth table. `position` counts from 1. */
export type OutputsProblem =
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'unknownSign'; readonly found: string; readonly position: number }
  /** The number of outputs does not match a table with 1 to 6 variables. */
  | { readonly kind: 'wrongCount'; readonly count: number };

const OUTPUTS: Readonly<Record<string, Output>> = {
  '0': '0',
  '1': '1',
  '-': '-',
  F: '0',
  V: '1',
  T: '1',
  X: '-',
};

/** Variable names of a function that is given only by its column. */
const NAMES = [...'ABCDEF'];

/**
 * Parses the result column of a truth table, in binary counting order: `0`, `1`, and `-` or `X` for a don't-care; also
 * `V`, `T` and `F`. White space is ignored. There are 2, 4, 8, 16, 32 or 64 outputs; the variables are A to F.
 */
export function parseOutputs(text: string): LogicFunction | Unreadable<OutputsProblem> {
  if (text.length > OUTPUTS_MAX_LENGTH) return { problem: { kind: 'tooLong' } };
  const outputs: Output[] = [];
  let position = 1;
  for (const found of text) {
    const output = OUTPUTS[found.toUpperCase()];
    if (output) outputs.push(output);
    else if (found.trim() !== '') return { problem: { kind: 'unknownSign', found, position } };
    position += 1;
  }
  const count = outputs.length;
  const variableCount = Math.log2(count);
  if (count < 2 || !Number.isInteger(variableCount) || variableCount > VARIABLES_MAX) {
    return { problem: { kind: 'wrongCount', count } };
  }
  return { variables: NAMES.slice(0, variableCount), outputs };
}
