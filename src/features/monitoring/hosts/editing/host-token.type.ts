import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../../../platform/graphql/date-time.scalar.js';
import { HostType } from '../../host.type.js';

@ObjectType('Collector', {
  description: 'A sender of OpenTelemetry metrics, whose token is for as many machines as its resources name.',
})
export class CollectorType {
  @Field(() => ID, { description: 'Unique id, for changes.' })
  id!: string;

  @Field(() => String, { description: 'Name given by staff.' })
  name!: string;

  @Field(() => [String], { description: 'Tags of the machines that it adds, in alphabetical order.' })
  tags!: readonly string[];

  @Field(() => DateTime, { description: 'Time when it was added: ISO 8601, UTC.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'Time when staff retired it: ISO 8601, UTC; null until then.' })
  retiredAt!: string | null;
}

@ObjectType('HostToken', { description: 'A host or collector with its token, which is shown only here.' })
export class HostTokenType {
  @Field(() => HostType, { nullable: true, description: 'The machine; null for a collector.' })
  host!: HostType | null;

  @Field(() => CollectorType, { nullable: true, description: 'The collector; null for a machine.' })
  collector!: CollectorType | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Token for `VIGIA_AGENT_TOKEN`, or for the header `Authorization` of OpenTelemetry; null for a machine that is read at an address. Only its hash is stored.',
  })
  token!: string | null;
}
