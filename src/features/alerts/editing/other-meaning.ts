import { isUnreadable } from '../../conversion/rules/unreadable.js';
import type { AlertRule } from '../alert-rule.entity.js';
import { parseAlertExpression, textOfAlertExpression } from '../rules/expression/alert-expression.js';

type Meaning = Pick<AlertRule, 'expression' | 'timeZone' | 'isActive'>;

/** Whether a rule's condition has changed, or its evaluation has been switched on or off. */
export function hasOtherMeaning(before: Meaning, after: Meaning): boolean {
  if (before.isActive !== after.isActive || before.timeZone !== after.timeZone) return true;
  return canonical(before.expression) !== canonical(after.expression);
}

/** Normalizes whitespace and parentheses, which do not change the condition. */
function canonical(text: string): string {
  const parsed = parseAlertExpression(text);
  return isUnreadable(parsed) ? text : textOfAlertExpression(parsed);
}
