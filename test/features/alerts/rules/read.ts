import {
  type AlertExpression,
  parseAlertExpression,
} from '../../../../src/features/alerts/rules/expression/alert-expression.js';
import type { AlertExpressionProblem } from '../../../../src/features/alerts/rules/expression/alert-expression-problem.js';
import { isUnreadable } from '../../../../src/features/conversion/rules/unreadable.js';

/** Parses a valid condition. @throws if it is invalid. */
export function read(text: string): AlertExpression {
  const parsed = parseAlertExpression(text);
  if (isUnreadable<AlertExpressionProblem>(parsed)) throw new Error(`${text}: ${JSON.stringify(parsed.problem)}`);
  return parsed;
}

/** Returns the problem with an invalid condition. @throws if the condition is valid. */
export function findProblem(text: string): AlertExpressionProblem {
  const parsed = parseAlertExpression(text);
  if (!isUnreadable<AlertExpressionProblem>(parsed)) throw new Error(`${text} is valid`);
  return parsed.problem;
}
