import type { NodeEvents } from '../../../../platform/nodes/node-events.js';
import { unlessRunning } from '../../../../shared/concurrency/unless-running.js';
import type { Clock, Stop } from '../../../../shared/time/clock.js';
import type { ReadableHistory } from '../../history/history-reading.js';
import type { HostProcessList } from '../../host/processes/processes.js';
import { AGENT_SAMPLES, EDITED_HOST, type HostFeed } from '../host-feed.js';
import { STORED_SAMPLE } from '../own-host.js';
import type { HostRecord, HostSettings } from '../storage/host-record.js';
import type { HostTable } from '../storage/host-table.js';
import { computeHostState } from './host-state.js';
import type { HostState, HostStates, HostStatus } from './host-states.js';
import { KnownHost, type SampleInMemory } from './known-host.js';

/** Minimum time between reads of the table, unless this node knows of a change. */
const READ_MS = 1000;

/**
 * Minimum time while there are listeners and this node receives announcements, so that reads only serve to find
 * unannounced changes.
 */
const WATCHED_READ_MS = 5000;

const TICK_MS = 1000;

/** Reads overlap by this much, since rows written shortly before the last read may have been missed. */
const OVERLAP_MS = 5000;

interface HostStatusesDeps {
  readonly table: Pick<HostTable, 'records'>;
  readonly events: NodeEvents;
  readonly clock: Pick<Clock, 'now' | 'steady' | 'every'>;
  /** Returns a host's sample in this node's memory, which is newer than its row. */
  readonly inMemory: (number: number) => SampleInMemory | undefined;
  /** The number of this machine, and the version of Vigia that measures it. */
  readonly own: { readonly number: () => number | undefined; readonly version: string };
  readonly historyOf: (number: number, settings: () => Promise<KnownHostSettings>) => ReadableHistory;
  readonly processesOf: (number: number, isSilent: () => Promise<boolean>) => HostProcessList;
}

export type KnownHostSettings = HostSettings;

/**
 * All hosts, combined from the table and this node's memory. The table is read for changes when a caller asks and the
 * last read was over a second ago. While there are listeners, it is also read when another node announces samples, and
 * at least every five seconds.
 */
export class HostStatuses implements HostStates, HostFeed {
  #known: ReadonlyMap<number, KnownHost> = new Map();
  /** Start of the last successful read of the table; undefined before the first. */
  #readAt: Date | undefined;
  #readMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #isOutdated = true;
  readonly #listeners = new Set<(numbers: readonly number[]) => void>();
  /** Hosts whose changes the listeners have not been notified of yet. */
  readonly #changed = new Set<number>();
  readonly #toldStates = new Map<number, HostState>();
  #stopTicking: Stop | undefined;

  constructor(private readonly deps: HostStatusesDeps) {
    const { events } = deps;
    const outdate = () => this.noteChange();
    for (const topic of [STORED_SAMPLE, AGENT_SAMPLES, EDITED_HOST]) events.subscribe(topic, outdate);
    events.onGap(outdate);
  }

