import type { UnitOfWork } from '../../../platform/db/database.js';
import { AlertRule } from '../alert-rule.entity.js';
import type { RuleStates, ShownState } from '../evaluation/rule-states.js';

export interface ShownAlertRule {
  readonly rule: AlertRule;
  readonly states: readonly ShownState[];
}

interface ShownAlertRulesDeps {
  readonly em: UnitOfWork;
  readonly ruleStates: Pick<RuleStates, 'of'>;
}

/** Extends rules with the states that staff see. */
export class ShownAlertRules {
  constructor(private readonly deps: ShownAlertRulesDeps) {}

  async of(rules: readonly AlertRule[]): Promise<readonly ShownAlertRule[]> {
    const states = await this.deps.ruleStates.of(rules);
    return rules.map((rule) => ({ rule, states: states.get(rule.id) ?? [] }));
  }

  async byIds(ids: readonly number[]): Promise<readonly ShownAlertRule[]> {
    if (ids.length === 0) return [];
    return this.of(await this.deps.em.fork().find(AlertRule, { id: { $in: [...ids] } }));
  }
}
