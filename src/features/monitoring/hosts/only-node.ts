import type { OwnFacts } from '../host/facts/own-facts.js';
import { ONLY_HOST } from '../read-measuring.js';
import type { Sample } from '../sampler.js';
import type { MeasuredHostState } from './measured-hosts.js';
import type { HostSettings } from './storage/host-record.js';
import type { HostTable } from './storage/host-table.js';

interface OnlyNodeDeps {
  readonly table: Pick<HostTable, 'all'>;
  readonly facts: Pick<OwnFacts, 'read'>;
  readonly measuring: HostSettings;
}

/** The machine of the only process on SQLite, whose newest sample is in memory, along with the hosts of agents. */
export class OnlyNode {
  constructor(private readonly deps: OnlyNodeDeps) {}

  /** Lists all hosts, ordered by number. Newest samples of agents' hosts are only included if stored after `since`. */
  async withOthers(newest: Sample | undefined, since: Date | undefined): Promise<MeasuredHostState[]> {
    const { table, facts, measuring } = this.deps;
    const { name, cores } = await facts.read();
    const rows = await table.all(since);
    const own = rows.find(({ number }) => number === ONLY_HOST);
    const others = rows.filter(({ number }) => number !== ONLY_HOST);
    // Use the name in the row because staff may have changed it. There is no row before the first start of this
    // version.
    return [{ number: ONLY_HOST, name: own?.name ?? name, cores, source: 'OWN', newest, ...measuring }, ...others];
  }
}
