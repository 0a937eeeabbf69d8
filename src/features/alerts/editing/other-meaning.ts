import { isUnreadable } from '../../conversion/rules/unreadable.js';
import type { AlertRule } from '../alert-rule.entity.js';
import { parseAlertExpression, textOfAlertExpression } from '../rules/expression/alert-expression.js';

type Meaning = Pick<AlertRule, 'expression' | 'timeZone' | 'isActive'>;

/** Whether a rule holds under other conditions than before, or is evaluated again after it was not. */
export function hasOtherMeaning(before: Meaning, after: Meaning): boolean {
  if (before.isActive !== after.isActive || before.timeZone !== after.timeZone) return true;
  return canonical(before.expression) !== canonical(after.expression);
}

/** Other white space or brackets are no other condition. */
function canonical(text: string): string {
  const parsed = parseAlertExpression(text);
  return isUnreadable(parsed) ? text : textOfAlertExpression(parsed);
}
