import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { AlertRuleType } from '../editing/alert-rule.type.js';

export const SilenceStateType = { ACTIVE: 'ACTIVE', ENDED: 'ENDED' } as const;
registerEnumType(SilenceStateType, {
  name: 'SilenceState',
  description: 'Whether it is in effect now.',
  valuesConfig: {
    ACTIVE: { description: 'Holds messages back now.' },
    ENDED: { description: 'Over, or ended early by staff.' },
  },
});

@ObjectType('Silence', { implements: NodeType, description: 'A period without messages. Times are ISO 8601 in UTC.' })
export class SilenceType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for `endSilence`.' })
  id!: string;

  @Field(() => AlertRuleType, { nullable: true, description: 'Rule; null for every rule, and if it was deleted.' })
  rule!: AlertRuleType | null;

  @Field(() => ID, { nullable: true, description: 'Id of the host; null for every host.' })
  host!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the host; null for every host, and if it is gone.' })
  hostName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Tag of the hosts; null if no tag restricts them.',
  })
  tag!: string | null;

  @Field(() => String, { description: 'Reason, 1 to 500 characters, by the person who created it.' })
  reason!: string;

  @Field(() => DateTime, { description: 'When staff created it: silences begin at once.' })
  from!: string;

  @Field(() => DateTime, { description: 'Planned end.' })
  until!: string;

  @Field(() => String, { description: 'Username of the person who created it.' })
  createdBy!: string;

  @Field(() => DateTime, { nullable: true, description: 'Time when staff ended it early; null otherwise.' })
  endedAt!: string | null;

  @Field(() => SilenceStateType, { description: 'State as of now.' })
  state!: keyof typeof SilenceStateType;
}

export const SilenceConnection = connectionType(SilenceType, 'Silence');

@InputType('SilenceInput', {
  description: 'What to silence: a rule, a host, all hosts with a tag, or a rule on these.',
})
export class SilenceInput {
  @Field(() => ID, { nullable: true, description: 'Every rule by default.' })
  rule!: string | null | undefined;

  @Field(() => ID, { nullable: true, description: 'Every host by default.' })
  host!: string | null | undefined;

  @Field(() => String, { nullable: true, description: 'In place of a host: all hosts with this tag.' })
  tag!: string | null | undefined;

  @Field(() => DateTime, { description: 'End: ISO 8601 with a time zone, at most 366 days from now.' })
  until!: string;

  @Field(() => String, { description: 'Reason, 1 to 500 characters.' })
  reason!: string;
}
