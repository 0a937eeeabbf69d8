import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { environments, type HostFacts } from './host/host-facts.js';

/** What a service runs on, by the names in the schema: `virtualMachine` is `VIRTUAL_MACHINE`. */
const HostEnvironment = Object.fromEntries(
  environments.map((environment) => [environment.replace(/[A-Z]/g, '_$&').toUpperCase(), environment]),
);

registerEnumType(HostEnvironment, {
  name: 'HostEnvironment',
  description: 'What the service runs on, as it sees it: in a container it is named, whatever is below.',
});

/** Who the machine is (contract 4). */
@ObjectType('Host', { description: 'Who the machine is whose metrics are shown.' })
export class HostType implements HostFacts {
  @Field(() => String, { description: 'Its host name; that of the container, in one.' })
  name!: string;

  @Field(() => String, {
    description: 'The system and its version. Empty for a machine that runs an earlier version of Vigia only.',
  })
  system!: string;

  @Field(() => String, { description: 'The kernel and its release. Empty where system is.' })
  kernel!: string;

  @Field(() => String, { nullable: true, description: 'The model of its processor, or of the board; null if unknown.' })
  processor!: string | null;

  @Field(() => Int, { description: 'How many programs its processors run at once.' })
  cores!: number;

  @Field(() => String, { description: 'When it was started: ISO 8601, UTC, to the second.' })
  startedAt!: string;

  @Field(() => Float, {
    description: 'How often it is measured: what a sample says of use is the average since the one before.',
  })
  intervalSeconds!: number;

  @Field(() => HostEnvironment)
  environment!: HostFacts['environment'];

  @Field(() => String, { nullable: true, description: 'What that is called, such as KVM or Docker; null if unknown.' })
  environmentName!: string | null;
}
