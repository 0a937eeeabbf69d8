import { AlertRule, targetOf } from '../features/alerts/alert-rule.entity.js';
import { fillWindows } from '../features/alerts/evaluation/fill-windows.js';
import { HostTargets } from '../features/alerts/evaluation/host-targets.js';
import { RuleStates } from '../features/alerts/evaluation/rule-states.js';
import { evaluate } from '../features/alerts/rules/evaluate.js';
import {
  type AlertExpression,
  parseAlertExpression,
  textOfAlertExpression,
} from '../features/alerts/rules/expression/alert-expression.js';
import { isUnreadable } from '../features/conversion/rules/unreadable.js';
import type { MeasuredHostState } from '../features/monitoring/hosts/measured-hosts.js';
import { storedHosts } from '../features/monitoring/hosts/storage/stored-hosts.js';
import { CommandFailure } from '../shared/errors/command-failure.js';
import type { Accounts } from './open-accounts.js';

const RULES_AT_ONCE = 100;

/** Opens the alert rules for a command that runs alongside the service or without it. */
export function openAlerts({ em, clock, settings }: Accounts) {
  const hosts = storedHosts({ settings, em, clock });
  const states = new RuleStates({ em, clock, hosts });
  return {
    /** Lists the rules in order of creation. */
    async *rules() {
      for (let after = 0; ; ) {
        const where = { id: { $gt: after } };
        const page = await em.fork().find(AlertRule, where, { orderBy: { id: 'asc' }, limit: RULES_AT_ONCE });
        const ofRules = await states.of(page);
        for (const rule of page) yield { ...rule, stands: summariseStates(ofRules.get(rule.id) ?? []) };
        const last = page.at(-1);
        if (!last || page.length < RULES_AT_ONCE) return;
        after = last.id;
      }
    },
    /** Evaluates a rule on each of its hosts; undefined if the rule doesn't exist. */
    async test(name: string) {
      const rule = await em.fork().findOne(AlertRule, { name });
      if (!rule) return undefined;
      const expression = parseAlertExpression(rule.expression);
      if (isUnreadable(expression)) throw new CommandFailure('This rule was written for another version of Vigia.');
      const targets = await HostTargets.read(em.fork());
      const all = (await hosts.list()).filter(({ number }) => targets.includes(targetOf(rule), number));
      const tested = all.map((host) => evaluateStored(host, expression, rule.timeZone));
      return { expression: textOfAlertExpression(expression), hosts: await Promise.all(tested) };
    },
  };

  async function evaluateStored(host: MeasuredHostState, expression: AlertExpression, timeZone: string) {
    const now = clock.now();
    const { windows, newestMs } = await fillWindows({ hosts, host, expressions: [expression], now, atLeastMs: DAY_MS });
    const atMs = newestMs ?? now.getTime();
    const { result, atoms } = evaluate(expression, windows.at(atMs), atMs, timeZone);
    return {
      host: host.name,
      result,
      at: newestMs === undefined ? undefined : new Date(newestMs).toISOString(),
      comparisons: expression.atoms.map(({ text }, index) => {
        const { value = null, bit = 0 } = atoms[index] ?? {};
        return { text, value: value === null ? 'unknown' : String(value), bit };
      }),
    };
  }
}

/** Older samples say nothing about the current state. */
const DAY_MS = 86_400_000;

function summariseStates(states: readonly { readonly state: string }[]): string {
  const counts = new Map<string, number>();
  for (const { state } of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${state} ${count}`).join(', ');
}
