import { message } from '../../../i18n/message.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { isUnreadable } from '../../conversion/rules/unreadable.js';
import { AlertRule } from '../alert-rule.entity.js';
import { type AlertExpression, parseAlertExpression } from '../rules/expression/alert-expression.js';
import { collectWindows, WINDOWS_MAX } from '../rules/windows/windows.js';

interface EditedRule {
  readonly expression: AlertExpression;
  /** Undefined for a new rule. */
  readonly ruleId?: number;
}

/**
 * Checks that all rules together do not exceed the maximum number of windows. Rules that are switched off count too, so
 * that any rule can be switched on.
 *
 * @throws {InvalidFields} naming `expression`.
 */
export async function requireRoomForWindows(unit: UnitOfWork, { expression, ruleId }: EditedRule): Promise<void> {
  if (collectWindows([expression]).length === 0) return;
  const options = { fields: ['id', 'expression'], disableIdentityMap: true } as const;
  const others = (await unit.find(AlertRule, {}, options))
    .filter(({ id }) => id !== ruleId)
    .map((rule) => parseAlertExpression(rule.expression))
    .filter((parsed): parsed is AlertExpression => !isUnreadable(parsed));
  if (collectWindows([...others, expression]).length <= WINDOWS_MAX) return;
  throw new InvalidFields({ expression: [message('alerts.tooManyWindows', { maximum: WINDOWS_MAX })] });
}
