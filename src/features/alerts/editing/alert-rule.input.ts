import { Field, ID, InputType, Int } from 'type-graphql';
import { localId } from '../../../shared/global-id.js';
import type { AlertSeverity } from '../alert-item.js';
import { AlertSeverityType } from '../alert-severity.type.js';
import type { AlertRuleDraft } from './alert-rule-draft.js';

/** A rule as written by staff. */
@InputType('AlertRuleInput', { description: 'Contents of a rule.' })
export class AlertRuleInput {
  @Field(() => String, { description: 'Name, 1 to 80 characters, unique.' })
  name!: string;

  @Field(() => String, { description: 'Condition, for example `avg(cpu, 10m) > 90 % AND NOT time(02:00-04:00)`.' })
  expression!: string;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 300,
    description: 'How long the condition must be true before it fires: 0 to 86,400.',
  })
  forSeconds!: number | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 300,
    description: 'How long the condition must be false before it is over: 0 to 86,400.',
  })
  releaseSeconds!: number | null;

  @Field(() => AlertSeverityType, {
    defaultValue: AlertSeverityType.WARNING,
    description: 'Severity of its incidents.',
  })
  severity!: AlertSeverity;

  @Field(() => [ID], { defaultValue: [], description: 'All hosts if both this and the tags are empty.' })
  hosts!: string[];

  @Field(() => [String], { defaultValue: [], description: 'Also the hosts with one of these tags; at most 10.' })
  tags!: string[];

  @Field(() => [ID], { defaultValue: [], description: 'Channels to notify.' })
  channels!: string[];

  @Field(() => Int, {
    defaultValue: 0,
    description: 'Interval for repeating the message while it fires: at least 900, or 0 for never.',
  })
  repeatSeconds!: number;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether it is evaluated; while false, it cannot fire.' })
  isActive!: boolean;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Whether members who see the host may acknowledge its incidents too, each of them once.',
  })
  membersAcknowledge!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Time zone for times of day, for example `America/Sao_Paulo`; the server's by default.",
  })
  timeZone!: string | null | undefined;
}

const DEFAULT_SECONDS = 300;

export function buildDraft(input: AlertRuleInput): AlertRuleDraft {
  const { forSeconds, releaseSeconds, timeZone, channels, ...rest } = input;
  return {
    ...rest,
    channels: channels.map((id) => localId(id, 'Channel')),
    forSeconds: forSeconds ?? DEFAULT_SECONDS,
    releaseSeconds: releaseSeconds ?? DEFAULT_SECONDS,
    timeZone: timeZone ?? undefined,
  };
}
