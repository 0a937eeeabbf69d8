import type { EditedRule, RuleInput } from '../rules.operations';
import { durationText, parseDuration } from './fields/durations';

/** What is typed and chosen in the editor of a rule. */
export interface RuleValues extends Readonly<Record<string, string>> {
  readonly name: string;
  readonly expression: string;
  /** As people write them; see `durations.ts`. */
  readonly holds: string;
  readonly releases: string;
  readonly severity: string;
  /** Ids with commas between them; empty for all. */
  readonly hosts: string;
  /** With commas between them, which no tag has; empty for none. */
  readonly tags: string;
  readonly channels: string;
  readonly repeatSeconds: string;
  /** Empty for that of the server. */
  readonly timeZone: string;
  readonly active: string;
}

/** What the editor of a new rule begins with. */
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
};

/** What the editor of a rule begins with. */
export function valuesOf(rule: EditedRule | null | undefined): RuleValues {
  if (!rule) return NEW;
  return {
    name: rule.name,
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
  };
}

/** The rule that is sent; undefined while one of its times cannot be read. */
export function inputOfValues(values: RuleValues): RuleInput | undefined {
  const forSeconds = parseDuration(values.holds);
  const releaseSeconds = parseDuration(values.releases);
  if (forSeconds === undefined || releaseSeconds === undefined) return undefined;
  return {
    name: values.name,
    expression: values.expression,
    forSeconds,
    releaseSeconds,
    severity: severityOf(values),
    hosts: idsOf(values.hosts),
    tags: idsOf(values.tags),
    channels: idsOf(values.channels),
    repeatSeconds: Number(values.repeatSeconds),
    timeZone: values.timeZone.trim() || null,
    isActive: values.active === 'yes',
  };
}

/** How serious the rule is to be. */
export function severityOf({ severity }: RuleValues): 'BAD' | 'WARNING' {
  return severity === 'BAD' ? 'BAD' : 'WARNING';
}

/** The ids or tags of a list that is written with commas. */
export function idsOf(list: string): string[] {
  return list.split(',').filter(Boolean);
}
