import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import type { AlertSeverity } from '../alert-item.js';
import { idsOf, targetOf } from '../alert-rule.entity.js';
import { AlertSeverityType } from '../alert-severity.type.js';
import { type AlertStateName, alertStates } from '../alert-state.entity.js';
import type { ShownAlertRule } from './shown-alert-rules.js';

const AlertStateType = Object.fromEntries(alertStates.map((state) => [state, state]));
registerEnumType(AlertStateType, {
  name: 'AlertState',
  description:
    'How a rule stands: it does not hold; it holds, but not for long enough; it fires; none of its figures is known.',
});

@ObjectType('AlertRuleState', { description: 'How a rule stands on a host, up to ten seconds ago.' })
export class AlertRuleStateType {
  @Field(() => ID)
  host!: string;

  @Field(() => String)
  hostName!: string;

  @Field(() => AlertStateType)
  state!: AlertStateName;

  @Field(() => String)
  since!: string;

  @Field(() => String, { nullable: true, description: 'While no messages are sent about it: until when.' })
  silencedUntil!: string | null;
}

/** A rule by which Vigia speaks up. */
@ObjectType('AlertRule', { description: 'A rule by which Vigia speaks up. Times are ISO 8601 in UTC.' })
export class AlertRuleType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: 'When it holds, as it was written.' })
  expression!: string;

  @Field(() => Int, { description: 'How long it must hold before it fires.' })
  forSeconds!: number;

  @Field(() => Int, { description: 'How long it must not hold before that is over.' })
  releaseSeconds!: number;

  @Field(() => AlertSeverityType)
  severity!: AlertSeverity;

  @Field(() => [ID], { description: 'Empty, with no tags, for all.' })
  hosts!: readonly string[];

  @Field(() => [String], { description: 'The hosts with one of these as well.' })
  tags!: readonly string[];

  /** Which channels are told: `ChannelsOfRulesResolver` shows them. */
  channelIds!: readonly number[];

  @Field(() => Int, { description: 'After how long the message is repeated while it fires; 0 for never.' })
  repeatSeconds!: number;

  @Field(() => Boolean)
  isActive!: boolean;

  @Field(() => String, { description: 'Whose wall clock its times of day are read from.' })
  timeZone!: string;

  @Field(() => Boolean, { description: 'Whether it came with Vigia.' })
  isSupplied!: boolean;

  @Field(() => String)
  createdAt!: string;

  @Field(() => String)
  changedAt!: string;

  @Field(() => [AlertRuleStateType], { description: 'On each host, of at most 100; those where it fires first.' })
  states!: readonly AlertRuleStateType[];
}

/** A page of the rules. */
export const AlertRuleConnection = connectionType(AlertRuleType, 'AlertRuleConnection');

/** Shapes a rule for GraphQL. */
export function alertRuleOf({ rule, states }: ShownAlertRule): AlertRuleType {
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
    channelIds: idsOf(rule.channels),
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
