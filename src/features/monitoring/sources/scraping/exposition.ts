import { yieldToEventLoop } from '../../../../shared/concurrency/yield-to-event-loop.js';
import type { MetricFamily, MetricValue } from '../../exposition/metric-family.js';
import { readSeriesLine } from './series-line.js';

/** Longer lines are passed over: those of exporters have a few hundred characters. */
const LINE_MAX = 4096;

/** Maximum number of series of one answer: a large machine has about 5,000. */
export const SERIES_MAX = 20_000;

const HELP_MAX = 300;

/** Characters parsed before the event loop gets a turn: about two milliseconds. */
const CHARACTERS_AT_ONCE = 100_000;

type SeriesType = MetricFamily['type'] | 'summary';

/** An answer has too many series to be read. */
export class TooManySeries extends Error {}

/**
 * The series of one answer in Prometheus' text format or OpenMetrics. Time stamps and exemplars are passed over, and of
 * several equal series the first counts.
 */
export class Exposition {
  constructor(private readonly families: ReadonlyMap<string, MetricFamily>) {}

  /** Returns the series of a name that have a number. */
  series(name: string): readonly Required<Pick<MetricValue, 'labels' | 'value'>>[] {
    const values = this.families.get(name)?.values ?? [];
    return values.flatMap(({ labels = {}, value }) => (Number.isFinite(value) ? [{ labels, value }] : []));
  }

  /** Returns the first number of a name. */
  value(name: string): number | undefined {
    return this.series(name)[0]?.value;
  }

  /** Returns the labels of the first series of a name, such as those of a `…_info`. */
  labels(name: string): Readonly<Record<string, string>> | undefined {
    return this.series(name)[0]?.labels;
  }

  /** Returns the numbers of a name by one of its labels. */
  by(name: string, label: string): ReadonlyMap<string, number> {
    return new Map(this.series(name).map(({ labels, value }) => [labels[label] ?? '', value]));
  }

  has(name: string): boolean {
    return this.families.has(name);
  }

  /** Lists the families whose names begin with one of the prefixes, without histograms and summaries. */
  named(...prefixes: readonly string[]): readonly MetricFamily[] {
    return [...this.families.values()].filter(
      ({ name, type }) => type !== 'histogram' && prefixes.some((prefix) => name.startsWith(prefix)),
    );
  }
}

/** Parses an answer; lines that are none of the format are passed over. @throws {TooManySeries} */
export async function parseExposition(text: string): Promise<Exposition> {
  const parts = new ExpositionParts();
  let next = CHARACTERS_AT_ONCE;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    if (end - at <= LINE_MAX) parts.add(text.slice(at, end));
    at = end + 1;
    if (at < next) continue;
    next = at + CHARACTERS_AT_ONCE;
    await yieldToEventLoop();
  }
  return new Exposition(parts.families());
}

/** Collects the lines of an answer. */
class ExpositionParts {
  readonly #types = new Map<string, SeriesType>();
  readonly #helps = new Map<string, string>();
  readonly #series = new Map<string, Map<string, MetricValue>>();
  #count = 0;

  add(line: string): void {
    if (line.startsWith('#')) this.#addComment(line);
    const series = readSeriesLine(line);
    if (!series) return;
    const { name, labels, value } = series;
    const family = this.#series.get(name) ?? new Map<string, MetricValue>();
    this.#series.set(name, family);
    const key = keyOf(labels);
    if (family.has(key)) return;
    this.#count += 1;
    if (this.#count > SERIES_MAX) throw new TooManySeries();
    family.set(key, { labels, value });
  }

  families(): Map<string, MetricFamily> {
    return new Map(
      [...this.#series].map(([name, values]) => [
        name,
        {
          name,
          help: this.#helps.get(this.#baseOf(name)) ?? '',
          type: this.#typeOf(name),
          values: [...values.values()],
        },
      ]),
    );
  }

  #addComment(line: string): void {
    const [, kind, name = '', rest = ''] = /^#\s*(HELP|TYPE)\s+([a-zA-Z_:][a-zA-Z0-9_:]*)\s*(.*)$/.exec(line) ?? [];
    if (kind === 'HELP' && !this.#helps.has(name)) {
      this.#helps.set(
        name,
        rest.replace(/\\\\|\\n/g, (escaped) => (escaped === '\\n' ? ' ' : '\\')).slice(0, HELP_MAX),
      );
    }
    if (kind === 'TYPE' && !this.#types.has(name)) this.#types.set(name, typeNamed(rest.trim()));
  }

  /** Returns the name for which a series' type is given; OpenMetrics leaves out the end of a counter's. */
  #baseOf(name: string): string {
    const base = name.replace(/_(total|bucket|sum|count)$/, '');
    return this.#types.has(name) || !this.#types.has(base) ? name : base;
  }

  /** Names of counters end with `_total`, and no others do. */
  #typeOf(name: string): MetricFamily['type'] {
    const type = this.#types.get(this.#baseOf(name)) ?? 'untyped';
    if (type === 'histogram' || type === 'summary') return 'histogram';
    return (type === 'counter') === name.endsWith('_total') ? type : 'untyped';
  }
}

function typeNamed(type: string): SeriesType {
  return type === 'gauge' || type === 'counter' || type === 'histogram' || type === 'summary' ? type : 'untyped';
}

function keyOf(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}
