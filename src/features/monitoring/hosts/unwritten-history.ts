import { KeyedMutex } from '../../../shared/concurrency/keyed-mutex.js';
import type { Logger } from '../../../shared/logger.js';
import { floorTo, MINUTE_MS, type ReadChunk, type ReadChunks } from '../history/chunk-table.js';
import type { HostChunks } from '../history/history-reading.js';
import type { HostMinutes, RecentMinutes } from '../history/recent-minutes.js';
import { Resolution } from '../history/resolution.js';
import { columnsOfSamples } from '../history/roll-up.js';
import { createStoredSample } from '../history/stored-sample.js';
import { WaitingSamples } from '../history/waiting-samples.js';
import { ONLY_HOST } from '../read-measuring.js';
import type { Sample } from '../sampler.js';
import type { HostHistoryStore } from './storage/host-history-store.js';

interface UnwrittenHistoryDeps {
  readonly store: Pick<HostHistoryStore, 'whenWritable' | 'fill' | 'read' | 'readMinutes'>;
  readonly logger: Logger;
}

const STORE = 'store';

/**
 * The histories of all hosts, if one process has the database to itself. The samples of its own machine are written
 * once a minute, and until then are read from memory. A process that is killed loses them, at most the current minute.
 */
export class UnwrittenHistory implements HostChunks, RecentMinutes {
  /** Samples of the current, incomplete minute, and any that could not be written yet. */
  readonly #unwritten = new WaitingSamples();
  #currentMinute: number | undefined;
  /**
   * Keeps reads and writes apart; otherwise a minute might be found both in memory and in the database, or in neither.
   */
  readonly #mutex = new KeyedMutex();
  #failing = false;

  constructor(private readonly deps: UnwrittenHistoryDeps) {}

  /** Adds a sample. The first one of a new minute starts writing the previous minutes in the background. */
  add(sample: Sample): void {
    const stored = createStoredSample(sample);
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

  async read(number: number, resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunks> {
    if (number !== ONLY_HOST) return this.deps.store.read(number, resolution, fromMs, toMs);
    return this.#mutex.run(STORE, async () => {
      const { written, growing } = await this.deps.store.read(number, resolution, fromMs, toMs);
      return { written, growing: [...growing, ...this.#unwrittenChunks(floorTo(fromMs, MINUTE_MS), toMs)] };
    });
  }

  async readMinutes(numbers: readonly number[], fromMs: number, toMs: number): Promise<HostMinutes> {
    if (!numbers.includes(ONLY_HOST)) return this.deps.store.readMinutes(numbers, fromMs, toMs);
    return this.#mutex.run(STORE, async () => {
      const found = await this.deps.store.readMinutes(numbers, fromMs, toMs);
      const unwritten = this.#unwrittenChunks(floorTo(fromMs, MINUTE_MS), toMs).map(({ startMs, columns }) => ({
        startMs,
        resolution: Resolution.SAMPLES as const,
        untilMs: Number.POSITIVE_INFINITY,
        decode: () => columns,
      }));
      return new Map([...found, [ONLY_HOST, [...(found.get(ONLY_HOST) ?? []), ...unwritten]]]);
    });
  }

  #unwrittenChunks(fromMs: number, toMs: number): ReadChunk[] {
    return this.#unwritten.minutes
      .filter(([startMs]) => startMs >= fromMs && startMs < toMs)
      .map(([startMs, samples]) => ({ startMs, columns: columnsOfSamples(startMs, samples) }));
  }

  async #write(isDue: (startMs: number) => boolean): Promise<void> {
    try {
      // Wait for another process's write outside the mutex so that reads can continue in the meantime.
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
      await this.deps.store.fill(ONLY_HOST, samples);
      // Remove only what was written, since more samples of the minute may have been added in the meantime.
      this.#unwritten.remove(samples);
    }
  }
}
