import type { Clock } from '../../../shared/time/clock.js';
import {
  type HistoryAnswer,
  type HistoryRange,
  oldestStoredMs,
  type ReadableHistory,
  readHistory,
} from '../history/history-reading.js';
import type { Sample } from '../sampler.js';
import type { HostHistoryStore } from './storage/host-history-store.js';
import type { HostSettings } from './storage/host-record.js';
import type { HostTable, MeasuredHost } from './storage/host-table.js';

interface ShownHostDeps {
  readonly table: Pick<HostTable, 'shown'>;
  readonly store: Pick<HostHistoryStore, 'read'>;
  readonly clock: Clock;
  /** Called once with each sample that is shown. */
  readonly publish: (sample: Sample) => void;
}

/** After so many intervals without a new sample, the table is asked. */
const SILENT_INTERVALS = 1.5;

/** A sample that is older by less than so many intervals was overtaken on its way; one by more is of a clock set back. */
const OVERTAKEN_INTERVALS = 2;

/**
 * The host that is meant when none is named: at every node the same, as the table says. A node that cannot read the
 * table stays with the host that it knew.
 */
export class ShownHost implements ReadableHistory {
  #host: (HostSettings & { readonly number: number }) | undefined;
  #latest: Sample | undefined;
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: ShownHostDeps) {}

  /** Its newest sample. @throws before there is one. */
  get latest(): Sample {
    if (!this.#latest) throw new Error('No host has been measured');
    return this.#latest;
  }

  /** How often it is measured. @throws before there is one. */
  get intervalMs(): number {
    if (!this.#host) throw new Error('No host has been measured');
    return this.#host.intervalMs;
  }

  /** Undefined before there is one. */
  get number(): number | undefined {
    return this.#host?.number;
  }

  /** Whether a sample is overdue. */
  get isSilent(): boolean {
    if (!this.#host) return true;
    return this.deps.clock.steady().getTime() - this.#shownMs > SILENT_INTERVALS * this.#host.intervalMs;
  }

  /** Shows a sample of a host from now on, unless it is shown already or a newer one is. */
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

  /** Looks in the table which host is meant, and shows its newest sample. @throws when it cannot be read. */
  async refresh(): Promise<void> {
    const before = this.#latest;
    const found = await this.deps.table.shown();
    // What was shown of the same host while the table was read may be newer than the row was.
    const isOvertaken = this.#latest !== before && this.#host?.number === found?.number;
    if (found && !isOvertaken) this.show(found);
  }

  /** A range of its history. */
  async read(range: HistoryRange): Promise<HistoryAnswer> {
    const { store, clock } = this.deps;
    const host = this.#host;
    if (!host) throw new Error('No host has been measured');
    const now = clock.now();
    return readHistory(range, {
      intervalMs: host.intervalMs,
      oldestMs: (resolution) => oldestStoredMs(now, host.retentionDays, resolution),
      read: (resolution) => store.read(host.number, resolution, range.fromMs, range.toMs),
    });
  }
}
