import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { globalId } from '../../../shared/global-id.js';
import type { AlertSeverity } from '../alert-item.js';
import { parseIds, targetOf } from '../alert-rule.entity.js';
import { AlertSeverityType } from '../alert-severity.type.js';
import { type AlertStateName, alertStates } from '../alert-state.entity.js';
import type { ShownAlertRule } from './shown-alert-rules.js';

const AlertStateType = Object.fromEntries(alertStates.map((state) => [state, state]));
registerEnumType(AlertStateType, {
  name: 'AlertState',
  description: 'State of a rule on a host.',
  valuesConfig: {
    FIRING: { description: 'An incident is open, until the condition has been false for `releaseSeconds`.' },
    OK: { description: 'The condition is false.' },
    PENDING: { description: 'The condition is true, but not yet for `forSeconds`.' },
    UNKNOWN: { description: 'None of its figures is known.' },
  },
});

@ObjectType('AlertRuleState', { description: 'State of a rule on a host, at most ten seconds old.' })
export class AlertRuleStateType {
  @Field(() => ID, { description: 'Id of the host, as in `hosts`.' })
  host!: string;

  @Field(() => String, { description: 'Present name of the host.' })
  hostName!: string;

  @Field(() => AlertStateType, { description: 'State as of the last evaluation.' })
  state!: AlertStateName;

  @Field(() => DateTime, { description: 'When it entered this state.' })
  since!: string;

  @Field(() => DateTime, { nullable: true, description: 'End of the silence that covers it; null if none does.' })
  silencedUntil!: string | null;
}

@ObjectType('AlertRule', { implements: NodeType, description: 'A rule that raises alerts. Times are ISO 8601 in UTC.' })
export class AlertRuleType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for `alertRule`, `updateAlertRule` and `deleteAlertRule`.' })
  id!: string;

  @Field(() => String, { description: 'Name, 1 to 80 characters, unique.' })
  name!: string;

  @Field(() => String, { description: 'Condition as it was written.' })
  expression!: string;

  @Field(() => Int, { description: 'How long the condition must be true before it fires.' })
  forSeconds!: number;

  @Field(() => Int, { description: 'How long the condition must be false before it is over.' })
  releaseSeconds!: number;

  @Field(() => AlertSeverityType, { description: 'Severity of its incidents.' })
  severity!: AlertSeverity;

  @Field(() => [ID], { description: 'All hosts if both this and the tags are empty.' })
  hosts!: readonly string[];

  @Field(() => [String], { description: 'Also the hosts with one of these tags.' })
  tags!: readonly string[];

  /** Resolved by `ChannelsOfRulesResolver`. */
  channelIds!: readonly number[];

  @Field(() => Int, { description: 'Interval for repeating the message while it fires; 0 for never.' })
  repeatSeconds!: number;

  @Field(() => Boolean, { description: 'Whether it is evaluated; while false, it cannot fire.' })
  isActive!: boolean;

  @Field(() => Boolean, {
    description: 'Whether members who see the host may acknowledge its incidents too, each of them once.',
  })
  membersAcknowledge!: boolean;

  @Field(() => String, { description: 'Time zone for times of day.' })
  timeZone!: string;

  @Field(() => Boolean, { description: 'Whether it was supplied with Vigia.' })
  isSupplied!: boolean;

  @Field(() => DateTime, { description: 'When staff added it; for a supplied rule, when Vigia did.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When staff last edited it; the time of creation before that.' })
  changedAt!: string;

  @Field(() => [AlertRuleStateType], { description: 'One entry for each host, at most 100; firing ones first.' })
  states!: readonly AlertRuleStateType[];
}

export const AlertRuleConnection = connectionType(AlertRuleType, 'AlertRule');

export function shapeAlertRule({ rule, states }: ShownAlertRule): AlertRuleType {
  const { id, name, expression, forSeconds, releaseSeconds, severity, repeatSeconds, isActive, timeZone } = rule;
  const target = targetOf(rule);
  return {
    id: globalId('AlertRule', id),
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
    membersAcknowledge: rule.membersAcknowledge,
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
