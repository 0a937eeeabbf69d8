import { Authorized, Directive, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Metrics, metricsOf } from './metrics.type.js';
import { SAMPLE_TOPIC, type Sample, type Sampler } from './sampler.js';

/** Host metrics, asked for or pushed (specification §4.6, contract §4). */
@Resolver()
export class MonitoringResolver {
  constructor(private readonly sampler: Sampler) {}

  @Authorized()
  @Directive('@rateLimit(limit: 20, duration: 60)')
  @Query(() => Metrics, { description: 'The newest sample of the host.' })
  metrics(): Metrics {
    return metricsOf(this.sampler.latest);
  }

  @Authorized()
  @Subscription(() => Metrics, {
    name: 'metrics',
    description: 'The newest sample at once, then one per interval.',
    topics: SAMPLE_TOPIC,
  })
  pushedMetrics(@Root() sample: Sample): Metrics {
    return metricsOf(sample);
  }
}
