import type { UnitOfWork } from '../../../platform/db/database.js';
import type { AlertSeverity } from '../alert-item.js';
import { readEvaluatedRules } from '../evaluation/evaluated-rule.js';
import { HostTargets } from '../evaluation/host-targets.js';
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

  /** Returns them in the rules' order of creation, at most {@link LIMITS_MAX}. */
  async of(hostNumber: number): Promise<readonly AlertLimit[]> {
    const unit = this.deps.em.fork();
    const targets = await HostTargets.read(unit);
    if (!targets.isPresent(hostNumber)) return [];
    const rules = await readEvaluatedRules(unit, targets);
    return rules
      .filter(({ hosts }) => hosts?.has(hostNumber) ?? true)
      .flatMap(({ name, severity, expression }) =>
        limitsOf(expression).map((limit) => ({ ...limit, ruleName: name, severity })),
      )
      .slice(0, LIMITS_MAX);
  }
}
