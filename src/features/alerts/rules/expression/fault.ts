import type { Token } from '../../../conversion/rules/logic/expression-token.js';
import { ParseError } from '../../../conversion/rules/logic/logic-parser.js';
import type { AlertExpressionProblem, AlertExpressionProblemKind, Suggestion } from './alert-expression-problem.js';
import { byCloseness } from './suggestions.js';

interface FaultDetails {
  readonly about?: string;
  readonly suggestions?: readonly Suggestion[];
}

/** Creates the error to throw for a token. */
export function fault(
  kind: AlertExpressionProblemKind,
  token: Pick<Token, 'found' | 'position'>,
  details: FaultDetails = {},
): ParseError<AlertExpressionProblem> {
  return new ParseError(problemAt(kind, token, details));
}

/** Creates a problem at a position, with its suggestions sorted by similarity. */
export function problemAt(
  kind: AlertExpressionProblemKind,
  { found, position }: Pick<Token, 'found' | 'position'>,
  { about = '', suggestions = [] }: FaultDetails = {},
): AlertExpressionProblem {
  return { kind, found, position, about, suggestions: byCloseness(found, suggestions) };
}
