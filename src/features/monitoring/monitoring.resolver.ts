import {
  Arg,
  Authorized,
  Ctx,
  Directive,
  Extensions,
  ID,
  Int,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import type { GraphQLContext } from '../../platform/graphql/context.js';
import { DateTime } from '../../platform/graphql/date-time.scalar.js';
import {
  costs,
  NO_PERSONAL_TOKEN,
  ONE_PER_OPERATION,
  SHARED_FIELD,
  scope,
} from '../../platform/graphql/field-marks.js';
import { requireViewer, SEES_MACHINES, STAFF } from '../../platform/graphql/viewer-guard.js';
import { ALL_MACHINES } from '../../shared/identity/machine-access.js';
import type { Clock } from '../../shared/time/clock.js';
import { findCause, hasCause } from './findings/cause.js';
import { FindingType, shapeFinding } from './findings/finding.type.js';
import type { Findings } from './findings/findings.js';
import { MetricsHistory, shapeMetricsHistory } from './history/history.type.js';
import { readPeriod, readRange } from './history/history-range.js';
import type { ReadableHistory } from './history/history-reading.js';
import type { HostProcessList } from './host/processes/processes.js';
import { OwnHostOnly } from './hosts/hosts.errors.js';
import { namedHostArg } from './hosts/named-host-arg.js';
import type { NamedHosts } from './hosts/named-hosts.js';
import type { HostStates } from './hosts/status/host-states.js';
import { HOST_SAMPLE_TOPIC, type SampleTopicId } from './hosts/subscriptions/host-pushes.js';
import { Metrics } from './metrics.type.js';
import { type MetricsView, shapeMetrics } from './metrics-view.js';
import type { ProcessMinutes } from './processes/process-minutes.js';
import { BusiestProcessesType, ProcessPeakType, shapeBusiestProcesses, shapeProcessPeak } from './processes.type.js';
import type { Sample } from './sampler.js';

interface MonitoringDeps {
  /** The default host's newest sample. */
  readonly shown: { readonly latest: Sample };
  readonly history: ReadableHistory;
  readonly findings: Findings;
  readonly processes: HostProcessList;
  readonly processMinutes: Pick<ProcessMinutes, 'newest' | 'peaks'>;
  readonly shownNumber: () => number | undefined;
  readonly namedHosts: NamedHosts;
  readonly hostStates: Pick<HostStates, 'history' | 'processes'>;
  readonly clock: Clock;
}

/** Queries and subscriptions for host metrics and their history (contract 4). */
@Resolver()
export class MonitoringResolver {
  constructor(private readonly deps: MonitoringDeps) {}

  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 20, duration: 60)')
  @Extensions(scope('READ'))
  @Query(() => Metrics, { description: 'The newest sample of the host.' })
  async metrics(
    @Arg('host', () => ID, namedHostArg) host: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<MetricsView> {
    const named = await this.deps.namedHosts.measured(host, await requireViewer(context));
    return shapeMetrics(named?.newest ?? this.deps.shown.latest);
  }

  @Authorized(SEES_MACHINES)
  @Extensions({ ...SHARED_FIELD, ...scope('READ') })
  @Subscription(() => Metrics, {
    name: 'metrics',
    description: 'The newest sample immediately, then one per interval.',
    topics: HOST_SAMPLE_TOPIC,
    topicId: ({ args, context }): SampleTopicId => ({ id: args.host, accessOf: () => requireViewer(context) }),
  })
  pushedMetrics(
    @Root() sample: Sample,
    @Arg('host', () => ID, namedHostArg) _host: string | null | undefined,
  ): MetricsView {
    return shapeMetrics(sample);
  }

  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...ONE_PER_OPERATION, ...scope('READ') })
  @Query(() => MetricsHistory, {
    description:
      'Figures from one timestamp to before another (now by default), in at most the given number of points.',
  })
  async metricsHistory(
    @Arg('from', () => DateTime, { description: 'Beginning of the range: ISO 8601 with a time zone.' }) from: string,
    @Arg('to', () => DateTime, { nullable: true, description: 'End of the range: ISO 8601 with a time zone.' }) to:
      | string
      | null,
    @Arg('points', () => Int, { defaultValue: 300, description: 'Number of points, 2 to 750.' }) points: number,
    @Arg('host', () => ID, namedHostArg) host: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<MetricsHistory> {
    // One millisecond later so that a range up to now includes the newest sample.
    const end = to ?? new Date(this.deps.clock.now().getTime() + 1).toISOString();
    const range = readRange({ from, to: end, points });
    const { history, hostStates, namedHosts } = this.deps;
    const named = await namedHosts.named(host, await requireViewer(context));
    const source = named ? hostStates.history(named.number) : history;
    const newest = named ? named.newest : this.deps.shown.latest;
    const processors = newest?.corePercents?.length ?? null;
    return { ...shapeMetricsHistory(range, await source.read(range)), processors };
  }

  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 240, duration: 60)')
  @Extensions({ ...costs(150), ...scope('READ') })
  @Query(() => [FindingType], {
    description: 'Notable facts about the host now, computed locally; the most important first. Never empty.',
  })
  async findings(
    @Arg('host', () => ID, namedHostArg) host: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<FindingType[]> {
    const { shown, processMinutes, hostStates } = this.deps;
    const { language } = context;
    const caller = await requireViewer(context);
    const named = await this.deps.namedHosts.measured(host, caller);
    const { ramTotalBytes } = named?.newest ?? shown.latest;
    const findings = await this.deps.findings.latest(
      named && { number: named.number, latest: named.newest, history: hostStates.history(named.number) },
    );
    const units = caller.preferences;
    const minute = caller.isStaff && findings.some(hasCause) ? await processMinutes.newest(named?.number) : undefined;
    return findings.map((finding) =>
      shapeFinding(finding, { language, units, cause: minute && findCause(finding, minute, ramTotalBytes) }),
    );
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 20, duration: 60)')
  @Extensions(scope('STAFF_READ'))
  @Query(() => BusiestProcessesType, {
    nullable: true,
    description:
      'The processes that currently use the most processor time or memory; takes half a second. For staff. Null if they are unknown.',
  })
  async busiestProcesses(
    @Arg('host', () => ID, namedHostArg) host: string | null | undefined,
  ): Promise<BusiestProcessesType | null> {
    const { processes, hostStates, namedHosts } = this.deps;
    const source = isNamed(host) ? hostStates.processes((await namedHosts.find(host, ALL_MACHINES)).number) : processes;
    const found = await source.busiest();
    return found && shapeBusiestProcesses(found);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...costs(200), ...scope('STAFF_READ') })
  @Query(() => [ProcessPeakType], {
    description:
      'The processes that stood out in each minute from one timestamp to before another, kept for seven days; for ranges over 60 minutes, the minutes of highest use. For staff.',
  })
  async processPeaks(
    @Arg('from', () => DateTime, { description: 'Beginning of the range: ISO 8601 with a time zone.' }) from: string,
    @Arg('to', () => DateTime, { description: 'End of the range: ISO 8601 with a time zone.' }) to: string,
    @Arg('host', () => ID, namedHostArg) host: string | null | undefined,
  ): Promise<ProcessPeakType[]> {
    const { fromMs, toMs } = readPeriod({ from, to });
    const number = isNamed(host) ? (await this.deps.namedHosts.find(host, ALL_MACHINES)).number : undefined;
    return (await this.deps.processMinutes.peaks(fromMs, toMs, number)).map(shapeProcessPeak);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 20, duration: 60)')
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => String, {
    nullable: true,
    description:
      'The full command of a running process, which may contain secrets and is not stored. For staff. Null if it is unknown.',
  })
  async processCommand(
    @Arg('id', () => Int, { description: 'Process id, as in busiestProcesses.' }) id: number,
    @Arg('host', () => ID, {
      ...namedHostArg,
      description: 'Host; only the machine that the service runs on is supported.',
    })
    host: string | null | undefined,
  ): Promise<string | null> {
    const { namedHosts, shownNumber, processes } = this.deps;
    if (isNamed(host) && (await namedHosts.find(host, ALL_MACHINES)).number !== shownNumber()) throw new OwnHostOnly();
    return processes.command(id);
  }
}

function isNamed(host: string | null | undefined): host is string {
  return host !== null && host !== undefined;
}
