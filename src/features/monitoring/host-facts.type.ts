import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time.scalar.js';
import { environments, type HostFacts } from './host/facts/host-facts.js';

/** Environments by their names in the schema: `virtualMachine` is `VIRTUAL_MACHINE`. */
const HostEnvironment = Object.fromEntries(
  environments.map((environment) => [environment.replace(/[A-Z]/g, '_$&').toUpperCase(), environment]),
);

registerEnumType(HostEnvironment, {
  name: 'HostEnvironment',
  description: 'Environment of the measuring process; a container takes precedence over the machine below it.',
  valuesConfig: {
    CONTAINER: { description: 'A container, whatever machine is below it.' },
    PHYSICAL: { description: 'A machine without a hypervisor.' },
    UNKNOWN: { description: 'Could not be found out.' },
    VIRTUAL_MACHINE: { description: 'A machine run by a hypervisor.' },
  },
});

@ObjectType('HostFacts', { description: 'Facts that a machine reports about itself.' })
export class HostFactsType {
  @Field(() => String, { description: "Host name; inside a container, the container's." })
  hostname!: string;

  @Field(() => String, {
    description: 'Operating system and version. Empty if the machine only ran an earlier version of Vigia.',
  })
  os!: string;

  @Field(() => String, { description: 'Kernel and release. Empty if os is.' })
  kernel!: string;

  @Field(() => String, { nullable: true, description: 'The model of its processor, or of the board; null if unknown.' })
  cpuModel!: string | null;

  @Field(() => Int, { description: 'Number of logical processors.' })
  cores!: number;

  @Field(() => String, { nullable: true, description: 'Processor architecture, for example x86_64; null if unknown.' })
  architecture!: string | null;

  @Field(() => HostEnvironment, { description: 'Surroundings of the measuring process.' })
  environment!: HostFacts['environment'];

  @Field(() => String, {
    nullable: true,
    description: 'Virtualisation or container engine, for example KVM or Docker; null if unknown.',
  })
  virtualisation!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time of its last boot: ISO 8601, UTC, to the second; null if its source does not tell it.',
  })
  bootedAt!: string | null;
}

/** Shapes the facts of a machine for GraphQL. */
export function factsOf(facts: HostFacts): HostFactsType {
  const { name, system, kernel, processor, cores, architecture, environment, environmentName, startedAt } = facts;
  return {
    hostname: name,
    os: system,
    kernel,
    cpuModel: processor,
    cores,
    architecture: architecture ?? null,
    environment,
    virtualisation: environmentName,
    bootedAt: startedAt,
  };
}
