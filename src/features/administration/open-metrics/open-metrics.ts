import { LRUCache } from 'lru-cache';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { accessKey, type MachineAccess } from '../../../shared/identity/machine-access.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { HostFamilies } from '../../monitoring/exposition/host-families.js';
import { HostSeries } from '../../monitoring/exposition/host-series.js';
import type { MetricFamily } from '../../monitoring/exposition/metric-family.js';
import { NoSuchHost } from '../../monitoring/hosts/hosts.errors.js';
import type { NamedHosts } from '../../monitoring/hosts/named-hosts.js';
import type { HostStatus } from '../../monitoring/hosts/status/host-states.js';
import type { VisibleHosts } from '../../monitoring/hosts/visible-hosts.js';
import { type ExpositionType, type LabelledSeries, writeExposition } from './exposition.js';
import { labelHosts } from './host-labels.js';
import { HostSilent } from './open-metrics.errors.js';
import { nodeFamiliesOfSample, vigiaFamilies } from './sample-families.js';
import { type CountedRows, type ServiceFigures, serviceFamilies } from './service-families.js';

/** Maximum age of a reused text, since nothing in it changes more often than samples are taken. */
const TEXT_MS = 1000;

/** Minimum interval between two row counts, no matter how many clients scrape. */
const ROWS_MS = 15_000;

/** Maximum number of texts kept, for readers with different rights; another one is written anew. */
const TEXTS_MAX = 20;

/** Rights of whoever scrapes. */
interface Reader extends MachineAccess {
  /** Whether figures of the service itself are included. */
  readonly isStaff: boolean;
}

interface OpenMetricsDeps {
  readonly visibleHosts: Pick<VisibleHosts, 'list'>;
  readonly namedHosts: Pick<NamedHosts, 'find'>;
  readonly hostFamilies: HostFamilies;
  readonly health: { readProcess(): ServiceFigures['health'] };
  readonly requests: ServiceFigures['requests'];
  readonly logins: ServiceFigures['logins'];
  readonly refusals: () => ReadonlyMap<string, number>;
  readonly agents: () => number;
  /** Counts rows using an index. */
  readonly countRows: () => Promise<CountedRows>;
  readonly clock: Pick<Clock, 'steady'>;
  readonly report: ReportFailure;
}

/** A cached value that is rebuilt if it is read after its maximum age. */
class Aged<T> {
  #made: { readonly at: number; readonly value: Promise<T> } | undefined;

  constructor(
    private readonly maxAgeMs: number,
    private readonly make: () => Promise<T>,
  ) {}

  isOver(now: number): boolean {
    return !this.#made || now - this.#made.at >= this.maxAgeMs;
  }

  read(now: number): Promise<T> {
    if (!this.#made || this.isOver(now)) this.#made = { at: now, value: this.make() };
    return this.#made.value;
  }
}

/**
 * Exposes the metrics of all hosts and of this process to Prometheus (contract 14). A scrape measures nothing: it reads
 * values in memory, and row counts that are at most a few seconds old.
 */
export class OpenMetrics {
  readonly #texts = new LRUCache<string, Aged<string>>({ max: TEXTS_MAX });
  readonly #rows: Aged<CountedRows | undefined>;

  constructor(private readonly deps: OpenMetricsDeps) {
    this.#rows = new Aged(ROWS_MS, () =>
      deps.countRows().catch((error: unknown) => {
        // Keeps serving, since the metrics of the process matter most while the database does not respond.
        deps.report(error);
        return undefined;
      }),
    );
  }

  /**
   * Returns the text in a format, with the hosts that the reader sees, and the figures of the service for staff. All
   * requests with the same rights within a second share it.
   */
  text(type: ExpositionType, { isStaff, machines, machineTags }: Reader): Promise<string> {
    const reader = { isStaff, machines, machineTags };
    const key = JSON.stringify([type, isStaff, accessKey(reader)]);
    const now = this.deps.clock.steady().getTime();
    // A text of a thousand hosts has many megabytes, and nobody reads it after its second.
    for (const [of, old] of this.#texts) if (old.isOver(now)) this.#texts.delete(of);
    const known = this.#texts.get(key);
    const text = known ?? new Aged(TEXT_MS, () => this.#write(type, reader));
    if (!known) this.#texts.set(key, text);
    return text.read(now);
  }

  /**
   * Returns the text of one host alone, as node_exporter itself would answer.
   *
   * @throws {NoSuchHost} if the host is unknown, not visible or retired; {HostSilent} if it has sent nothing of late.
   */
  async hostText(id: string, type: ExpositionType, access: MachineAccess): Promise<string> {
    const host = await this.deps.namedHosts.find(id, access);
    if (host.state === 'RETIRED') throw new NoSuchHost();
    if (!host.newest || isSilent(host)) throw new HostSilent();
    const told = await this.#readFamilies([host.number]);
    return writeExposition([{ host: undefined, series: told.get(host.number) ?? sampleSeries(host) }], type);
  }

  async #write(type: ExpositionType, reader: Reader): Promise<string> {
    const { visibleHosts, health, requests, logins, refusals, agents, clock, report } = this.deps;
    const [hosts, rows] = await Promise.all([
      visibleHosts.list(reader).catch((error: unknown) => {
        report(error);
        return [];
      }),
      reader.isStaff ? this.#rows.read(clock.steady().getTime()) : undefined,
    ]);
    const ofHosts = await this.#hostSeries(hosts);
    if (!reader.isStaff) return writeExposition(ofHosts, type);
    const process = serviceFamilies({
      health: health.readProcess(),
      requests,
      logins,
      refusals: refusals(),
      agents: agents(),
      rows,
    });
    const own: LabelledSeries = { host: undefined, series: HostSeries.of(process) };
    return writeExposition([...ofHosts, own], type);
  }

  /** Without the sources, samples and the process still have their figures. */
  #readFamilies(hosts: readonly number[]): Promise<ReadonlyMap<number, HostSeries>> {
    return this.deps.hostFamilies.read(hosts).catch((error: unknown) => {
      this.deps.report(error);
      return new Map();
    });
  }

  /** Returns all series of the hosts: those that their sources tell, otherwise those of their newest samples. */
  async #hostSeries(hosts: readonly HostStatus[]): Promise<LabelledSeries[]> {
    const labelled = labelHosts(hosts);
    const present = labelled.filter(({ host }) => !isSilent(host));
    const told = await this.#readFamilies(present.map(({ host: { number } }) => number));
    return labelled.flatMap(({ label, host }): LabelledSeries[] => [
      { host: label, series: vigiaSeries(host) },
      { host: label, series: told.get(host.number) ?? sampleSeries(host) },
    ]);
  }
}

function isSilent({ state }: HostStatus): boolean {
  return state === 'AWAY' || state === 'WAITING';
}

/** Makes series of a host's status once. It is another object with each sample. */
function oncePerStatus(familiesOf: (host: HostStatus) => readonly MetricFamily[]): (host: HostStatus) => HostSeries {
  const made = new WeakMap<HostStatus, HostSeries>();
  return (host) => {
    const series = made.get(host) ?? HostSeries.of(familiesOf(host));
    made.set(host, series);
    return series;
  };
}

const vigiaSeries = oncePerStatus(vigiaFamilies);
const sampleSeries = oncePerStatus(nodeFamiliesOfSample);
