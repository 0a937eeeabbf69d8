import { LRUCache } from 'lru-cache';
import type { ReadableHistory } from '../history/history-reading.js';
import type { Sample } from '../sampler.js';
import type { Finding } from './find.js';
import { Findings } from './findings.js';

/** The findings of so many hosts are remembered. */
const HOSTS_MAX = 200;

interface HostFindingsDeps {
  readonly hostStates: { history(number: number): ReadableHistory };
}

/** What stands out about hosts that were named: computed once for each sample of each. */
export class HostFindings {
  readonly #known = new LRUCache<number, { readonly sampledAt: string; readonly findings: Findings }>({
    max: HOSTS_MAX,
  });

  constructor(private readonly deps: HostFindingsDeps) {}

  /** The findings of the newest sample of a host. */
  of({ number, newest }: { readonly number: number; readonly newest: Sample }): Promise<Finding[]> {
    const known = this.#known.get(number);
    if (known?.sampledAt === newest.sampledAt) return known.findings.latest();
    const findings = new Findings({ shown: { latest: newest }, history: this.deps.hostStates.history(number) });
    this.#known.set(number, { sampledAt: newest.sampledAt, findings });
    return findings.latest();
  }
}
