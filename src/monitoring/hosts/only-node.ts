import type { OwnFacts } from '../host/facts/own-facts.js';
import { ONLY_HOST } from '../measuring-of.js';
import type { Sample } from '../sampler.js';
import type { MeasuredHostState } from './measured-hosts.js';
import type { HostSettings } from './storage/host-record.js';
import type { HostTable } from './storage/host-table.js';

interface OnlyNodeDeps {
  readonly table: Pick<HostTable, 'all'>;
  readonly facts: Pick<OwnFacts, 'read'>;
  /** How this machine is measured. */
  readonly measuring: HostSettings;
  /** Differs from what it was whenever rows of hosts may have changed; undefined where that is not known. */
  readonly version: () => unknown;
}

/** Rows as they were read last. */
interface ReadRows {
  readonly version: unknown;
  readonly since: number;
  readonly rows: readonly MeasuredHostState[];
}

/** The machine of the only process on SQLite, whose newest sample is in its memory, among the hosts of agents. */
export class OnlyNode {
  #read: ReadRows | undefined;

  constructor(private readonly deps: OnlyNodeDeps) {}

  /** All hosts in the order of their numbers; those of agents with their newest samples if they were stored after `since`. */
  async withOthers(newest: Sample | undefined, since: Date | undefined): Promise<MeasuredHostState[]> {
    const { facts, measuring } = this.deps;
    const { name, cores } = await facts.read();
    const rows = await this.#rows(since);
    const own = rows.find(({ number }) => number === ONLY_HOST);
    const others = rows.filter(({ number }) => number !== ONLY_HOST);
    // Staff may have given it another name; before the first start of this version it has no row.
    return [{ number: ONLY_HOST, name: own?.name ?? name, cores, newest, ...measuring }, ...others];
  }

  /** Read anew only where they may have changed: without agents that is once in a while, and a look each few seconds. */
  async #rows(since: Date | undefined): Promise<readonly MeasuredHostState[]> {
    const version = this.deps.version();
    const sinceMs = since?.getTime() ?? 0;
    const read = this.#read;
    // Newest samples that were left out then may be asked for now.
    if (read && version !== undefined && read.version === version && read.since <= sinceMs) return read.rows;
    const rows = await this.deps.table.all(since);
    this.#read = { version, since: sinceMs, rows };
    return rows;
  }
}
