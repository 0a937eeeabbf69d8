import type { Clock } from '../../../shared/time/clock.js';
import type { HostFamilies } from '../exposition/host-families.js';
import { HostSeries } from '../exposition/host-series.js';
import type { FamilySource } from '../exposition/metric-family.js';

/** Maximum age of a reading, which all scrapers within that time share. */
const READING_MS = 1000;

interface OwnFamiliesDeps {
  /** This machine. Without families, as on other systems than Linux, its samples are told instead. */
  readonly machine: Partial<FamilySource>;
  /** The number of this machine; undefined until it is known. */
  readonly number: () => number | undefined;
  readonly clock: Pick<Clock, 'steady'>;
}

/** The families of the machine that this process runs on, read when somebody scrapes it. */
export class OwnFamilies implements HostFamilies {
  #reading: { readonly atMs: number; readonly series: Promise<HostSeries> } | undefined;

  constructor(private readonly deps: OwnFamiliesDeps) {}

  async read(hosts: readonly number[]): Promise<ReadonlyMap<number, HostSeries>> {
    const number = this.deps.number();
    if (number === undefined || !hosts.includes(number) || !this.deps.machine.readFamilies) return new Map();
    return new Map([[number, await this.#readOnce(this.deps.machine as FamilySource)]]);
  }

  #readOnce(machine: FamilySource): Promise<HostSeries> {
    const atMs = this.deps.clock.steady().getTime();
    if (!this.#reading || atMs - this.#reading.atMs >= READING_MS) {
      this.#reading = { atMs, series: machine.readFamilies().then(HostSeries.of) };
    }
    return this.#reading.series;
  }
}
