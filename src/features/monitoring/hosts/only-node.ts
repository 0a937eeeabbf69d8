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
}

/** The machine of the only process on SQLite, whose newest sample is in its memory, among the hosts of agents. */
export class OnlyNode {
  constructor(private readonly deps: OnlyNodeDeps) {}

  /** All hosts in the order of their numbers; those of agents with their newest samples if they were stored after `since`. */
  async withOthers(newest: Sample | undefined, since: Date | undefined): Promise<MeasuredHostState[]> {
    const { table, facts, measuring } = this.deps;
    const { name, cores } = await facts.read();
    const rows = await table.all(since);
    const own = rows.find(({ number }) => number === ONLY_HOST);
    const others = rows.filter(({ number }) => number !== ONLY_HOST);
    // Staff may have given it another name; before the first start of this version it has no row.
    return [{ number: ONLY_HOST, name: own?.name ?? name, cores, newest, ...measuring }, ...others];
  }
}
