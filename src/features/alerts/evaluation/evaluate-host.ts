import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import { evaluate, type ReadQuantity } from '../rules/evaluate.js';
import { type NextState, nextState } from '../rules/rule-state.js';
import { comparedValues, type Reading, withPeaks } from './alert-items.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import { type LiveState, newState, type Values } from './live-state.js';
import type { Transition } from './transitions.js';

/** Number of rules evaluated before yielding to other work, which takes about half a millisecond. */
const RULES_AT_ONCE = 100;

interface HostSnapshot {
  readonly hostNumber: number;
  readonly hostName: string;
  readonly read: ReadQuantity;
  /** Usage in percent of each file system that counts in `disk`, by mount path. */
  readonly disks: Reading['disks'];
  readonly atMs: number;
  /** If more time than this has passed since the last evaluation, it does not count. */
  readonly gapMs: number;
}

/**
 * Evaluates all rules on a host. States change in memory, except for those about to fire or be released, which do not
 * change until the transition has been written.
 *
 * @returns the transitions to write.
 */
export async function evaluateHost(
  rules: readonly EvaluatedRule[],
  states: Map<number, LiveState>,
  host: HostSnapshot,
): Promise<Transition[]> {
  const transitions: Transition[] = [];
  for (const [index, rule] of rules.entries()) {
    if (index > 0 && index % RULES_AT_ONCE === 0) await yieldToEventLoop();
    if (rule.hosts && !rule.hosts.has(host.hostNumber)) continue;
    const live = states.get(rule.id) ?? newState(rule, host.hostNumber);
    states.set(rule.id, live);
    const transition = evaluateRule(live, host);
    if (transition) transitions.push(transition);
  }
  return transitions;
}

function evaluateRule(live: LiveState, host: HostSnapshot): Transition | undefined {
  const { rule } = live;
  const { atMs, hostName, disks } = host;
  const { result, atoms } = evaluate(rule.expression, host.read, atMs, rule.timeZone);
  const { state, transition } = nextState(live.state, result, host, rule);
  if (result === 'unknown' && isMeasured(rule, host)) live.measuredMs = atMs;
  const values: Values = atoms.map(({ value }) => value);
  if (transition) return { live, kind: transition, next: state, values, disks, hostName, at: new Date(atMs) };
  settle(live, { state, transition }, { values, disks });
  return undefined;
}

/** Whether a figure of the rule has a value now, whatever its window knows. */
function isMeasured({ expression }: EvaluatedRule, { read }: HostSnapshot): boolean {
  return expression.atoms.some((atom) => {
    if (atom.kind !== 'comparison') return false;
    const { name, path } = atom.quantity;
    return read({ kind: 'figure', name, ...(path !== undefined && { path }) }) !== null;
  });
}

/** Applies the result of an evaluation. */
export function settle(live: LiveState, { state }: NextState, { values, disks }: Reading): void {
  live.state = state;
  if (state.lastResult === 'false' && !state.isOpen) live.before = values;
  if (!state.isOpen) {
    live.compared = [];
    return;
  }
  live.present = comparedValues(live.rule, values);
  live.compared = withPeaks(live.compared, live.rule, { values: live.present, disks });
}
