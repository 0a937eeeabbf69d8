import { LRUCache } from 'lru-cache';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { accessKey, type MachineAccess } from '../../../shared/identity/machine-access.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { VisibleHosts } from '../../monitoring/hosts/visible-hosts.js';
import { type ExpositionType, writeExposition } from './exposition.js';
import { hostFamilies } from './host-families.js';
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
    const known = this.#texts.get(key);
    const text = known ?? new Aged(TEXT_MS, () => this.#write(type, reader));
    if (!known) this.#texts.set(key, text);
    return text.read(this.deps.clock.steady().getTime());
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
    if (!reader.isStaff) return writeExposition(hostFamilies(hosts), type);
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
