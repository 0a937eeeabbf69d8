import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import type { Logger } from '../../../shared/logger.js';
import type { Clock } from '../../../shared/time/clock.js';
import { createStoredSample } from '../history/stored-sample.js';
import { WaitingSamples } from '../history/waiting-samples.js';
import type { Sample } from '../sampler.js';
import type { HostHistoryStore } from './storage/host-history-store.js';
import { LEASE_INTERVALS } from './storage/host-lease.js';

/** Topic on which a node announces a sample it has stored. */
export const STORED_SAMPLE = 'sample';

export interface StoredSampleMessage {
  /** `hosts.number`. */
  readonly host: number;
  readonly sampledAt: string;
}

interface OwnHostDeps {
  readonly number: number;
  readonly nodeId: string;
  readonly intervalMs: number;
  readonly store: HostHistoryStore;
  readonly events: Pick<NodeEvents, 'publish' | 'isConnected'>;
  readonly clock: Pick<Clock, 'steady'>;
  readonly logger: Logger;
  /** Called as soon as a sample is stored. */
  readonly onStored: (sample: Sample) => void;
}

/**
 * Outcome of storing: the samples were stored, were left to another node of the machine, or cannot be stored right now.
 */
type Outcome = 'stored' | 'standby' | 'waiting';

/** Samples less than this many intervals apart count as the same sample. */
const APART_INTERVALS = 0.5;

/**
 * Handles the samples this node takes of its machine. If several nodes run on one machine, one of them stores the
 * samples for as long as it can, while the others hold theirs back. Samples that cannot be stored wait in memory and
 * are stored later.
 */
export class OwnHost {
  readonly #waiting = new WaitingSamples();
  /** The newest sample; undefined once it is stored. */
  #unstored: Sample | undefined;
  #storing: Promise<Outcome> | undefined;
  #filling = false;
  #failing = false;
  /** When another node of the machine last announced a stored sample. */
  #heardMs = Number.NEGATIVE_INFINITY;
  /** End of the machine's stored history, as far as this node knows. */
  #storedUntilMs: number | undefined;

  constructor(private readonly deps: OwnHostDeps) {}

  get number(): number {
    return this.deps.number;
  }

  /** Adds the newest sample, to be stored by {@link store}. */
  add(sample: Sample): void {
    this.#unstored = sample;
    this.#waiting.add(createStoredSample(sample));
  }

  /** Stores pending samples, newest first, unless another node is storing them. Never fails. */
  store(): Promise<Outcome> {
    this.#storing ??= this.#storeAll().finally(() => {
      this.#storing = undefined;
    });
    return this.#storing;
  }

  /** Called when another node has announced a stored sample of this machine. */
  heard(atMs: number): void {
    this.#heardMs = this.deps.clock.steady().getTime();
    const fromMs = this.#storedUntilMs ?? atMs;
    if (atMs - fromMs > LEASE_INTERVALS * this.deps.intervalMs) {
      // The node responsible for that time may have lost its samples.
      void this.#fillGap(atMs);
      return;
    }
    this.#storedUntilMs = Math.max(fromMs, atMs);
    for (let due = this.#waiting.longest(atMs); due; due = this.#waiting.longest(atMs)) this.#waiting.remove(due);
  }

  async #storeAll(): Promise<Outcome> {
    if (this.#anotherStores()) return 'standby';
    try {
      for (;;) {
        const newest = this.#unstored;
        if (newest) {
          if (!(await this.#storeNewest(newest))) return 'standby';
        } else if (!(await this.#fillOneMinute(Number.POSITIVE_INFINITY))) break;
      }
      if (this.#failing) this.deps.logger.log('info', 'The history is being written again');
      this.#failing = false;
      return 'stored';
    } catch (error) {
      if (!this.#failing)
        this.deps.logger.log('warn', 'The history cannot be written: it is kept in memory', { error });
      this.#failing = true;
      return 'waiting';
    }
  }

  #anotherStores(): boolean {
    const silentMs = this.deps.clock.steady().getTime() - this.#heardMs;
    return this.deps.events.isConnected && silentMs <= LEASE_INTERVALS * this.deps.intervalMs;
  }

  async #storeNewest(newest: Sample): Promise<boolean> {
    const { store, number, nodeId, events, onStored } = this.deps;
    if (!(await store.storeNewest(number, nodeId, newest))) return false;
    if (this.#unstored === newest) this.#unstored = undefined;
    const atMs = Date.parse(newest.sampledAt);
    this.#waiting.remove([{ atMs }]);
    this.#storedUntilMs = atMs;
    const message: StoredSampleMessage = { host: number, sampledAt: newest.sampledAt };
    events.publish(STORED_SAMPLE, message);
    onStored(newest);
    return true;
  }

  /** @returns whether anything was waiting. */
  async #fillOneMinute(untilMs: number): Promise<boolean> {
    const { store, number, intervalMs } = this.deps;
    const due = this.#waiting.longest(untilMs);
    if (!due) return false;
    await store.fill(number, due, APART_INTERVALS * intervalMs);
    this.#waiting.remove(due);
    return true;
  }

  async #fillGap(untilMs: number): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    try {
      while (await this.#fillOneMinute(untilMs));
      this.#storedUntilMs = untilMs;
    } catch (error) {
      // The next announcement will reveal the same gap.
      this.deps.logger.log('debug', 'A gap of the history cannot be filled', { error });
    } finally {
      this.#filling = false;
    }
  }
}
