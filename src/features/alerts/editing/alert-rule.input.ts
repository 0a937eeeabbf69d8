import { Field, ID, InputType, Int } from 'type-graphql';
import type { AlertSeverity } from '../alert-item.js';
import { AlertSeverityType } from '../alert-severity.type.js';
import type { AlertRuleDraft } from './alert-rule-draft.js';

/** A rule as staff write it. */
@InputType('AlertRuleInput', { description: 'A rule as it is to be.' })
export class AlertRuleInput {
  @Field(() => String, { description: '1 to 80 characters, unlike that of any other rule.' })
  name!: string;

  @Field(() => String, { description: 'When it holds, such as `avg(cpu, 10m) > 90 % AND NOT time(02:00-04:00)`.' })
  expression!: string;

  @Field(() => Int, { nullable: true, defaultValue: 300, description: 'How long it must hold: 0 to 86,400.' })
  forSeconds!: number | null;

  @Field(() => Int, { nullable: true, defaultValue: 300, description: 'How long it must not: 0 to 86,400.' })
  releaseSeconds!: number | null;

  @Field(() => AlertSeverityType, { defaultValue: AlertSeverityType.WARNING })
  severity!: AlertSeverity;

  @Field(() => [ID], { defaultValue: [], description: 'Empty, with no tags, for all hosts.' })
  hosts!: string[];

  @Field(() => [String], { defaultValue: [], description: 'The hosts with one of these as well; at most 10.' })
  tags!: string[];

  @Field(() => [ID], { defaultValue: [], description: 'Who is told.' })
  channels!: string[];

  @Field(() => Int, {
    defaultValue: 0,
    description: 'After how long the message is repeated while it fires: at least 900, or 0 for never.',
  })
  repeatSeconds!: number;

  @Field(() => Boolean, { defaultValue: true })
  isActive!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Whose wall clock its times of day are read from, as `America/Sao_Paulo`; that of the server.',
  })
  timeZone!: string | null | undefined;
}

const DEFAULT_SECONDS = 300;

/** The draft that an input is. */
export function draftOf(input: AlertRuleInput): AlertRuleDraft {
  const { forSeconds, releaseSeconds, timeZone, ...rest } = input;
  return {
    ...rest,
    forSeconds: forSeconds ?? DEFAULT_SECONDS,
    releaseSeconds: releaseSeconds ?? DEFAULT_SECONDS,
    timeZone: timeZone ?? undefined,
  };
}
