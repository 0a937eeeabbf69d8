import { ruleName } from '../../../../lib/i18n/rule-name';
import type { EditedRule, RuleInput } from '../rules.operations';
import { durationText, parseDuration } from './fields/durations';

/** Form values of the rule editor. */
export interface RuleValues extends Readonly<Record<string, string>> {
  readonly name: string;
  readonly expression: string;
  /** Duration in everyday notation; see `durations.ts`. */
  readonly holds: string;
  readonly releases: string;
  readonly severity: string;
  /** Host ids, comma-separated; empty for all. */
  readonly hosts: string;
  /** Host tags, comma-separated because they cannot contain commas; empty for none. */
  readonly tags: string;
  readonly channels: string;
  readonly repeatSeconds: string;
  /** Time zone; empty for the server's. */
  readonly timeZone: string;
  readonly active: string;
  /** Whether members may acknowledge its incidents. */
  readonly membersAcknowledge: string;
}

/** Initial values for a new rule. */
const NEW: RuleValues = {
  name: '',
  expression: '',
  holds: durationText(300),
  releases: durationText(300),
  severity: 'WARNING',
  hosts: '',
  tags: '',
  channels: '',
  repeatSeconds: '0',
  timeZone: '',
  active: 'yes',
  membersAcknowledge: 'yes',
};

/** Returns the initial values of the editor. */
export function valuesOf(rule: EditedRule | null | undefined): RuleValues {
  if (!rule) return NEW;
  return {
    name: ruleName(rule.name),
    expression: rule.expression,
    holds: durationText(rule.forSeconds),
    releases: durationText(rule.releaseSeconds),
    severity: rule.severity,
    hosts: rule.hosts.join(),
    tags: rule.tags.join(),
    channels: rule.channels.map(({ id }) => id).join(),
    repeatSeconds: String(rule.repeatSeconds),
    timeZone: rule.timeZone,
    active: rule.isActive ? 'yes' : '',
    membersAcknowledge: rule.membersAcknowledge ? 'yes' : '',
  };
}

/** Returns the rule to send, with its stored name unless the name was edited; undefined while a duration is invalid. */
export function inputOfValues(values: RuleValues, storedName?: string): RuleInput | undefined {
  const forSeconds = parseDuration(values.holds);
  const releaseSeconds = parseDuration(values.releases);
  if (forSeconds === undefined || releaseSeconds === undefined) return undefined;
  return {
    name: storedName !== undefined && values.name === ruleName(storedName) ? storedName : values.name,
    expression: values.expression,
    forSeconds,
    releaseSeconds,
    severity: severityOf(values),
    hosts: parseIds(values.hosts),
    tags: parseIds(values.tags),
    channels: parseIds(values.channels),
    repeatSeconds: Number(values.repeatSeconds),
    timeZone: values.timeZone.trim() || null,
    isActive: values.active === 'yes',
    membersAcknowledge: values.membersAcknowledge === 'yes',
  };
}

export function severityOf({ severity }: RuleValues): 'BAD' | 'WARNING' {
  return severity === 'BAD' ? 'BAD' : 'WARNING';
}

/** Splits a comma-separated list of ids or tags. */
export function parseIds(list: string): string[] {
  return list.split(',').filter(Boolean);
}
