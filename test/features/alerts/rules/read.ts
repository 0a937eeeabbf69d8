import {
  type AlertExpression,
  parseAlertExpression,
} from '../../../../src/features/alerts/rules/expression/alert-expression.js';
import type { AlertExpressionProblem } from '../../../../src/features/alerts/rules/expression/alert-expression-problem.js';
import { isUnreadable } from '../../../../src/features/conversion/rules/unreadable.js';

/** A condition that is valid. @throws where it is not. */
export function read(text: string): AlertExpression {
  const parsed = parseAlertExpression(text);
  if (isUnreadable<AlertExpressionProblem>(parsed)) throw new Error(`${text}: ${JSON.stringify(parsed.problem)}`);
  return parsed;
}

/** What is wrong with a condition. @throws where nothing is. */
export function problemOf(text: string): AlertExpressionProblem {
  const parsed = parseAlertExpression(text);
  if (!isUnreadable<AlertExpressionProblem>(parsed)) throw new Error(`${text} is valid`);
  return parsed.problem;
}
