import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionFields } from '../../platform/graphql/connection.type.js';
import { DateTime } from '../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../platform/graphql/node.type.js';
import { isOlderVersion } from '../../shared/older-version.js';
import { vigiaVersion } from '../../shared/vigia-version.js';
import { environments, type HostFacts } from './host/facts/host-facts.js';
import type { HostProblem } from './hosts/source/host-problem.js';
import type { ScrapeTarget } from './hosts/source/scrape-target.js';
import { HostSourceType } from './hosts/source/source.types.js';
import type { SourceKind } from './hosts/source/source-kind.js';
import type { HostRow } from './hosts/status/host-row.js';
import type { HostState, HostStatus } from './hosts/status/host-states.js';
import { Metrics } from './metrics.type.js';
import { shapeMetrics } from './metrics-view.js';

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

export const HostStateType = {
  LIVE: 'LIVE',
  LATE: 'LATE',
  AWAY: 'AWAY',
  RETIRED: 'RETIRED',
  WAITING: 'WAITING',
} as const;

registerEnumType(HostStateType, {
  name: 'HostState',
  description:
    'State of a host: LIVE sends samples; LATE: none for three intervals; AWAY: none for two minutes; WAITING: none ever; RETIRED. Values may be added.',
  valuesConfig: {
    LIVE: { description: 'Sends samples in time.' },
    LATE: { description: 'No sample for three intervals.' },
    AWAY: { description: 'No sample for two minutes or more.' },
    RETIRED: { description: 'Taken out of service by staff; its agent is refused.' },
    WAITING: { description: 'Has never sent a sample.' },
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

/** The GraphQL type of a measured machine (contract 13). */
@ObjectType('Host', {
  implements: NodeType,
  description:
    'A machine with figures, measured by the service that runs on it, by an agent, by an exporter or by OpenTelemetry.',
})
export class HostType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for the argument `host` of other fields, and for changes.' })
  id!: string;

  @Field(() => String, { description: 'Name given by staff; initially its host name.' })
  name!: string;

  @Field(() => [String], { description: 'In alphabetical order.' })
  tags!: readonly string[];

  @Field(() => HostStateType, { description: 'Depends on when its newest sample arrived.' })
  state!: HostState;

  @Field(() => Boolean, { description: 'Whether it is the default host.' })
  isOwn!: boolean;

  @Field(() => Boolean, { description: 'Whether an agent measures it.' })
  hasAgent!: boolean;

  @Field(() => HostSourceType, { description: 'Where its figures come from.' })
  source!: SourceKind;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Arrival of its newest sample: ISO 8601, UTC; null before the first.',
  })
  lastSeenAt!: string | null;

  @Field(() => HostFactsType, { nullable: true, description: 'Facts about the machine; null before the first sample.' })
  facts!: HostFactsType | null;

  @Field(() => Metrics, { nullable: true, description: 'Newest sample, however old; null before the first.' })
  newest!: Metrics | null;

  @Field(() => Float, {
    nullable: true,
    description: "Seconds that its clock is ahead of the service's; null if unknown.",
  })
  clockSkewSeconds!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Version of Vigia, or name and version of the exporter, that measures it; null if unknown.',
  })
  version!: string | null;

  @Field(() => Boolean, { description: 'Whether an agent measures it that is older than the service.' })
  isOutdated!: boolean;

  @Field(() => Float, {
    description: 'Sampling interval: usage in a sample is the average since the previous one.',
  })
  intervalSeconds!: number;

  @Field(() => Boolean, {
    description: "Whether staff have chosen its interval; otherwise it follows the service's.",
  })
  hasChosenInterval!: boolean;

  /** Shaped by `HostSourcesResolver` as `problem` and `scrape`. */
  foundProblem!: HostProblem | undefined;
  scrapeTarget!: ScrapeTarget | undefined;
  /** Shaped by `HostSourcesResolver` as `unknownMetrics`. */
  unusedMetrics!: readonly string[];
}

@ObjectType('HostCounts', { description: 'Number of hosts in each state.' })
export class HostCounts {
  @Field(() => Int, { description: 'Sending samples in time.' })
  live!: number;

  @Field(() => Int, { description: 'Without a sample for three intervals.' })
  late!: number;

  @Field(() => Int, { description: 'Without a sample for two minutes or more.' })
  away!: number;

  @Field(() => Int, { description: 'Taken out of service by staff.' })
  retired!: number;

  @Field(() => Int, { description: 'Without any sample so far.' })
  waiting!: number;
}

/** The sort orders of {@link HostConnection}. */
export const HostOrderType = { WORST: 'WORST', NAME: 'NAME' } as const;

registerEnumType(HostOrderType, {
  name: 'HostOrder',
  description:
    'Sort order: away hosts first, then late and waiting ones, then by the fullest of processor, memory and disk; or by name.',
  valuesConfig: {
    WORST: { description: 'Away, then late and waiting, then by the fullest of processor, memory and disk.' },
    NAME: { description: 'Alphabetical.' },
  },
});

/** A page of hosts, with the total count. */
@ObjectType('HostConnection', { description: 'Page of a list.' })
export class HostConnection extends connectionFields(HostType, 'Host') {
  @Field(() => Int, { description: 'Total number, on all pages.' })
  totalCount!: number;

  @Field(() => HostCounts, { description: 'Number in each state, regardless of the state filter.' })
  counts!: HostCounts;
}

/** Shapes a host for GraphQL. Its newest sample is shaped only on request. */
export function hostOf(host: HostStatus, ownNumber: number | undefined): HostType {
  const {
    number,
    name,
    tags,
    state,
    source,
    lastSeenAt,
    facts,
    version,
    intervalMs,
    hasChosenInterval,
    clockSkewMs,
    newest,
    problem: foundProblem,
    scrape: scrapeTarget,
    unknownMetrics: unusedMetrics = [],
  } = host;
  return {
    id: String(number),
    name,
    tags,
    state,
    isOwn: number === ownNumber,
    hasAgent: source === 'AGENT',
    source,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    facts: facts ? factsOf(facts) : null,
    get newest() {
      return newest ? shapeMetrics(newest) : null;
    },
    clockSkewSeconds: clockSkewMs === undefined ? null : clockSkewMs / 1000,
    version: version ?? null,
    intervalSeconds: intervalMs / 1000,
    hasChosenInterval,
    isOutdated: isOutdatedAgent(host),
    foundProblem,
    scrapeTarget,
    unusedMetrics,
  };
}

/** Whether an agent of an older version than the service's measures a host. */
export function isOutdatedAgent({ source, version }: Pick<HostStatus, 'source' | 'version'>): boolean {
  return source === 'AGENT' && version !== undefined && isOlderVersion(version, vigiaVersion);
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

@ObjectType('HostsTick', { description: 'Changes of some hosts.' })
export class HostsTickType {
  @Field(() => DateTime, { description: 'Time of the tick: ISO 8601, UTC, milliseconds.' })
  at!: string;

  @Field(() => [[Float]], {
    nullable: 'items',
    description:
      'Rows `[index in ids, state, cpuPercent, ramPercent, diskPercent, networkReceived, networkSent]`: the state as a number (0 LIVE, 1 LATE, 2 AWAY, 3 RETIRED, 4 WAITING), percent, bytes per second; null for figures that are not reported.',
  })
  rows!: readonly HostRow[];
}
