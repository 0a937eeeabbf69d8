import { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AlertSeverity } from './alert-item.js';

/** The longest name of a rule, and the longest expression, in characters. */
export const RULE_NAME_MAX = 80;
export const EXPRESSION_MAX = 500;

/** Which hosts a rule is for: those that it names, and those with one of its tags; all when it has neither. */
export interface RuleTarget {
  /** `hosts.number`. */
  readonly hosts: readonly number[];
  readonly tags: readonly string[];
}

/** A rule by which Vigia speaks up (contract 12). */
@Entity({ tableName: 'alert_rules' })
export class AlertRule {
  declare [OptionalProps]?: 'isSupplied' | 'isNoticeDue' | 'revision';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'string', length: RULE_NAME_MAX, unique: true })
  name!: string;

  @Property({ type: 'string', length: EXPRESSION_MAX })
  expression!: string;

  /** How long it must hold before it fires, and how long it must not before that is over. */
  @Property({ type: 'integer' })
  forSeconds!: number;

  @Property({ type: 'integer' })
  releaseSeconds!: number;

  @Property({ type: 'string', length: 10 })
  severity!: AlertSeverity;

  /**
   * The numbers of the hosts that it is evaluated for and, as texts, the tags of further ones, as a JSON list; empty for
   * all. The version before sees a list that is not empty, and evaluates it for the numbers alone.
   */
  @Property({ type: 'text' })
  hosts!: string;

  /** The ids of the channels that are told, as a JSON list; a channel that was deleted since may be among them. */
  @Property({ type: 'text' })
  channels!: string;

  /** How often it is said again while it fires; 0 for never. */
  @Property({ type: 'integer' })
  repeatSeconds!: number;

  @Property({ type: 'boolean' })
  isActive!: boolean;

  /** The IANA name of the zone of its times of day. */
  @Property({ type: 'string', length: 64 })
  timeZone!: string;

  /** Whether it came with Vigia. */
  @Property({ type: 'boolean', default: false })
  isSupplied: boolean = false;

  /** Whether staff are still to be told that it came, switched off, with a newer version. */
  @Property({ type: 'boolean', default: false })
  isNoticeDue: boolean = false;

  /** Counts the changes of when it holds: what was found by an earlier revision is void. */
  @Property({ type: 'integer', default: 0 })
  revision: number = 0;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Property({ type: 'datetime' })
  changedAt!: Date;
}

/** The hosts and the tags of a rule. */
export function targetOf({ hosts }: Pick<AlertRule, 'hosts'>): RuleTarget {
  const list = JSON.parse(hosts) as (number | string)[];
  return {
    hosts: list.filter((one) => typeof one === 'number'),
    tags: list.filter((one) => typeof one === 'string'),
  };
}

/** The ids of a JSON list of a rule. */
export function idsOf(list: string): readonly number[] {
  return JSON.parse(list) as number[];
}
