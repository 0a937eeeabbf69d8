import type { Token } from '../../../conversion/rules/logic/expression-token.js';
import { ParseError } from '../../../conversion/rules/logic/logic-parser.js';
import type { AlertExpressionProblem, AlertExpressionProblemKind, Suggestion } from './alert-expression-problem.js';
import { byCloseness } from './suggestions.js';

/** What a fault says beside its kind and its place. */
interface FaultDetails {
  readonly about?: string;
  readonly suggestions?: readonly Suggestion[];
}

/** The fault at a token, to be thrown. */
export function fault(
  kind: AlertExpressionProblemKind,
  token: Pick<Token, 'found' | 'position'>,
  details: FaultDetails = {},
): ParseError<AlertExpressionProblem> {
  return new ParseError(problemAt(kind, token, details));
}

/** What is wrong at a place, with the suggestions in the order of their closeness. */
export function problemAt(
  kind: AlertExpressionProblemKind,
  { found, position }: Pick<Token, 'found' | 'position'>,
  { about = '', suggestions = [] }: FaultDetails = {},
): AlertExpressionProblem {
  return { kind, found, position, about, suggestions: byCloseness(found, suggestions) };
}
