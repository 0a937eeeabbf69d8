import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { AlertRuleType } from '../editing/alert-rule.type.js';

/** Whether a silence is in force. */
export const SilenceStateType = { ACTIVE: 'ACTIVE', ENDED: 'ENDED' } as const;
registerEnumType(SilenceStateType, { name: 'SilenceState', description: 'Whether it keeps messages back now.' });

/** A time in which no messages are sent. */
@ObjectType('Silence', { description: 'A time in which no messages are sent. Times are ISO 8601 in UTC.' })
export class SilenceType {
  @Field(() => ID)
  id!: string;

  @Field(() => AlertRuleType, { nullable: true, description: 'Null for every rule, and for one that was deleted.' })
  rule!: AlertRuleType | null;

  @Field(() => ID, { nullable: true, description: 'Null for every host.' })
  host!: string | null;

  @Field(() => String, { nullable: true, description: 'Null for every host, and for one that is gone.' })
  hostName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of the hosts that are meant; null where no tag restricts them.',
  })
  tag!: string | null;

  @Field(() => String)
  reason!: string;

  @Field(() => String)
  from!: string;

  @Field(() => String)
  until!: string;

  @Field(() => String, { description: 'The user name of who made it.' })
  createdBy!: string;

  @Field(() => String, { nullable: true, description: 'When staff ended it before its time.' })
  endedAt!: string | null;

  @Field(() => SilenceStateType)
  state!: keyof typeof SilenceStateType;
}

/** A page of the silences. */
export const SilenceConnection = connectionType(SilenceType, 'SilenceConnection');

/** A silence as staff write it. */
@InputType('SilenceInput', { description: 'A rule, a host, or a rule on a host that is to be silent.' })
export class SilenceInput {
  @Field(() => ID, { nullable: true, description: 'Every rule, when left out.' })
  rule!: string | null | undefined;

  @Field(() => ID, { nullable: true, description: 'Every host, when left out.' })
  host!: string | null | undefined;

  @Field(() => String, { description: 'ISO 8601 with a time zone, at most 366 days from now.' })
  until!: string;

  @Field(() => String, { description: '1 to 500 characters.' })
  reason!: string;
}
