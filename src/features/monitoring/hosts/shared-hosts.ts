import { setTimeout } from 'node:timers/promises';
import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import { runAgain } from '../../../shared/concurrency/run-again.js';
import type { Logger } from '../../../shared/logger.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { HistoryAnswer, HistoryRange } from '../history/history-reading.js';
import { type HistoryRows, type HistoryRowsRequest, readHistoryRows } from '../history/history-rows.js';
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
  readonly events: NodeEvents;
  readonly nodeId: string;
  readonly ownHost: Omit<HostDescription, 'facts'>;
  readonly ownFacts: Pick<OwnFacts, 'read'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called once for each sample that is shown. */
  readonly publish: (sample: Sample) => void;
  /** Called once for each sample of this machine that this node has stored. */
  readonly onStored: () => void;
}

/** Samples are shown once they are stored, or after this long if the database does not answer. */
const SHOWN_AFTER_MS = 1000;

/**
 * The machines running the nodes of one service. Each node stores its samples for all nodes, and every node shows the
 * same machine (decision 045).
 */
export class SharedHosts implements MeasuredHosts {
  readonly #table: HostTable;
  readonly #store: HostHistoryStore;
  readonly #shown: ShownHost;
  #own: OwnHost | undefined;
  /** The newest sample of this machine. */
  #newest: Sample | undefined;
  /** Numbers this machine's samples in the order they were taken, since its clock may have been set in between. */
  readonly #numbers = new WeakMap<Sample, number>();
  #taken = 0;
  /** Number of the sample shown last. */
  #lastShown = 0;
  #firstTick: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  /**
   * Determines the default host again, in the background. Stores pending samples first; otherwise a machine that has
   * come back would be passed over.
   */
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

  /** The newest sample of the default host. */
  get latest(): Sample {
    return this.#shown.latest;
  }

  get intervalMs(): number {
    return this.#shown.intervalMs;
  }

  /** The number of the default host. */
  get shownNumber(): number | undefined {
    return this.#shown.number;
  }

  /** The number of this node's machine; undefined before {@link start}. */
  get ownNumber(): number | undefined {
    return this.#own?.number;
  }

  /** Reads a range of the default host's history. */
  read(range: HistoryRange): Promise<HistoryAnswer> {
    return this.#shown.read(range);
  }

  /** Lists every host, with its newest sample only if that was stored after `since`. */
  list(since?: Date): Promise<readonly MeasuredHostState[]> {
    return this.#table.all(since);
  }

  rows(number: number, request: HistoryRowsRequest): AsyncIterable<HistoryRows> {
    return readHistoryRows(this.#store, number, request);
  }

  /**
   * Registers this machine, takes its first sample and shows the default host.
   *
   * @param sample starts the sampling; resolves when {@link add} has received the first sample.
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

  add(sample: Sample): void {
    const tick = this.#tick(sample);
    this.#firstTick ??= tick;
  }

  async flush(): Promise<void> {
    await (this.#stopped ?? this.#own?.store());
  }

  /**
   * Stores pending samples and releases the lease for another node of this machine, in the background. Nothing may be
   * added afterwards.
   */
  stop(): void {
    this.#stopped ??= this.#release();
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
    // Later samples may already have been stored and shown, so show the newest.
    if (isOwnShown && outcome !== 'stored' && outcome !== 'standby') this.#showOwn(this.#newest);
    else if (this.#shown.isSilent) this.#refreshShown();
  }

  #stored(newest: Sample): void {
    this.deps.onStored();
    const { shownNumber, ownNumber } = this;
    if (shownNumber === undefined || (ownNumber !== undefined && ownNumber <= shownNumber)) this.#showOwn(newest);
  }

  /** Shows a sample of this machine. One that had to wait for the database is not shown after a newer one. */
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
    // Announcements are untrusted, since anyone with write access to the database can send one.
    if (typeof host !== 'number' || Number.isNaN(atMs)) return;
    const { shownNumber, ownNumber } = this;
    if (host === ownNumber) this.#own?.heard(atMs);
    if (shownNumber === undefined || host <= shownNumber || this.#shown.isSilent) this.#refreshShown();
  }

  async #release(): Promise<void> {
    const own = this.#own;
    await own?.store();
    // Without a database connection this would block; the lease expires on its own anyway.
    if (own && this.deps.events.isConnected) await this.#table.release(own.number, this.deps.nodeId).catch(() => {});
  }
}
