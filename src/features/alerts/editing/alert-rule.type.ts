import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import type { AlertSeverity } from '../alert-item.js';
import { parseIds, targetOf } from '../alert-rule.entity.js';
import { AlertSeverityType } from '../alert-severity.type.js';
import { type AlertStateName, alertStates } from '../alert-state.entity.js';
import type { ShownAlertRule } from './shown-alert-rules.js';

const AlertStateType = Object.fromEntries(alertStates.map((state) => [state, state]));
registerEnumType(AlertStateType, {
  name: 'AlertState',
  description: 'State of a rule: false; true, but not for long enough; firing; all its figures unknown.',
});

@ObjectType('AlertRuleState', { description: 'State of a rule on a host, at most ten seconds old.' })
export class AlertRuleStateType {
  @Field(() => ID)
  host!: string;

  @Field(() => String)
  hostName!: string;

  @Field(() => AlertStateType)
  state!: AlertStateName;

  @Field(() => String)
  since!: string;

  @Field(() => String, { nullable: true, description: 'End of the silence that covers it; null if none does.' })
  silencedUntil!: string | null;
}

@ObjectType('AlertRule', { description: 'A rule that raises alerts. Times are ISO 8601 in UTC.' })
export class AlertRuleType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: 'Condition as it was written.' })
  expression!: string;

  @Field(() => Int, { description: 'How long the condition must be true before it fires.' })
  forSeconds!: number;

  @Field(() => Int, { description: 'How long the condition must be false before it is over.' })
  releaseSeconds!: number;

  @Field(() => AlertSeverityType)
  severity!: AlertSeverity;

  @Field(() => [ID], { description: 'All hosts if both this and the tags are empty.' })
  hosts!: readonly string[];

  @Field(() => [String], { description: 'Also the hosts with one of these tags.' })
  tags!: readonly string[];

  /** Resolved by `ChannelsOfRulesResolver`. */
  channelIds!: readonly number[];

  @Field(() => Int, { description: 'Interval for repeating the message while it fires; 0 for never.' })
  repeatSeconds!: number;

  @Field(() => Boolean)
  isActive!: boolean;

  @Field(() => String, { description: 'Time zone for times of day.' })
  timeZone!: string;

  @Field(() => Boolean, { description: 'Whether it was supplied with Vigia.' })
  isSupplied!: boolean;

  @Field(() => String)
  createdAt!: string;

  @Field(() => String)
  changedAt!: string;

  @Field(() => [AlertRuleStateType], { description: 'One entry for each host, at most 100; firing ones first.' })
  states!: readonly AlertRuleStateType[];
}

export const AlertRuleConnection = connectionType(AlertRuleType, 'AlertRuleConnection');

export function shapeAlertRule({ rule, states }: ShownAlertRule): AlertRuleType {
  const { id, name, expression, forSeconds, releaseSeconds, severity, repeatSeconds, isActive, timeZone } = rule;
  const target = targetOf(rule);
  return {
    id: String(id),
    name,
    expression,
    forSeconds,
    releaseSeconds,
    severity,
    hosts: target.hosts.map(String),
    tags: target.tags,
    channelIds: parseIds(rule.channels),
    repeatSeconds,
    isActive,
    timeZone,
    isSupplied: rule.isSupplied,
    createdAt: rule.createdAt.toISOString(),
    changedAt: rule.changedAt.toISOString(),
    states: states.map(({ hostNumber, hostName, state, since, silencedUntil }) => ({
      host: String(hostNumber),
      hostName,
      state,
      since: since.toISOString(),
      silencedUntil: silencedUntil?.toISOString() ?? null,
    })),
  };
}
