import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { HostStates } from '../../monitoring/hosts/status/host-states.js';
import { type ExpositionType, expositionOf } from './exposition.js';
import { hostFamilies } from './host-families.js';
import { type CountedRows, type ServiceFigures, serviceFamilies } from './service-families.js';

/** A text that is so old is given to the next who asks: nothing in it changes more often than samples are taken. */
const TEXT_MS = 1000;

/** How often rows are counted at most, however many ask. */
const ROWS_MS = 15_000;

interface OpenMetricsDeps {
  readonly hostStates: Pick<HostStates, 'list'>;
  readonly health: { readProcess(): ServiceFigures['health'] };
  readonly requests: ServiceFigures['requests'];
  readonly logins: ServiceFigures['logins'];
  readonly refusals: () => ReadonlyMap<string, number>;
  readonly agents: () => number;
  /** Counts rows by an index. */
  readonly countRows: () => Promise<CountedRows>;
  readonly clock: Pick<Clock, 'steady'>;
  readonly report: ReportFailure;
}

/** A value that is made anew when it is asked for and the last one is too old. */
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
 * The figures of all hosts and of this process, as Prometheus reads them (contract 14). A scrape measures nothing: it reads
 * what is in memory, and what was counted in the database some seconds ago.
 */
export class OpenMetrics {
  readonly #texts = new Map<ExpositionType, Aged<string>>();
  readonly #rows: Aged<CountedRows | undefined>;

  constructor(private readonly deps: OpenMetricsDeps) {
    this.#rows = new Aged(ROWS_MS, () =>
      deps.countRows().catch((error: unknown) => {
        // The figures of the process are wanted most while the database does not answer.
        deps.report(error);
        return undefined;
      }),
    );
  }

  /** The text in a format; the same for all who ask within a second. */
  text(type: ExpositionType): Promise<string> {
    const known = this.#texts.get(type);
    const text = known ?? new Aged(TEXT_MS, () => this.#write(type));
    if (!known) this.#texts.set(type, text);
    return text.read(this.deps.clock.steady().getTime());
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
    return expositionOf([...hostFamilies(hosts), ...process], type);
  }
}
