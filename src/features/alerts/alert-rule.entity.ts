import { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AlertSeverity } from './alert-item.js';

/** Maximum length of a rule's name and expression, in characters. */
export const RULE_NAME_MAX = 80;
export const EXPRESSION_MAX = 500;

/**
 * The hosts a rule applies to: those it names and those with any of its tags. If it has neither, it applies to all
 * hosts.
 */
export interface RuleTarget {
  /** `hosts.number`. */
  readonly hosts: readonly number[];
  readonly tags: readonly string[];
}

/** A rule that sends alerts (contract 12). */
@Entity({ tableName: 'alert_rules' })
export class AlertRule {
  declare [OptionalProps]?: 'isSupplied' | 'isNoticeDue' | 'membersAcknowledge' | 'revision';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'string', length: RULE_NAME_MAX, unique: true })
  name!: string;

  @Property({ type: 'string', length: EXPRESSION_MAX })
  expression!: string;

  /** How long the condition must be true before the rule fires, and false before the incident is over. */
  @Property({ type: 'integer' })
  forSeconds!: number;

  @Property({ type: 'integer' })
  releaseSeconds!: number;

  @Property({ type: 'string', length: 10 })
  severity!: AlertSeverity;

  /**
   * A JSON list of host numbers (as numbers) and of tags that add hosts (as strings); empty means all hosts. From a
   * non-empty list, the previous version only evaluates the numbers.
   */
  @Property({ type: 'text' })
  hosts!: string;

  /** Channel ids as a JSON list, which may include channels that have been deleted since. */
  @Property({ type: 'text' })
  channels!: string;

  /** Interval between repeated messages while the rule is firing; 0 means that messages are not repeated. */
  @Property({ type: 'integer' })
  repeatSeconds!: number;

  @Property({ type: 'boolean' })
  isActive!: boolean;

  /** The IANA time zone for its times of day. */
  @Property({ type: 'string', length: 64 })
  timeZone!: string;

  /** Whether the rule is one of those supplied with Vigia. */
  @Property({ type: 'boolean', default: false })
  isSupplied: boolean = false;

  /** Whether members may acknowledge its incidents, each of them once, beside operators and staff. */
  @Property({ type: 'boolean', default: true })
  membersAcknowledge: boolean = true;

  /** Whether staff still have to be notified that a newer version added this rule, switched off. */
  @Property({ type: 'boolean', default: false })
  isNoticeDue: boolean = false;

  /** Incremented when the condition changes. Results from an earlier revision are void. */
  @Property({ type: 'integer', default: 0 })
  revision: number = 0;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Property({ type: 'datetime' })
  changedAt!: Date;
}

export function targetOf({ hosts }: Pick<AlertRule, 'hosts'>): RuleTarget {
  const list = JSON.parse(hosts) as (number | string)[];
  return {
    hosts: list.filter((one) => typeof one === 'number'),
    tags: list.filter((one) => typeof one === 'string'),
  };
}

export function parseIds(list: string): readonly number[] {
  return JSON.parse(list) as number[];
}
