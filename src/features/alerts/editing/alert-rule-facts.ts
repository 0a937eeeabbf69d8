import { type AlertRule, parseIds, targetOf } from '../alert-rule.entity.js';

/** Describes a rule for the audit trail. */
export function factsOf(rule: Readonly<AlertRule>): Record<string, unknown> {
  const { name, expression, forSeconds, releaseSeconds, severity, repeatSeconds, isActive, timeZone } = rule;
  const { membersAcknowledge } = rule;
  const durations = { forSeconds, releaseSeconds, repeatSeconds };
  return { name, expression, severity, ...durations, isActive, membersAcknowledge, timeZone, ...parseLists(rule) };
}

/** Returns the facts that differ, before and after the change; undefined if none differ. */
export function changedFacts(before: Readonly<AlertRule>, after: Readonly<AlertRule>) {
  const [old, current] = [factsOf(before), factsOf(after)];
  const changed = Object.keys(current).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(current[name]));
  if (changed.length === 0) return undefined;
  const pick = (facts: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, facts[name]]));
  // The id identifies the rule because its name may have changed.
  return { before: { id: before.id, ...pick(old) }, after: { id: after.id, name: after.name, ...pick(current) } };
}

function parseLists(rule: Readonly<AlertRule>) {
  return { ...targetOf(rule), channels: parseIds(rule.channels) };
}
