import { KeyedMutex } from '../../../shared/concurrency/keyed-mutex.js';
import type { Logger } from '../../../shared/logger.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { Sample } from '../sampler.js';
import { floorTo, MINUTE_MS, type ReadChunk, type ReadChunks } from './chunk-table.js';
import {
  type HistoryAnswer,
  type HistoryRange,
  oldestStoredMs,
  type ReadableHistory,
  type Retention,
  readHistory,
} from './history-reading.js';
import { type HistoryRows, type HistoryRowsRequest, readHistoryRows } from './history-rows.js';
import type { HistoryStore } from './history-store.js';
import type { Resolution } from './metrics-chunk.entity.js';
import { pruneHistory } from './prune-history.js';
import { columnsOfSamples } from './roll-up.js';
import { storedSampleOf } from './stored-sample.js';
import { WaitingSamples } from './waiting-samples.js';

interface HistoryDeps {
  readonly store: HistoryStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly intervalMs: number;
  readonly retentionDays: Retention;
}

const STORE = 'store';

/**
 * Stores every sample, writing once a minute, and answers range queries. Unwritten samples are answered from memory; a
 * process that is killed loses them, at most the current minute.
 */
export class History implements ReadableHistory {
  /** The current minute is still incomplete. */
  readonly #unwritten = new WaitingSamples();
  #currentMinute: number | undefined;
  /**
   * Makes reads and writes exclusive: otherwise a minute might be found both in memory and in the database, or in
   * neither.
   */
  readonly #mutex = new KeyedMutex();
  #pruning = false;
  #failing = false;

  constructor(private readonly deps: HistoryDeps) {}

  /** Adds a sample. The first one of a new minute starts writing the previous minutes in the background. */
  add(sample: Sample): void {
    const stored = storedSampleOf(sample);
    const startMs = floorTo(stored.atMs, MINUTE_MS);
    this.#unwritten.add(stored);
    const isNewMinute = startMs !== this.#currentMinute;
    this.#currentMinute = startMs;
    if (isNewMinute) void this.#write((start) => start !== this.#currentMinute);
  }

  /** Writes all pending samples. Called when the service stops. */
  async flush(): Promise<void> {
    await this.#write(() => true);
  }

  /** Reads a range in the finest resolution that is stored and fits the requested points (contract 4). */
  read(range: HistoryRange): Promise<HistoryAnswer> {
    return readHistory(range, {
      intervalMs: this.deps.intervalMs,
      oldestMs: (resolution) => this.#oldestMs(resolution),
      read: (resolution) => this.#readChunks(resolution, range.fromMs, range.toMs),
    });
  }

  rows(request: HistoryRowsRequest): AsyncIterable<HistoryRows> {
    return readHistoryRows(request, async (resolution, fromMs, toMs) => {
      const { written, growing } = await this.#readChunks(resolution, fromMs, toMs);
      return {
        written,
        growing: growing.filter(({ startMs }) => startMs >= floorTo(fromMs, MINUTE_MS) && startMs < toMs),
      };
    });
  }

  #readChunks(resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunks> {
    return this.#mutex.run(STORE, async () => {
      const written = await this.deps.store.read(resolution, fromMs, toMs);
      return { written, growing: this.#unwrittenChunks() };
    });
  }

  /** Deletes chunks past their retention, in small batches. */
  async prune(): Promise<void> {
    if (this.#pruning) return;
    this.#pruning = true;
    try {
      await pruneHistory({
        clock: this.deps.clock,
        oldestMs: (resolution) => this.#oldestMs(resolution),
        prune: (resolution, beforeMs, limit) => this.deps.store.prune(resolution, beforeMs, limit),
      });
    } finally {
      this.#pruning = false;
    }
  }

  #oldestMs(resolution: Resolution): number {
    return oldestStoredMs(this.deps.clock.now(), this.deps.retentionDays, resolution);
  }

  #unwrittenChunks(): ReadChunk[] {
    return this.#unwritten.minutes.map(([startMs, samples]) => ({
      startMs,
      columns: columnsOfSamples(startMs, samples),
    }));
  }

  async #write(isDue: (startMs: number) => boolean): Promise<void> {
    try {
      // Waits for another process's writer outside the mutex, so that reads continue meanwhile.
      await this.deps.store.whenWritable();
      await this.#mutex.run(STORE, () => this.#writeAll(isDue));
      if (this.#failing) this.deps.logger.log('info', 'The history is being written again');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing)
        this.deps.logger.log('warn', 'The history cannot be written: it is kept in memory', { error });
      this.#failing = true;
    }
  }

  async #writeAll(isDue: (startMs: number) => boolean): Promise<void> {
    for (const [startMs, samples] of this.#unwritten.minutes) {
      if (!isDue(startMs)) continue;
      await this.deps.store.writeMinute(startMs, samples);
      // More samples of the minute may have been added in the meantime.
      this.#unwritten.remove(samples);
    }
  }
}
