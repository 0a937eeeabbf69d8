import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import type { HostSeries, SeriesFamily } from '../../monitoring/exposition/host-series.js';

/** Formats understood by Prometheus and other scrapers, by the content types they request. */
export const expositionTypes = {
  PROMETHEUS: 'text/plain; version=0.0.4',
  OPEN_METRICS: 'application/openmetrics-text; version=1.0.0',
} as const;

export type ExpositionType = (typeof expositionTypes)[keyof typeof expositionTypes];

/** Series of one source, and the value of the label `host` that tells them from those of others. */
export interface LabelledSeries {
  /** Undefined for series that get no such label. */
  readonly host: string | undefined;
  readonly series: HostSeries;
}

/** Number of series written before yielding, which takes a few milliseconds. */
const AT_ONCE = 20_000;

/**
 * Writes series as text, those of one name together, as both formats require. Yields to other work now and then, since a
 * hundred hosts have megabytes of text.
 */
export async function writeExposition(parts: readonly LabelledSeries[], type: ExpositionType): Promise<string> {
  const blocks = new Map<string, string[]>();
  let written = 0;
  for (const { host, series } of parts) {
    const texts = series.textsFor(host);
    for (const [at, family] of series.families.entries()) {
      const text = texts[at] ?? '';
      const block = blocks.get(family.name);
      if (block) block.push(text);
      else blocks.set(family.name, [headOf(family, type), text]);
      written += family.values.length;
    }
    if (written < AT_ONCE) continue;
    await yieldToEventLoop();
    written = 0;
  }
  const texts = [...blocks.values()].flat();
  if (type === expositionTypes.OPEN_METRICS) texts.push('# EOF\n');
  return texts.join('');
}

const TOTAL = '_total';

function headOf({ name, type, help }: SeriesFamily, format: ExpositionType): string {
  const explained = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  if (format === expositionTypes.PROMETHEUS) return `# HELP ${name} ${explained}\n# TYPE ${name} ${type}\n`;
  // A counter there has the suffix on its series alone; one without it is none.
  const isCounter = type === 'counter' && name.endsWith(TOTAL);
  const family = isCounter ? name.slice(0, -TOTAL.length) : name;
  const kind = type === 'untyped' || (type === 'counter' && !isCounter) ? 'unknown' : type;
  return `# HELP ${family} ${explained.replaceAll('"', '\\"')}\n# TYPE ${family} ${kind}\n`;
}
