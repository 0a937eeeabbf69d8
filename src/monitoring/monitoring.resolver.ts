import { Arg, Authorized, Ctx, Directive, Extensions, Int, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { GraphQLContext } from '../graphql/context.js';
import { ONE_PER_OPERATION, SHARED_FIELD } from '../graphql/field-marks.js';
import { STAFF } from '../graphql/viewer-guard.js';
import type { Clock } from '../shared/clock.js';
import { FindingType, findingOf } from './findings/finding.type.js';
import type { Findings } from './findings/findings.js';
import { MetricsHistory, metricsHistoryOf } from './history/history.type.js';
import { readRange } from './history/history-range.js';
import type { ReadableHistory } from './history/history-reading.js';
import type { BusiestProcesses } from './host/processes.js';
import { Metrics } from './metrics.type.js';
import { type MetricsView, metricsOf } from './metrics-view.js';
import { BusiestProcessesType, busiestProcessesOf } from './processes.type.js';
import { SAMPLE_TOPIC, type Sample } from './sampler.js';

interface MonitoringDeps {
  /** What is shown of the host that is meant when none is named. */
  readonly shown: { readonly latest: Sample };
  readonly history: ReadableHistory;
  readonly findings: Findings;
  readonly processes: { busiest(): Promise<BusiestProcesses | null> };
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
  async findings(@Ctx() { language }: GraphQLContext): Promise<FindingType[]> {
    const findings = await this.deps.findings.latest();
    return findings.map((finding) => findingOf(finding, language));
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
}
