import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import type { MetricFamily } from '../../monitoring/exposition/metric-family.js';

/** Formats understood by Prometheus and other scrapers, by the content types they request. */
export const expositionTypes = {
  PROMETHEUS: 'text/plain; version=0.0.4',
  OPEN_METRICS: 'application/openmetrics-text; version=1.0.0',
} as const;

export type ExpositionType = (typeof expositionTypes)[keyof typeof expositionTypes];

/** Number of values written before yielding, which takes a few milliseconds. */
const AT_ONCE = 2000;

/**
 * Writes families as text. Yields to other work every few thousand values, since a thousand hosts produce megabytes of
 * text.
 */
export async function writeExposition(families: readonly MetricFamily[], type: ExpositionType): Promise<string> {
  // Loaded on the first scrape, since most services are never scraped and loading takes about a tenth of their start-up
  // time.
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
    // In one of the formats, the library appends the suffix of counters itself.
    const name = isOpenMetrics && family.type === 'counter' ? family.name.replace(/_total$/, '') : family.name;
    const type = isOpenMetrics && family.type === 'untyped' ? 'unknown' : family.type;
    const metric = { ...family, name, type, aggregator: 'sum' };
    registry.registerMetric({ name, get: async () => metric } as never);
    parts.push(await registry.getSingleMetricAsString(name));
  }
  return isOpenMetrics ? `${parts.join('\n')}\n# EOF\n` : `${parts.join('\n\n')}\n`;
}
