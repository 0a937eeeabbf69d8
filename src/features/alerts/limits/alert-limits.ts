import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { isUnreadable } from '../../conversion/rules/unreadable.js';
import type { AlertSeverity } from '../alert-item.js';
import { type AlertRule, targetOf } from '../alert-rule.entity.js';
import { HostTargets } from '../evaluation/host-targets.js';
import { parseAlertExpression } from '../rules/expression/alert-expression.js';
import { limitsOf, type MeasureLimit } from '../rules/measure-limits.js';

/** A limit with the rule that has it. */
export interface AlertLimit extends MeasureLimit {
  readonly ruleName: string;
  readonly severity: AlertSeverity;
}

/** More lines would not be legible on a host's charts. */
const LIMITS_MAX = 100;

/** Reads the limits that the active rules set for a host. */
export class AlertLimits {
  constructor(private readonly deps: { readonly em: UnitOfWork }) {}

  /**
   * Returns them in the rules' order of creation, at most {@link LIMITS_MAX}. Reads only this host and parses only its
   * rules: to resolve a thousand rules for a thousand hosts would take a tenth of a second for each chart.
   */
  async of(hostNumber: number): Promise<readonly AlertLimit[]> {
    const unit = this.deps.em.fork();
    const targets = await HostTargets.readOne(unit, hostNumber);
    if (!targets.isPresent(hostNumber)) return [];
    const found: AlertLimit[] = [];
    for (const { name, severity, hosts, expression } of await readRules(unit)) {
      if (found.length >= LIMITS_MAX) break;
      if (!targets.includes(targetOf({ hosts }), hostNumber)) continue;
      const parsed = parseAlertExpression(expression);
      // Skips rules that a later version wrote in a syntax this version does not know.
      if (isUnreadable(parsed)) continue;
      found.push(...limitsOf(parsed).map((limit) => ({ ...limit, ruleName: name, severity })));
    }
    return found.slice(0, LIMITS_MAX);
  }
}

type RuleRow = Pick<AlertRule, 'name' | 'severity' | 'hosts' | 'expression'>;

function readRules(unit: UnitOfWork): Promise<RuleRow[]> {
  return queryRows(unit, 'select name, severity, hosts, expression from alert_rules where is_active order by id');
}
