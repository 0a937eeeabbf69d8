import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfoType } from '../../platform/graphql/connection.type.js';
import { environments, type HostFacts } from './host/facts/host-facts.js';
import type { HostRow } from './hosts/status/host-row.js';
import type { HostState, HostStatus } from './hosts/status/host-states.js';
import { Metrics } from './metrics.type.js';
import { metricsOf } from './metrics-view.js';

/** What a host runs on, by the names in the schema: `virtualMachine` is `VIRTUAL_MACHINE`. */
const HostEnvironment = Object.fromEntries(
  environments.map((environment) => [environment.replace(/[A-Z]/g, '_$&').toUpperCase(), environment]),
);

registerEnumType(HostEnvironment, {
  name: 'HostEnvironment',
  description: 'What measures the host runs on, as it sees it: in a container it is named, whatever is below.',
});

/** The states of a host, in the order in which `HostsTick` counts them. */
export const HostStateType = { LIVE: 'LIVE', LATE: 'LATE', AWAY: 'AWAY', RETIRED: 'RETIRED' } as const;

registerEnumType(HostStateType, {
  name: 'HostState',
  description:
    'How a host is: it sends its samples; none has come for three intervals; none for two minutes, or never; it is measured no more.',
});

@ObjectType('HostFacts', { description: 'What a machine says of itself.' })
export class HostFactsType {
  @Field(() => String, { description: 'Its host name; that of the container, in one.' })
  hostname!: string;

  @Field(() => String, {
    description: 'The system and its version. Empty for a machine that runs an earlier version of Vigia only.',
  })
  os!: string;

  @Field(() => String, { description: 'The kernel and its release. Empty where os is.' })
  kernel!: string;

  @Field(() => String, { nullable: true, description: 'The model of its processor, or of the board; null if unknown.' })
  cpuModel!: string | null;

  @Field(() => Int, { description: 'How many programs its processors run at once.' })
  cores!: number;

  @Field(() => String, { nullable: true, description: 'What its processors are, such as x86_64; null if unknown.' })
  architecture!: string | null;

  @Field(() => HostEnvironment)
  environment!: HostFacts['environment'];

  @Field(() => String, { nullable: true, description: 'What that is called, such as KVM or Docker; null if unknown.' })
  virtualisation!: string | null;

  @Field(() => String, { description: 'When it was started: ISO 8601, UTC, to the second.' })
  bootedAt!: string;
}

/** A machine that is measured (contract 13). */
@ObjectType('Host', { description: 'A machine that is measured, by the service that runs on it or by an agent.' })
export class HostType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'What people call it; at first its host name.' })
  name!: string;

  @Field(() => [String], { description: 'In the order of the alphabet.' })
  tags!: readonly string[];

  @Field(() => HostStateType)
  state!: HostState;

  @Field(() => Boolean, { description: 'Whether it is the one that is meant when none is named.' })
  isOwn!: boolean;

  @Field(() => Boolean, { description: 'Whether an agent measures it.' })
  hasAgent!: boolean;

  @Field(() => String, { nullable: true, description: 'When its newest sample came: ISO 8601, UTC; null before.' })
  lastSeenAt!: string | null;

  @Field(() => HostFactsType, { nullable: true, description: 'Null until it was seen for the first time.' })
  facts!: HostFactsType | null;

  @Field(() => Metrics, { nullable: true, description: 'Its newest sample, however old; null before the first.' })
  newest!: Metrics | null;

  @Field(() => Float, {
    nullable: true,
    description: 'By how much its clock is ahead of that of the service; null where that is not known.',
  })
  clockSkewSeconds!: number | null;

  @Field(() => String, { nullable: true, description: 'The version of Vigia that measures it; null before.' })
  version!: string | null;

  @Field(() => Float, {
    description: 'How often it is measured: what a sample says of use is the average since the one before.',
  })
  intervalSeconds!: number;
}

@ObjectType('HostCounts', { description: 'How many hosts there are in each state.' })
export class HostCounts {
  @Field(() => Int)
  live!: number;

  @Field(() => Int)
  late!: number;

  @Field(() => Int)
  away!: number;

  @Field(() => Int)
  retired!: number;
}

/** What {@link HostConnection} is sorted by. */
export const HostOrderType = { WORST: 'WORST', NAME: 'NAME' } as const;

registerEnumType(HostOrderType, {
  name: 'HostOrder',
  description: 'Those first that are away, then late, then by the fullest of processor, memory and disk; or by name.',
});

/** A page of the hosts, with how many there are. */
@ObjectType('HostConnection', { description: 'A page of a list.' })
export class HostConnection {
  @Field(() => [HostType])
  nodes!: HostType[];

  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;

  @Field(() => Int, { description: 'How many there are in all, on this page or not.' })
  totalCount!: number;

  @Field(() => HostCounts, { description: 'The same by their states, whichever of them is asked for.' })
  counts!: HostCounts;
}

/** Shapes a host for GraphQL. Its newest sample is shaped when it is asked for. */
export function hostOf(host: HostStatus, ownNumber: number | undefined): HostType {
  const { number, name, tags, state, hasAgent, lastSeenAt, facts, version, intervalMs, clockSkewMs, newest } = host;
  return {
    id: String(number),
    name,
    tags,
    state,
    isOwn: number === ownNumber,
    hasAgent,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    facts: facts ? factsOf(facts) : null,
    get newest() {
      return newest ? metricsOf(newest) : null;
    },
    clockSkewSeconds: clockSkewMs === undefined ? null : clockSkewMs / 1000,
    version: version ?? null,
    intervalSeconds: intervalMs / 1000,
  };
}

function factsOf(facts: HostFacts): HostFactsType {
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

@ObjectType('HostToken', { description: 'A host with the token of its agent, which is shown this once.' })
export class HostTokenType {
  @Field(() => HostType)
  host!: HostType;

  @Field(() => String, { description: 'For `VIGIA_AGENT_TOKEN`. Only its hash is stored.' })
  token!: string;
}

@ObjectType('HostsTick', { description: 'What has changed of some hosts.' })
export class HostsTickType {
  @Field(() => String, { description: 'ISO 8601, UTC, milliseconds.' })
  at!: string;

  @Field(() => [[Float]], {
    nullable: 'items',
    description:
      '`[index in ids, state 0 to 3, cpuPercent, ramPercent, diskPercent, networkReceived, networkSent]`: the state as HostState counts them, percent, bytes a second; null for what is not reported.',
  })
  rows!: readonly HostRow[];
}
