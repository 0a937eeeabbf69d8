import { isUnreadable, type Unreadable } from '../unreadable.js';
import { EXPRESSION_MAX_LENGTH, type Expression, type ExpressionProblem, VARIABLES_MAX } from './expression.js';
import { tokenize } from './expression-tokens.js';
import { selectGrammar } from './logic-grammar.js';
import { parseError, parseLogic, type ReadOperand } from './logic-parser.js';
import type { Notation } from './notation.js';

/**
 * Parses a logic expression of variables, `0`, `1`, brackets and operations, in words or symbols: `A AND (B XOR NOT
 * C)`, `a ∧ (b ⊕ ¬c)`, `a & (b ^ ~c)`, `A E (B XOR NÃO C)`. `E` is AND between two operands and a variable elsewhere.
 * Variables are case-insensitive; at most {@link VARIABLES_MAX} are allowed. The notation settles what is otherwise
 * ambiguous: `p ^ q`, `AB'`, `a && b`.
 */
export function parseExpression(text: string, notation?: Notation): Expression | Unreadable<ExpressionProblem> {
  if (text.length > EXPRESSION_MAX_LENGTH) return { problem: { kind: 'tooLong' } };
  if (text.trim() === '') return { problem: { kind: 'empty' } };
  const tokens = tokenize(text, notation);
  if (isUnreadable<ExpressionProblem>(tokens)) return tokens;
  return parseLogic<ExpressionProblem>(tokens, variableReader(), selectGrammar(notation));
}

function variableReader(): ReadOperand {
  const variables = new Set<string>();
  return (cursor) => {
    const token = cursor.peek();
    if (token.kind !== 'variable') return undefined;
    cursor.take();
    variables.add(token.name);
    if (variables.size > VARIABLES_MAX) throw parseError('tooManyVariables', token);
    return { kind: 'VARIABLE', name: token.name };
  };
}
