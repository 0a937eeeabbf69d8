import { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AlertSeverity } from './alert-item.js';

/** Longest name and longest expression of a rule, in characters. */
export const RULE_NAME_MAX = 80;
export const EXPRESSION_MAX = 500;

/** The hosts to which a rule applies: those named, and those with one of its tags; all if both are empty. */
export interface RuleTarget {
  /** `hosts.number`. */
  readonly hosts: readonly number[];
  readonly tags: readonly string[];
}

/** A rule for sending alerts (contract 12). */
@Entity({ tableName: 'alert_rules' })
export class AlertRule {
  declare [OptionalProps]?: 'isSupplied' | 'isNoticeDue' | 'revision';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'string', length: RULE_NAME_MAX, unique: true })
  name!: string;

  @Property({ type: 'string', length: EXPRESSION_MAX })
  expression!: string;

  /** Time for which the condition must be true before the rule fires, and false before the incident is over. */
  @Property({ type: 'integer' })
  forSeconds!: number;

  @Property({ type: 'integer' })
  releaseSeconds!: number;

  @Property({ type: 'string', length: 10 })
  severity!: AlertSeverity;

  /**
   * Host numbers and, as strings, tags of further hosts, as a JSON list; empty means all. The previous version reads a
   * non-empty list, and evaluates it for the numbers alone.
   */
  @Property({ type: 'text' })
  hosts!: string;

  /** Channel ids as a JSON list, which may include channels deleted since. */
  @Property({ type: 'text' })
  channels!: string;

  /** Interval of repeated messages while the rule fires; 0 means never. */
  @Property({ type: 'integer' })
  repeatSeconds!: number;

  @Property({ type: 'boolean' })
  isActive!: boolean;

  /** The IANA time zone of its times of day. */
  @Property({ type: 'string', length: 64 })
  timeZone!: string;

  /** Whether the rule was shipped with Vigia. */
  @Property({ type: 'boolean', default: false })
  isSupplied: boolean = false;

  /** Whether staff have yet to be told that a newer version added this rule, switched off. */
  @Property({ type: 'boolean', default: false })
  isNoticeDue: boolean = false;

  /** Counts changes of the condition: results of an earlier revision are void. */
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
