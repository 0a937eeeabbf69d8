import { isUnreadable, type Unreadable } from '../unreadable.js';
import {
  EXPRESSION_MAX_LENGTH,
  type Expression,
  type ExpressionProblem,
  VARIABLES_MAX,
  variablesOf,
} from './expression.js';
import type { Token } from './expression-token.js';
import { tokenize } from './expression-tokens.js';
import { namesOf, readFunctionHead } from './function-head.js';
import { selectGrammar } from './logic-grammar.js';
import type { Bit } from './logic-operations.js';
import { parseError, parseLogic, type ReadOperand } from './logic-parser.js';
import type { Notation } from './notation.js';
import { readTruthLetter } from './truth-letters.js';

/**
 * Parses a logic expression of variables, `0`, `1`, brackets and operations, in words or symbols: `A AND (B XOR NOT
 * C)`, `a ∧ (b ⊕ ¬c)`, `a & (b ^ ~c)`, `A E (B XOR NÃO C)`, `S = A.B̅ + C`. `E` is AND between two operands and a
 * variable elsewhere. Variables are case-insensitive; at most {@link VARIABLES_MAX} are allowed. The notation settles
 * what is otherwise ambiguous: `p ^ q`, `AB'`, `a && b`. So does a function's head: `F(A, B) = AB` is a product.
 */
export function parseExpression(text: string, notation?: Notation): Expression | Unreadable<ExpressionProblem> {
  return parse(text, notation, ({ name }) => name);
}

/**
 * Parses an expression, with variables spelt as they are where they first stand (`p`, not `P`), for showing it to the
 * person who has written it. Without a notation, names are in upper case, as before notations existed.
 */
export function parseAsWritten(text: string, notation?: Notation): Expression | Unreadable<ExpressionProblem> {
  if (!notation) return parseExpression(text);
  const head = readFunctionHead(text);
  const spelt = new Map(head?.variables.map((name) => [name.toUpperCase(), name]));
  return parse(text, notation, ({ name, found }) => {
    // An overline is part of the token.
    const written = found.normalize('NFD').replaceAll(/[\u0304\u0305]/g, '');
    const known = spelt.get(name);
    if (known === undefined) spelt.set(name, written);
    return known ?? written;
  });
}

/**
 * Returns the variables of an expression: first those that its function names, in that order, which the expression may
 * lack; then others, in alphabetical order.
 */
export function variablesInOrder(expression: Expression, text: string, notation?: Notation): string[] {
  const used = variablesOf(expression);
  const named = readFunctionHead(text)?.variables ?? [];
  const first = named.map(
    (name) => used.find((one) => one.toUpperCase() === name.toUpperCase()) ?? (notation ? name : name.toUpperCase()),
  );
  return [...first, ...used.filter((name) => !first.includes(name))];
}

type VariableToken = Extract<Token, { kind: 'variable' }>;

function parse(
  text: string,
  notation: Notation | undefined,
  nameOf: (token: VariableToken) => string,
): Expression | Unreadable<ExpressionProblem> {
  if (text.length > EXPRESSION_MAX_LENGTH) return { problem: { kind: 'tooLong' } };
  if (text.trim() === '') return { problem: { kind: 'empty' } };
  const head = readFunctionHead(text);
  const named = namesOf(head);
  if (head && named.size > VARIABLES_MAX)
    return { problem: { kind: 'tooManyVariables', found: head.name, position: 1 } };
  const tokens = tokenize(text, notation);
  if (isUnreadable<ExpressionProblem>(tokens)) return tokens;
  const readConstant = readTruthLetter(tokens, notation);
  return parseLogic<ExpressionProblem>(
    tokens,
    operandReader(named, readConstant, nameOf),
    selectGrammar(notation, named),
  );
}

function operandReader(
  named: ReadonlySet<string>,
  readConstant: (token: Token) => Bit | undefined,
  nameOf: (token: VariableToken) => string,
): ReadOperand {
  const variables = new Set(named);
  return (cursor) => {
    const token = cursor.peek();
    if (token.kind !== 'variable') return undefined;
    cursor.take();
    const value = readConstant(token);
    if (value !== undefined) return { kind: 'CONSTANT', value };
    variables.add(token.name);
    if (variables.size > VARIABLES_MAX) throw parseError('tooManyVariables', token);
    return { kind: 'VARIABLE', name: nameOf(token) };
  };
}
