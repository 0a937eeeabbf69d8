import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import type { MetricFamily } from './metric-family.js';

/** The formats that Prometheus and others read, by the content types that they are asked for by. */
export const expositionTypes = {
  PROMETHEUS: 'text/plain; version=0.0.4',
  OPEN_METRICS: 'application/openmetrics-text; version=1.0.0',
} as const;

export type ExpositionType = (typeof expositionTypes)[keyof typeof expositionTypes];

/** As many values as are written without a pause: a few milliseconds. */
const AT_ONCE = 2000;

/**
 * Families as text. After some thousand values whatever else is due comes in between: a thousand machines have megabytes of
 * figures.
 */
export async function expositionOf(families: readonly MetricFamily[], type: ExpositionType): Promise<string> {
  // Loaded when somebody asks first: most services are never scraped, and it takes as long as a tenth of their start.
  const { Registry } = await import('prom-client');
  const isOpenMetrics = type === expositionTypes.OPEN_METRICS;
  const registry = new Registry();
  if (isOpenMetrics) registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
  const parts: string[] = [];
  let written = 0;
  for (const family of families) {
    written += family.values.length;
    if (written > AT_ONCE) {
      await yieldToEventLoop();
      written = 0;
    }
    // The library ends the names of counters itself in one format, and not in the other.
    const name = isOpenMetrics && family.type === 'counter' ? family.name.replace(/_total$/, '') : family.name;
    const metric = { ...family, name, aggregator: 'sum' };
    registry.registerMetric({ name, get: async () => metric } as never);
    parts.push(await registry.getSingleMetricAsString(name));
  }
  return isOpenMetrics ? `${parts.join('\n')}\n# EOF\n` : `${parts.join('\n\n')}\n`;
}
