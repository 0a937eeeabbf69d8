import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionFields } from '../../platform/graphql/connection.type.js';
import { DateTime } from '../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../platform/graphql/node.type.js';
import { isOlderVersion } from '../../shared/older-version.js';
import { vigiaVersion } from '../../shared/vigia-version.js';
import { factsOf, HostFactsType } from './host-facts.type.js';
import type { HostProblem } from './hosts/source/host-problem.js';
import type { ScrapeTarget } from './hosts/source/scrape-target.js';
import { HostSourceType } from './hosts/source/source.types.js';
import type { SourceKind } from './hosts/source/source-kind.js';
import type { HostState, HostStatus } from './hosts/status/host-states.js';
import { Metrics } from './metrics.type.js';
import { shapeMetrics } from './metrics-view.js';

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
