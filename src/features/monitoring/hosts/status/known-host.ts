import type { HostFacts } from '../../host/facts/host-facts.js';
import { parseSample } from '../../parse-sample.js';
import type { Sample } from '../../sampler.js';
import type { HostRecord } from '../storage/host-record.js';
import type { HostState, HostStatus } from './host-states.js';

/** The newest sample of a host in this node's memory. */
export interface SampleInMemory {
  readonly sample: Sample;
  readonly seenAt: Date;
}

/** A host as known to this node: its row, and the parts parsed so far. */
export class KnownHost {
  #sample: Sample | undefined;
  #facts: HostFacts | undefined;
  #status: { readonly status: HostStatus; readonly memory: SampleInMemory | undefined } | undefined;

  constructor(
    readonly record: HostRecord,
    private readonly newest: string | null,
    private readonly factsText: string | null,
  ) {}

  /** Returns the host updated with a newer record, in which unchanged columns may be missing. */
  next(record: HostRecord): KnownHost {
    const { newest = this.newest, facts = this.factsText } = record;
    const next = new KnownHost(record, newest, facts);
    if (newest === this.newest) next.#sample = this.#sample;
    if (facts === this.factsText) next.#facts = this.#facts;
    return next;
  }

  get hasNewest(): boolean {
    return this.newest !== null;
  }

  /** Identifies the newest sample, to distinguish it from the next one. */
  get sampleKey(): unknown {
    return this.newest;
  }

  /**
   * Returns the host's status. Samples and facts are parsed on demand, since only a few of a thousand hosts are
   * requested.
   */
  statusWith(state: HostState, memory: SampleInMemory | undefined, ownVersion: string | undefined): HostStatus {
    const known = this.#status;
    if (known && known.status.state === state && known.memory === memory) return known.status;
    const { lastSeenAt, version } = this.record;
    const newestOf = () => memory?.sample ?? this.#newest();
    const factsOf = () => this.#readFacts();
    const status: HostStatus = {
      ...this.record,
      state,
      version: ownVersion ?? version,
      lastSeenAt: memory?.seenAt ?? (this.hasNewest ? lastSeenAt : undefined),
      get facts() {
        return factsOf();
      },
      get newest() {
        return newestOf();
      },
    };
    this.#status = { status, memory };
    return status;
  }

  #newest(): Sample | undefined {
    if (this.newest !== null) this.#sample ??= parseSample(this.newest);
    return this.#sample;
  }

  #readFacts(): HostFacts | undefined {
    if (this.factsText !== null) this.#facts ??= JSON.parse(this.factsText) as HostFacts;
    return this.#facts;
  }
}
