import type { UnitOfWork } from '../../../platform/db/database.js';
import { isUnreadable } from '../../conversion/rules/unreadable.js';
import type { AlertSeverity } from '../alert-item.js';
import { AlertRule, parseIds, targetOf } from '../alert-rule.entity.js';
import { type AlertExpression, parseAlertExpression } from '../rules/expression/alert-expression.js';
import type { HostTargets } from './host-targets.js';

export interface EvaluatedRule {
  readonly id: number;
  readonly revision: number;
  readonly name: string;
  /** The expression as typed. */
  readonly text: string;
  readonly expression: AlertExpression;
  readonly forSeconds: number;
  readonly releaseSeconds: number;
  readonly repeatSeconds: number;
  readonly severity: AlertSeverity;
  readonly timeZone: string;
  /** Undefined for all hosts. */
  readonly hosts: ReadonlySet<number> | undefined;
  readonly channels: readonly number[];
}

/** Reads the active rules. Skips any that a later version wrote in a syntax this version does not know. */
export async function readEvaluatedRules(unit: UnitOfWork, targets: HostTargets): Promise<readonly EvaluatedRule[]> {
  const options = { orderBy: { id: 'asc' }, disableIdentityMap: true } as const;
  const rules = await unit.find(AlertRule, { isActive: true }, options);
  return rules.flatMap((rule): EvaluatedRule[] => {
    const expression = parseAlertExpression(rule.expression);
    if (isUnreadable(expression)) return [];
    const { id, revision, name, forSeconds, releaseSeconds, repeatSeconds, severity, timeZone } = rule;
    const hosts = targets.hostsOf(targetOf(rule));
    const durations = { forSeconds, releaseSeconds, repeatSeconds };
    const channels = parseIds(rule.channels);
    return [
      { id, revision, name, text: rule.expression, expression, ...durations, severity, timeZone, hosts, channels },
    ];
  });
}
