import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { Clock } from '../../../shared/time/clock.js';
import { NoSuchHost } from '../../monitoring/hosts/hosts.errors.js';
import type { NamedHosts } from '../../monitoring/hosts/named-hosts.js';
import type { HostStates } from '../../monitoring/hosts/status/host-states.js';
import { type ExpositionType, writeExposition } from './exposition.js';
import { hostFamilies, nodeFamilies } from './host-families.js';
import { HostSilent } from './open-metrics.errors.js';
import { type CountedRows, type ServiceFigures, serviceFamilies } from './service-families.js';

/** Maximum age of a reused text, since nothing in it changes more often than samples are taken. */
const TEXT_MS = 1000;

/** Minimum interval between two row counts, no matter how many clients scrape. */
const ROWS_MS = 15_000;

interface OpenMetricsDeps {
  readonly hostStates: Pick<HostStates, 'list'>;
  readonly namedHosts: Pick<NamedHosts, 'find'>;
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

  read(now: number): Promise<T> {
    if (!this.#made || now - this.#made.at >= this.maxAgeMs) this.#made = { at: now, value: this.make() };
    return this.#made.value;
  }
}

/**
 * Exposes the metrics of all hosts and of this process to Prometheus (contract 14). A scrape measures nothing: it reads
 * values in memory, and row counts that are at most a few seconds old.
 */
export class OpenMetrics {
  readonly #texts = new Map<ExpositionType, Aged<string>>();
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

  /** Returns the text in a format. All requests within a second share it. */
  text(type: ExpositionType): Promise<string> {
    const known = this.#texts.get(type);
    const text = known ?? new Aged(TEXT_MS, () => this.#write(type));
    if (!known) this.#texts.set(type, text);
    return text.read(this.deps.clock.steady().getTime());
  }

  /**
   * Returns the text of one host alone, as node_exporter itself would answer.
   *
   * @throws {NoSuchHost} if the host is unknown or retired; {HostSilent} if it has sent nothing of late.
   */
  async hostText(id: string, type: ExpositionType): Promise<string> {
    const host = await this.deps.namedHosts.find(id);
    if (host.state === 'RETIRED') throw new NoSuchHost();
    if (!host.newest || host.state === 'AWAY' || host.state === 'WAITING') throw new HostSilent();
    return writeExposition(nodeFamilies(host), type);
  }

  async #write(type: ExpositionType): Promise<string> {
    const { hostStates, health, requests, logins, refusals, agents, clock, report } = this.deps;
    const [hosts, rows] = await Promise.all([
      hostStates.list().catch((error: unknown) => {
        report(error);
        return [];
      }),
      this.#rows.read(clock.steady().getTime()),
    ]);
    const process = serviceFamilies({
      health: health.readProcess(),
      requests,
      logins,
      refusals: refusals(),
      agents: agents(),
      rows,
    });
    return writeExposition([...hostFamilies(hosts), ...process], type);
  }
}
