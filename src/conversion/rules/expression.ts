import type { Bit, LogicOperationName } from './logic.js';

/** The longest expression that is read, in characters. */
export const EXPRESSION_MAX_LENGTH = 200;

/** The most variables that an expression may have: their table has 2⁶ rows. */
export const VARIABLES_MAX = 6;

/** How deep brackets and `NOT` may stand in each other. */
export const NESTING_MAX = 32;

/** A logic expression as a tree. Names are in upper case. */
export type Expression =
  | { readonly kind: 'VARIABLE'; readonly name: string }
  | { readonly kind: 'CONSTANT'; readonly value: Bit }
  | {
      readonly kind: 'OPERATION';
      readonly operation: LogicOperationName;
      /** One for `NOT`, else two. */
      readonly inputs: readonly Expression[];
    };

/**
 * Why a text is no expression. `position` is counted from 1, in characters of what was typed; where something is
 * missing at the end, it is the one after the last.
 */
export type ExpressionProblem =
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'empty' }
  | {
      readonly kind:
        | 'unknownSign'
        | 'operandExpected'
        | 'operatorExpected'
        | 'bracketUnopened'
        | 'bracketUnclosed'
        | 'tooDeep'
        | 'tooManyVariables';
      /** What stands there; empty at the end. */
      readonly found: string;
      readonly position: number;
    };

/**
 * Writes an expression in one way: the operations in words, and brackets that show how it was read. Reading the result
 * gives the same tree.
 */
export function textOf(expression: Expression): string {
  if (expression.kind === 'VARIABLE') return expression.name;
  if (expression.kind === 'CONSTANT') return String(expression.value);
  const [first, second] = expression.inputs.map((input, side) => operandText(input, expression.operation, side));
  return expression.operation === 'NOT' ? `NOT ${first}` : `${first} ${expression.operation} ${second}`;
}

/** These may stand in a row without brackets: it makes no difference where one begins. */
const CHAINS: ReadonlySet<LogicOperationName> = new Set(['AND', 'OR', 'XOR']);

function operandText(input: Expression, outer: LogicOperationName, side: number): string {
  const text = textOf(input);
  if (input.kind !== 'OPERATION' || input.operation === 'NOT') return text;
  const continues = side === 0 && input.operation === outer && CHAINS.has(outer);
  return continues ? text : `(${text})`;
}
