import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import { evaluate, type ReadQuantity } from '../rules/evaluate.js';
import { type NextState, nextState } from '../rules/rule-state.js';
import { comparedValues, withPeaks } from './alert-items.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import { type LiveState, newState, type Values } from './live-state.js';
import type { Transition } from './transitions.js';

/** So many rules are evaluated before other work gets its turn: about half a millisecond. */
const RULES_AT_ONCE = 100;

/** A host at the time at which it is evaluated. */
interface HostSnapshot {
  readonly hostNumber: number;
  readonly hostName: string;
  readonly read: ReadQuantity;
  readonly atMs: number;
  /** A longer time since the last evaluation does not count. */
  readonly gapMs: number;
}

/**
 * Evaluates all rules of a host. States change in memory, but for those that are about to fire or to be released: these
 * stay as they were until that is written.
 *
 * @returns what is to be written.
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
  const { atMs, hostName } = host;
  const { result, atoms } = evaluate(rule.expression, host.read, atMs, rule.timeZone);
  const { state, transition } = nextState(live.state, result, host, rule);
  const values: Values = atoms.map(({ value }) => value);
  if (transition) return { live, kind: transition, next: state, values, hostName, at: new Date(atMs) };
  settle(live, { state, transition }, values);
  return undefined;
}

/** Takes over what an evaluation has found. */
export function settle(live: LiveState, { state }: NextState, values: Values): void {
  live.state = state;
  if (state.lastResult === 'false' && !state.isOpen) live.before = values;
  if (!state.isOpen) {
    live.compared = [];
    return;
  }
  live.present = comparedValues(live.rule, values);
  live.compared = withPeaks(live.compared, live.rule, live.present);
}
