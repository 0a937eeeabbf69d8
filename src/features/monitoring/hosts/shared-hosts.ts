import { setTimeout } from 'node:timers/promises';
import { type NodeEvents, type NodeLocks, PRUNING } from '../../../platform/nodes/node-events.js';
import { runAgain } from '../../../shared/concurrency/run-again.js';
import type { Logger } from '../../../shared/logger.js';
import type { Clock } from '../../../shared/time/clock.js';
import { MINUTE_MS } from '../history/chunk-table.js';
import { type HistoryAnswer, type HistoryRange, oldestStoredMs } from '../history/history-reading.js';
import { type HistoryRows, type HistoryRowsRequest, readHistoryRows } from '../history/history-rows.js';
import { pruneHistory } from '../history/prune-history.js';
import type { OwnFacts } from '../host/facts/own-facts.js';
import type { Sample } from '../sampler.js';
import type { MeasuredHostState, MeasuredHosts } from './measured-hosts.js';
import { OwnHost, STORED_SAMPLE, type StoredSampleMessage } from './own-host.js';
import { ShownHost } from './shown-host.js';
import type { HostHistoryStore } from './storage/host-history-store.js';
import type { HostDescription, HostTable } from './storage/host-table.js';

interface SharedHostsDeps {
  readonly table: HostTable;
  readonly store: HostHistoryStore;
  readonly events: NodeEvents & NodeLocks;
  readonly nodeId: string;
  readonly ownHost: Omit<HostDescription, 'facts'>;
  readonly ownFacts: Pick<OwnFacts, 'read'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called once with each sample that is shown. */
  readonly publish: (sample: Sample) => void;
  /** Called once with each sample of this machine that this node has stored. */
  readonly onStored: () => void;
}

/** A sample is shown when it has been stored, or after so long if the database does not answer. */
const SHOWN_AFTER_MS = 1000;

/**
 * The machines that the nodes of one service run on: what this node measures is stored for all, and every node shows the
 * same machine (decision 045).
 */
