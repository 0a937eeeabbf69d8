import { type Expression, type ExpressionProblem, textOf } from '../../../conversion/rules/logic/expression.js';
import type { Token } from '../../../conversion/rules/logic/expression-token.js';
import { parseLogic } from '../../../conversion/rules/logic/logic-parser.js';
import { isUnreadable, type Unreadable } from '../../../conversion/rules/unreadable.js';
import type { AlertExpressionProblem } from './alert-expression-problem.js';
import { tokenizeCondition } from './alert-tokens.js';
import { AtomReader, variableNames } from './atom-reader.js';
import type { Atom } from './atoms.js';
import { problemAt } from './fault.js';
import { type Suggestions, suggestions } from './suggestions.js';

/** Maximum length of an expression that is parsed, in characters. */
export const ALERT_EXPRESSION_MAX_LENGTH = 500;

/** The condition of a rule, which combines comparisons and times logically. */
export interface AlertExpression {
  /** The expression with variables A–F in place of the atoms, in order of appearance. */
  readonly expression: Expression;
  /** The atoms, of which the first is A. */
  readonly atoms: readonly Atom[];
}

/**
 * Parses a rule's condition (contract 12). Its syntax is that of truth-table expressions, with comparisons and times as
 * operands instead of variables: `cpu > 90 and not time(22:00-06:00)`.
 *
 * @param options `refusesConstants` treats a comparison as an error if the range of its figure makes it always or never
 * true, as in `cpu > -1`. Stored rules may contain some.
 */
export function parseAlertExpression(
  text: string,
  { refusesConstants = false } = {},
): AlertExpression | Unreadable<AlertExpressionProblem> {
  if (text.length > ALERT_EXPRESSION_MAX_LENGTH) {
    return { problem: problemAt('tooLong', { found: '', position: ALERT_EXPRESSION_MAX_LENGTH + 1 }) };
  }
  if (text.trim() === '') {
    return { problem: problemAt('empty', { found: '', position: 1 }, { suggestions: suggestions.operands }) };
  }
  return parseAlertTokens(tokenizeCondition(text), refusesConstants);
}

/** Parses the tokens of a condition, the last of which marks the end. */
export function parseAlertTokens(
  tokens: readonly Token[],
  refusesConstants = false,
): AlertExpression | Unreadable<AlertExpressionProblem> {
  const reader = new AtomReader(refusesConstants);
  const read = parseLogic<AlertExpressionProblem>(tokens, (cursor) => reader.read(cursor));
  if (!isUnreadable<AlertExpressionProblem | ExpressionProblem>(read)) return { expression: read, atoms: reader.atoms };
  return { problem: 'suggestions' in read.problem ? read.problem : withSuggestions(read.problem, tokens, reader) };
}

/** Writes an expression in canonical form, which may be longer than the typed text. Store the typed text instead. */
export function textOfAlertExpression({ expression, atoms }: AlertExpression): string {
  return textOf(expression, (name) => atoms[variableNames.indexOf(name)]?.text ?? name);
}

/** Converts a problem with the logic around the atoms, adding suggestions. */
function withSuggestions(
  problem: ExpressionProblem,
  tokens: readonly Token[],
  reader: AtomReader,
): AlertExpressionProblem {
  if (!('position' in problem)) throw new TypeError('The logic parser reported no position');
  switch (problem.kind) {
    case 'operandExpected':
      return problemAt('operandExpected', problem, { about: problem.after, suggestions: suggestions.operands });
    case 'operatorExpected':
      return problemAt('operatorExpected', problem, { suggestions: afterOperand(problem.position, tokens, reader) });
    case 'bracketUnclosed':
      return problemAt('bracketUnclosed', problem, { suggestions: suggestions.signs(')') });
    case 'bracketUnopened':
    case 'tooDeep':
      return problemAt(problem.kind, problem);
    default:
      throw new TypeError(`Unexpected problem of the logic parser: ${problem.kind}`);
  }
}

/** Suggests texts that may follow an operand: a unit for its number, an operator or a closing parenthesis. */
function afterOperand(position: number, tokens: readonly Token[], reader: AtomReader): Suggestions {
  const before = tokens.filter((token) => token.position < position);
  const count = (kind: Token['kind']) => before.filter((token) => token.kind === kind).length;
  const isWithinBracket = count('open') > count('close');
  return [
    ...reader.unitsAt(position),
    ...suggestions.operations,
    ...suggestions.signs(...(isWithinBracket ? [')'] : [])),
  ];
}
