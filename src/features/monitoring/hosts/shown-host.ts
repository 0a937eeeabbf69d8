import type { Clock } from '../../../shared/time/clock.js';
import type { HistoryAnswer, HistoryRange, ReadableHistory } from '../history/history-reading.js';
import type { Sample } from '../sampler.js';
import type { HostHistoryStore } from './storage/host-history-store.js';
import type { HostSettings } from './storage/host-record.js';
import type { HostTable, MeasuredHost } from './storage/host-table.js';
import { storedHistory } from './storage/stored-history.js';

interface ShownHostDeps {
  readonly table: Pick<HostTable, 'shown'>;
  readonly store: Pick<HostHistoryStore, 'read'>;
  readonly clock: Clock;
  /** Called once for each sample that is shown. */
  readonly publish: (sample: Sample) => void;
}

/** Number of intervals without a new sample after which the table is queried. */
const SILENT_INTERVALS = 1.5;

/**
 * A sample older by fewer intervals was overtaken in transit; one that is even older means that the clock was set back.
 */
const OVERTAKEN_INTERVALS = 2;

/**
 * The default host. It is determined by the table, so it is the same on every node. A node that cannot read the table
 * keeps its last known host.
 */
export class ShownHost implements ReadableHistory {
  #host: (HostSettings & { readonly number: number }) | undefined;
  #latest: Sample | undefined;
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: ShownHostDeps) {}

  /** The host's newest sample. @throws if there is none yet. */
  get latest(): Sample {
    if (!this.#latest) throw new Error('No host has been measured');
    return this.#latest;
  }

  /** The host's measuring interval. @throws if there is no host yet. */
  get intervalMs(): number {
    if (!this.#host) throw new Error('No host has been measured');
    return this.#host.intervalMs;
  }

  /** The host's number; undefined until there is a host. */
  get number(): number | undefined {
    return this.#host?.number;
  }

  /** Whether a sample is overdue. */
  get isSilent(): boolean {
    if (!this.#host) return true;
    return this.deps.clock.steady().getTime() - this.#shownMs > SILENT_INTERVALS * this.#host.intervalMs;
  }

  /** Switches to a host and shows its newest sample, unless that sample or a newer one is already shown. */
  show({ newest, ...host }: MeasuredHost): void {
    const isSame = this.#host?.number === host.number;
    this.#host = host;
    if (isSame && this.#latest) {
      const olderMs = Date.parse(this.#latest.sampledAt) - Date.parse(newest.sampledAt);
      if (olderMs >= 0 && olderMs < OVERTAKEN_INTERVALS * host.intervalMs) return;
    }
    this.#latest = newest;
    this.#shownMs = this.deps.clock.steady().getTime();
    this.deps.publish(newest);
  }

  /** Reads the default host from the table and shows its newest sample. @throws if the table cannot be read. */
  async refresh(): Promise<void> {
    const before = this.#latest;
    const found = await this.deps.table.shown();
    // A sample of the same host that is newer than the row may have been shown in the meantime.
    const isOvertaken = this.#latest !== before && this.#host?.number === found?.number;
    if (found && !isOvertaken) this.show(found);
  }

  async read(range: HistoryRange): Promise<HistoryAnswer> {
    const { store, clock } = this.deps;
    const host = this.#host;
    if (!host) throw new Error('No host has been measured');
    const { number } = host;
    return storedHistory({ number, readSettings: async () => host, clock, chunks: store }).read(range);
  }
}
