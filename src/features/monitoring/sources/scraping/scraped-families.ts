import type { HostFamilies } from '../../exposition/host-families.js';
import { HostSeries } from '../../exposition/host-series.js';
import type { MetricFamily } from '../../exposition/metric-family.js';
import type { Exposition } from './exposition.js';
import { NODE_PREFIX } from './node-exporter.js';
import { WINDOWS_PREFIX } from './windows-exporter.js';

/** Characters of all families of one host, and of all hosts together: about 64 MB. */
const HOST_CHARACTERS_MAX = 1_000_000;
const CHARACTERS_MAX = 32_000_000;

interface Kept {
  readonly series: HostSeries;
  readonly characters: number;
}

/**
 * The families of each host's newest good answer, for the service's own `/metrics`. Only those of the exporter itself are
 * kept: other names might be somebody else's.
 */
export class ScrapedFamilies implements HostFamilies {
  readonly #kept = new Map<number, Kept>();
  #characters = 0;

  /** Keeps the families of an answer; none if they are too large, or too many with those of the other hosts. */
  keep(number: number, exposition: Exposition): void {
    this.forget(number);
    const families = exposition.named(NODE_PREFIX, WINDOWS_PREFIX);
    const characters = families.reduce((sum, family) => sum + charactersOf(family), 0);
    if (characters > HOST_CHARACTERS_MAX || this.#characters + characters > CHARACTERS_MAX) return;
    this.#kept.set(number, { series: HostSeries.of(families), characters });
    this.#characters += characters;
  }

  forget(number: number): void {
    this.#characters -= this.#kept.get(number)?.characters ?? 0;
    this.#kept.delete(number);
  }

  async read(hosts: readonly number[]): Promise<ReadonlyMap<number, HostSeries>> {
    return new Map(
      hosts.flatMap((number) => {
        const kept = this.#kept.get(number);
        return kept ? [[number, kept.series] as const] : [];
      }),
    );
  }
}

function charactersOf({ name, help, values }: MetricFamily): number {
  let characters = name.length + help.length;
  for (const { labels = {} } of values) {
    characters += name.length + 10;
    for (const [label, text] of Object.entries(labels)) characters += label.length + text.length;
  }
  return characters;
}