  async list(): Promise<readonly HostStatus[]> {
    await this.#refreshIfDue();
    return [...this.#known.values()].map((host) => this.#statusOf(host));
  }

  async byNumber(number: number): Promise<HostStatus | undefined> {
    await this.#refreshIfDue();
    const host = this.#known.get(number);
    return host && this.#statusOf(host);
  }

  history(number: number): ReadableHistory {
    return this.deps.historyOf(number, async () => (await this.#record(number)) ?? throwUnknown(number));
  }

  processes(number: number): HostProcessList {
    const isSilent = async () => {
      const status = await this.byNumber(number);
      return status === undefined || !(status.state === 'LIVE' || status.state === 'LATE');
    };
    return this.deps.processesOf(number, isSilent);
  }

  onChanged(listener: (numbers: readonly number[]) => void): Stop {
    this.#listeners.add(listener);
    if (!this.#stopTicking) {
      for (const host of this.#known.values()) this.#toldStates.set(host.record.number, this.#stateOf(host));
      const tick = unlessRunning(
        () => this.#tick(),
        () => {},
      );
      this.#stopTicking = this.deps.clock.every(TICK_MS, tick);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopTicking?.();
      this.#stopTicking = undefined;
      this.#changed.clear();
    };
  }

  /** Called when this node has a new sample of a host, in memory or in the table. */
  noteSample(number: number): void {
    if (this.#listeners.size > 0) this.#changed.add(number);
    // A host that was just added is not known yet, so read the table.
    if (!this.#known.has(number) || !this.deps.inMemory(number)) this.#isOutdated = true;
  }

  /** Called when rows have changed; they are read before the next answer. */
  noteChange(): void {
    this.#isOutdated = true;
  }

  async #record(number: number): Promise<HostRecord | undefined> {
    if (!this.#known.has(number)) await this.#refreshIfDue();
    return this.#known.get(number)?.record;
  }

  /**
   * Reads the table if due, then notifies the listeners. While the database is unavailable, they only learn of changes
   * in memory.
   */
  async #tick(): Promise<void> {
    if (this.#isDue()) await this.#refresh().catch(() => {});
    for (const host of this.#known.values()) {
      const { number } = host.record;
      const state = this.#stateOf(host);
      if (this.#toldStates.get(number) === state) continue;
      this.#toldStates.set(number, state);
      this.#changed.add(number);
    }
    if (this.#changed.size === 0) return;
    const numbers = [...this.#changed].sort((a, b) => a - b);
    this.#changed.clear();
    for (const listener of this.#listeners) listener(numbers);
  }

  async #refreshIfDue(): Promise<void> {
    if (!this.#isDue()) return;
    await this.#refresh();
    // The read may have started before the change was announced.
    if (this.#isOutdated) await this.#refresh();
  }

  #isDue(): boolean {
    const passedMs = this.deps.clock.steady().getTime() - this.#readMs;
    const isTold = this.#listeners.size > 0 && this.deps.events.isConnected;
    return this.#isOutdated || passedMs < 0 || passedMs >= (isTold ? WATCHED_READ_MS : READ_MS);
  }

  #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { table, clock } = this.deps;
    // Cleared first so that changes made during the read cause another one.
    this.#isOutdated = false;
    try {
      const readAt = clock.now();
      const since = this.#readAt ? new Date(this.#readAt.getTime() - OVERLAP_MS) : new Date(0);
      const records = await table.records(since);
      const isUnknown = ({ number, facts }: HostRecord) => facts === undefined && !this.#known.has(number);
      this.#take(records.some(isUnknown) ? await table.records(new Date(0)) : records);
      this.#readAt = readAt;
      this.#readMs = clock.steady().getTime();
    } catch (error) {
      this.#isOutdated = true;
      throw error;
    }
  }

  #take(records: readonly HostRecord[]): void {
    const known = new Map<number, KnownHost>();
    for (const record of records) {
      const before = this.#known.get(record.number);
      const { newest = null, facts = null } = record;
      const next = before?.record.id === record.id ? before.next(record) : new KnownHost(record, newest, facts);
      known.set(record.number, next);
      if (this.#listeners.size > 0 && before?.sampleKey !== next.sampleKey) this.#noteRead(record.number);
      // Tags decide who sees a host, so what is pushed of it may have to end.
      if (this.#listeners.size > 0 && before && !isSameList(before.record.tags, record.tags)) {
        this.#changed.add(record.number);
      }
    }
    this.#known = known;
    for (const number of this.#toldStates.keys()) if (!known.has(number)) this.#toldStates.delete(number);
  }

  /** Notes a newly read sample, unless the host has one in memory, which listeners have already been notified of. */
  #noteRead(number: number): void {
    if (!this.deps.inMemory(number)) this.#changed.add(number);
  }

  #statusOf(host: KnownHost): HostStatus {
    const { number } = host.record;
    const { own, inMemory } = this.deps;
    return host.statusWith(this.#stateOf(host), inMemory(number), number === own.number() ? own.version : undefined);
  }

  #stateOf(host: KnownHost): HostState {
    const { number, lastSeenAt, ...how } = host.record;
    const seenAt = this.deps.inMemory(number)?.seenAt ?? (host.hasNewest ? lastSeenAt : undefined);
    return computeHostState({ ...how, seenAt }, this.deps.clock.now());
  }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

function throwUnknown(number: number): never {
  throw new Error(`There is no host ${number}`);
}