export class SharedHosts implements MeasuredHosts {
  readonly #table: HostTable;
  readonly #store: HostHistoryStore;
  readonly #shown: ShownHost;
  #own: OwnHost | undefined;
  /** The newest sample of this machine. */
  #newest: Sample | undefined;
  /** The samples of this machine, numbered as they were taken: its clock may have been set between two. */
  readonly #numbers = new WeakMap<Sample, number>();
  #taken = 0;
  /** The number of the last that was shown. */
  #lastShown = 0;
  #firstTick: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  /** Reads in the background which host is shown. Stores first, or a machine that is back would be passed over. */
  readonly #refreshShown = runAgain(
    async () => {
      await this.#own?.store();
      await this.#shown.refresh();
    },
    (error) => this.deps.logger.log('debug', 'The hosts cannot be read', { error }),
  );

  constructor(private readonly deps: SharedHostsDeps) {
    const { table, store, clock, publish } = deps;
    this.#table = table;
    this.#store = store;
    this.#shown = new ShownHost({ table: this.#table, store: this.#store, clock, publish });
  }

  /** The newest sample of the host that is meant when none is named. */
  get latest(): Sample {
    return this.#shown.latest;
  }

  /** How often it is measured. */
  get intervalMs(): number {
    return this.#shown.intervalMs;
  }

  /** Its number. */
  get shownNumber(): number | undefined {
    return this.#shown.number;
  }

  /** The number of this node's machine; undefined before {@link start}. */
  get ownNumber(): number | undefined {
    return this.#own?.number;
  }

  /** A range of the history of the host that is meant. */
  read(range: HistoryRange): Promise<HistoryAnswer> {
    return this.#shown.read(range);
  }

  /** Every host, with its newest sample if that was stored after `since`. */
  list(since?: Date): Promise<readonly MeasuredHostState[]> {
    return this.#table.all(since);
  }

  /** Rows of the history of a machine, piece by piece. */
  rows(number: number, request: HistoryRowsRequest): AsyncIterable<HistoryRows> {
    return readHistoryRows(request, async (resolution, fromMs, toMs) => {
      const { written, growing } = await this.#store.read(number, resolution, fromMs, toMs);
      return { written, growing: growing.filter(({ startMs }) => startMs >= fromMs - MINUTE_MS && startMs < toMs) };
    });
  }

  /**
   * Enters this machine, takes its first sample and shows what is to be shown.
   *
   * @param sample starts the sampling; resolves when {@link add} has got the first sample.
   * @returns the number of this machine.
   */
  async start(sample: () => Promise<void>): Promise<number> {
    const { nodeId, ownHost, ownFacts, clock, logger, events } = this.deps;
    const number = await this.#table.register({ ...ownHost, facts: await ownFacts.read() });
    this.#own = new OwnHost({
      number,
      nodeId,
      intervalMs: ownHost.intervalMs,
      store: this.#store,
      events,
      clock,
      logger,
      onStored: (newest) => this.#stored(newest),
    });
    events.subscribe(STORED_SAMPLE, (message) => this.#heard(message));
    events.onGap(() => this.#refreshShown());
    await sample();
    await this.#firstTick;
    await this.#shown.refresh();
    return number;
  }

  /** Adds a sample of this machine. */
  add(sample: Sample): void {
    const tick = this.#tick(sample);
    this.#firstTick ??= tick;
  }

  /** Stores what waits. */
  async flush(): Promise<void> {
    await (this.#stopped ?? this.#own?.store());
  }

  /** Stores what waits and lets another node of this machine go on, in the background. Nothing is added any more. */
  stop(): void {
    this.#stopped ??= this.#release();
  }

  /** Deletes what is older than the retention of its host: of this machine, and by one node of those that are away. */
  async prune(): Promise<void> {
    const isPruner = await this.deps.events.tryLock(PRUNING);
    const now = this.deps.clock.now();
    for (const { number, retentionDays } of await this.#table.toPrune(this.ownNumber, isPruner)) {
      await pruneHistory({
        clock: this.deps.clock,
        oldestMs: (resolution) => oldestStoredMs(now, retentionDays, resolution),
        prune: (resolution, beforeMs, limit) => this.#store.prune(number, resolution, beforeMs, limit),
      });
    }
    if (isPruner) await this.#table.forget();
  }

  async #tick(sample: Sample): Promise<void> {
    const own = this.#own;
    if (!own) return;
    own.add(sample);
    this.#newest = sample;
    this.#taken += 1;
    this.#numbers.set(sample, this.#taken);
    const outcome = await Promise.race([own.store(), setTimeout(SHOWN_AFTER_MS, undefined, { ref: false })]);
    const isOwnShown = (this.#shown.number ?? own.number) === own.number;
    // Those after this one may have been stored and shown already.
    if (isOwnShown && outcome !== 'stored' && outcome !== 'standby') this.#showOwn(this.#newest);
    else if (this.#shown.isSilent) this.#refreshShown();
  }

  #stored(newest: Sample): void {
    this.deps.onStored();
    const { shownNumber, ownNumber } = this;
    if (shownNumber === undefined || (ownNumber !== undefined && ownNumber <= shownNumber)) this.#showOwn(newest);
  }

  /** Those that have waited for the database are not shown after newer ones. */
  #showOwn(newest: Sample): void {
    const taken = this.#numbers.get(newest) ?? 0;
    if (taken < this.#lastShown) return;
    this.#lastShown = taken;
    const { intervalMs, retentionDays } = this.deps.ownHost;
    if (this.ownNumber !== undefined) this.#shown.show({ number: this.ownNumber, newest, intervalMs, retentionDays });
  }

  #heard(message: unknown): void {
    const { host, sampledAt } = Object(message) as Partial<StoredSampleMessage>;
    const atMs = Date.parse(String(sampledAt));
    // Anybody who may write to the database can send one.
    if (typeof host !== 'number' || Number.isNaN(atMs)) return;
    const { shownNumber, ownNumber } = this;
    if (host === ownNumber) this.#own?.heard(atMs);
    if (shownNumber === undefined || host <= shownNumber || this.#shown.isSilent) this.#refreshShown();
  }

  async #release(): Promise<void> {
    const own = this.#own;
    await own?.store();
    // While the database does not answer, this would wait for it; the lease ends by itself.
    if (own && this.deps.events.isConnected) await this.#table.release(own.number, this.deps.nodeId).catch(() => {});
  }
}
