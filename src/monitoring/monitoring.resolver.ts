import { Arg, Authorized, Ctx, Directive, Extensions, Int, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { GraphQLContext } from '../graphql/context.js';
import { costs, ONE_PER_OPERATION, SHARED_FIELD } from '../graphql/field-marks.js';
import { STAFF } from '../graphql/viewer-guard.js';
import type { Clock } from '../shared/clock.js';
import { causeOf, hasCause } from './findings/cause.js';
import { FindingType, findingOf } from './findings/finding.type.js';
import type { Findings } from './findings/findings.js';
import { MetricsHistory, metricsHistoryOf } from './history/history.type.js';
import { readPeriod, readRange } from './history/history-range.js';
import type { ReadableHistory } from './history/history-reading.js';
import type { HostFacts } from './host/host-facts.js';
import type { HostProcessList } from './host/processes.js';
import { HostType } from './host.type.js';
import { Metrics } from './metrics.type.js';
import { type MetricsView, metricsOf } from './metrics-view.js';
import type { ProcessMinutes } from './processes/process-minutes.js';
import { BusiestProcessesType, busiestProcessesOf, ProcessPeakType, processPeakOf } from './processes.type.js';
import { SAMPLE_TOPIC, type Sample } from './sampler.js';

interface MonitoringDeps {
  /** What is shown of the host that is meant when none is named. */
  readonly shown: { readonly latest: Sample; readonly intervalMs: number };
  readonly history: ReadableHistory;
  readonly findings: Findings;
  readonly processes: HostProcessList;
  readonly processMinutes: Pick<ProcessMinutes, 'newest' | 'peaks'>;
  /** Who the host is that is meant. */
  readonly hostFacts: () => Promise<HostFacts>;
  readonly clock: Clock;
}

/** Host metrics, queried or pushed, and their history (contract 4). */
@Resolver()
export class MonitoringResolver {
  constructor(private readonly deps: MonitoringDeps) {}

  @Authorized()
  @Directive('@rateLimit(limit: 20, duration: 60)')
  @Query(() => Metrics, { description: 'The newest sample of the host.' })
  metrics(): MetricsView {
    return metricsOf(this.deps.shown.latest);
  }

  @Authorized()
  @Extensions(SHARED_FIELD)
  @Subscription(() => Metrics, {
    name: 'metrics',
    description: 'The newest sample at once, then one per interval.',
    topics: SAMPLE_TOPIC,
  })
  pushedMetrics(@Root() sample: Sample): MetricsView {
    return metricsOf(sample);
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions(ONE_PER_OPERATION)
  @Query(() => MetricsHistory, {
    description:
      'What was measured from one timestamp to before another (now, when left out), in at most so many points.',
  })
  async metricsHistory(
    @Arg('from', () => String, { description: 'ISO 8601 with a time zone.' }) from: string,
    @Arg('to', () => String, { nullable: true, description: 'ISO 8601 with a time zone.' }) to: string | null,
    @Arg('points', () => Int, { defaultValue: 300, description: '2 to 750.' }) points: number,
  ): Promise<MetricsHistory> {
    // A range up to now includes the newest sample.
    const end = to ?? new Date(this.deps.clock.now().getTime() + 1).toISOString();
    const range = readRange({ from, to: end, points });
    return metricsHistoryOf(range, await this.deps.history.read(range));
  }

  @Authorized()
  @Query(() => [FindingType], {
    description: 'What stands out about the host now, computed here; the most important first. Never empty.',
  })
  async findings(@Ctx() { language, viewer }: GraphQLContext): Promise<FindingType[]> {
    const { ramTotalBytes } = this.deps.shown.latest;
    const findings = await this.deps.findings.latest();
    const isForStaff = (await viewer())?.isStaff === true;
    const minute = isForStaff && findings.some(hasCause) ? await this.deps.processMinutes.newest() : undefined;
    return findings.map((finding) =>
      findingOf(finding, { language, cause: minute && causeOf(finding, minute, ramTotalBytes) }),
    );
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Query(() => HostType, { description: 'Who the machine is whose metrics are shown.' })
  async host(): Promise<HostType> {
    // Before anything is awaited, as another host may be shown after.
    const { intervalMs } = this.deps.shown;
    return { ...(await this.deps.hostFacts()), intervalSeconds: intervalMs / 1000 };
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 20, duration: 60)')
  @Query(() => BusiestProcessesType, {
    nullable: true,
    description: 'The processes that use most just now; takes half a second. For staff. Null where they are unknown.',
  })
  async busiestProcesses(): Promise<BusiestProcessesType | null> {
    const found = await this.deps.processes.busiest();
    return found && busiestProcessesOf(found);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions(costs(200))
  @Query(() => [ProcessPeakType], {
    description:
      'The processes that stood out in each minute from one timestamp to before another, for seven days; of more than 60 minutes those in which they used most. For staff.',
  })
  async processPeaks(
    @Arg('from', () => String, { description: 'ISO 8601 with a time zone.' }) from: string,
    @Arg('to', () => String, { description: 'ISO 8601 with a time zone.' }) to: string,
  ): Promise<ProcessPeakType[]> {
    const { fromMs, toMs } = readPeriod({ from, to });
    return (await this.deps.processMinutes.peaks(fromMs, toMs)).map(processPeakOf);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 20, duration: 60)')
  @Query(() => String, {
    nullable: true,
    description:
      'The full command of a running process, which may hold secrets and is not stored. For staff. Null where it is unknown.',
  })
  processCommand(
    @Arg('id', () => Int, { description: 'As busiestProcesses gives it.' }) id: number,
  ): Promise<string | null> {
    return this.deps.processes.command(id);
  }
}
