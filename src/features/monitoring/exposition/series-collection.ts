import type { MetricFamily, MetricValue } from './metric-family.js';
import { findNodeFamily } from './node-families.js';
import type { NodeFamily } from './node-family.js';

/** Maximum number of series of one family: eight modes of 512 processors. */
export const SERIES_OF_FAMILY_MAX = 4096;

/** Collects the series of one machine by family. */
export class SeriesCollection {
  readonly #families = new Map<
    string,
    { readonly definition: NodeFamily; readonly values: Map<string, MetricValue> }
  >();

  /**
   * Adds a series with the values of its labels in the order of the family's definition; a later one with the same
   * labels replaces it. Ignores families that are not defined, since kernel files have more fields than are exposed,
   * and values that are not numbers.
   */
  add(name: string, value: number, ...labelValues: readonly string[]): void {
    if (!Number.isFinite(value)) return;
    const family = this.#families.get(name) ?? this.#open(name);
    if (!family) return;
    const { labels } = family.definition;
    if (labels.length !== labelValues.length) throw new Error(`${name} has the labels ${labels.join(', ')}`);
    if (family.values.size >= SERIES_OF_FAMILY_MAX) return;
    family.values.set(labelValues.join('\0'), {
      ...(labels.length > 0 && {
        labels: Object.fromEntries(labels.map((label, at) => [label, labelValues[at] ?? ''])),
      }),
      value,
    });
  }

  /** Whether a family has series. */
  has(name: string): boolean {
    return this.#families.has(name);
  }

  /** Adds all series of another collection, which replace those with the same labels. */
  addAll(other: SeriesCollection): void {
    for (const [name, { definition, values }] of other.#families) {
      const own = this.#families.get(name) ?? { definition, values: new Map<string, MetricValue>() };
      this.#families.set(name, own);
      for (const [key, value] of values) own.values.set(key, value);
    }
  }

  #open(name: string) {
    const definition = findNodeFamily(name);
    if (!definition) return undefined;
    const family = { definition, values: new Map<string, MetricValue>() };
    this.#families.set(name, family);
    return family;
  }

  /** Returns the families that have series, in the order in which they were first added. */
  families(): MetricFamily[] {
    return [...this.#families.values()].map(({ definition: { name, type, help }, values }) => ({
      ...{ name, type, help },
      values: [...values.values()],
    }));
  }
}
