import type { Bit, LogicOperationName } from './logic-operations.js';

/** Maximum length of an expression, in characters. */
export const EXPRESSION_MAX_LENGTH = 200;

/** Maximum number of variables in an expression, whose truth table then has 2⁶ rows. */
export const VARIABLES_MAX = 6;

/** Maximum nesting depth of brackets and `NOT`. */
export const NESTING_MAX = 32;

/** A logic expression as a tree. Names are in upper case, or as they were written: see `parseAsWritten`. */
export type Expression =
  | { readonly kind: 'VARIABLE'; readonly name: string }
  | { readonly kind: 'CONSTANT'; readonly value: Bit }
  | {
      readonly kind: 'OPERATION';
      readonly operation: LogicOperationName;
      /** The operands: one for `NOT`, two for all others. */
      readonly inputs: readonly Expression[];
    };

/**
 * Reasons why a text is not a valid expression. `position` counts from 1, in characters of the typed text; if something
 * is missing at the end, this is the position after the last character.
 */
export type ExpressionProblem =
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'empty' }
  | {
      readonly kind:
        | 'unknownSign'
        | 'operatorExpected'
        | 'bracketUnopened'
        | 'bracketUnclosed'
        | 'tooDeep'
        | 'tooManyVariables';
      /** The text at the position; empty at the end of the expression. */
      readonly found: string;
      readonly position: number;
    }
  | {
      readonly kind: 'operandExpected';
      readonly found: string;
      readonly position: number;
      /** The preceding token's text, after which an operand is missing; empty at the start. */
      readonly after: string;
    };

/**
 * Formats an expression in a canonical form: with operations as words, and brackets that show the precedence. Parsing
 * the result gives the same tree. `textOfVariable` replaces the names of variables.
 */
export function textOf(expression: Expression, textOfVariable: (name: string) => string = (name) => name): string {
  if (expression.kind === 'VARIABLE') return textOfVariable(expression.name);
  if (expression.kind === 'CONSTANT') return String(expression.value);
  const [first, second] = expression.inputs.map((input, side) => {
    const text = textOf(input, textOfVariable);
    return needsBrackets(input, expression.operation, side) ? `(${text})` : text;
  });
  return expression.operation === 'NOT' ? `NOT ${first}` : `${first} ${expression.operation} ${second}`;
}

/** Associative operations, which do not need brackets in a chain. */
const CHAINS: ReadonlySet<LogicOperationName> = new Set(['AND', 'OR', 'XOR']);

function needsBrackets(input: Expression, outer: LogicOperationName, side: number): boolean {
  if (input.kind !== 'OPERATION' || input.operation === 'NOT') return false;
  const continues = side === 0 && input.operation === outer && CHAINS.has(outer);
  return !continues;
}

/** Spells the variables of an expression as another one does, which may differ in capitals. */
export function withNamesOf(other: Expression, expression: Expression): Expression {
  const names = new Map(variablesOf(other).map((name) => [name.toUpperCase(), name]));
  const renamed = (part: Expression): Expression => {
    if (part.kind === 'VARIABLE') return { ...part, name: names.get(part.name.toUpperCase()) ?? part.name };
    return part.kind === 'OPERATION' ? { ...part, inputs: part.inputs.map(renamed) } : part;
  };
  return renamed(expression);
}

/** Returns the names of the variables of all the expressions, in alphabetical order. */
export function variablesOf(...expressions: readonly Expression[]): string[] {
  const names = new Set<string>();
  const collect = (part: Expression): void => {
    if (part.kind === 'VARIABLE') names.add(part.name);
    if (part.kind === 'OPERATION') part.inputs.forEach(collect);
  };
  expressions.forEach(collect);
  return [...names].sort((one, other) => (one.toUpperCase() < other.toUpperCase() ? -1 : 1));
}
