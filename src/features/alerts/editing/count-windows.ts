import { message } from '../../../i18n/message.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { isUnreadable } from '../../conversion/rules/unreadable.js';
import { AlertRule } from '../alert-rule.entity.js';
import { type AlertExpression, parseAlertExpression } from '../rules/expression/alert-expression.js';
import { WINDOWS_MAX, windowsOf } from '../rules/windows/windows.js';

interface EditedRule {
  readonly expression: AlertExpression;
  /** Undefined while it is new. */
  readonly ruleId?: number;
}

/**
 * Requires that the windows of all rules together are not more than are held; those of rules that are switched off count
 * too, so that any rule can be switched on.
 *
 * @throws {InvalidFields} naming `expression`.
 */
export async function requireRoomForWindows(unit: UnitOfWork, { expression, ruleId }: EditedRule): Promise<void> {
  if (windowsOf([expression]).length === 0) return;
  const options = { fields: ['id', 'expression'], disableIdentityMap: true } as const;
  const others = (await unit.find(AlertRule, {}, options))
    .filter(({ id }) => id !== ruleId)
    .map((rule) => parseAlertExpression(rule.expression))
    .filter((parsed): parsed is AlertExpression => !isUnreadable(parsed));
  if (windowsOf([...others, expression]).length <= WINDOWS_MAX) return;
  throw new InvalidFields({ expression: [message('alerts.tooManyWindows', { maximum: WINDOWS_MAX })] });
}
