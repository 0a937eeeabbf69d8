import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../shared/clock.js';
import { KeyedMutex } from '../../shared/keyed-mutex.js';
import type { Logger } from '../../shared/logger.js';
import type { Sample } from '../sampler.js';
import { BUCKETS, type HistoryStore, HOUR_MS, MINUTE_MS, type ReadChunk } from './history-store.js';
import { Resolution } from './metrics-chunk.entity.js';
import { columnsOfSamples } from './roll-up.js';
import { type StoredSample, storedSampleOf } from './stored-sample.js';
import {
  eachSample,
  type HistorySummary,
  ROLL_UP_LAYOUT,
  SAMPLE_LAYOUT,
  Summary,
  type SummaryRequest,
} from './summary.js';

/** How many days each resolution is kept. */
export type Retention = Readonly<Record<Resolution, number>>;

interface HistoryDeps {
  readonly store: HistoryStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Between two samples. */
  readonly intervalMs: number;
  readonly retentionDays: Retention;
}

/** What is asked of the history. */
export interface HistoryRange {
  readonly fromMs: number;
  readonly toMs: number;
  /** At most so many points. */
  readonly points: number;
}

const DAY_MS = 86_400_000;

/** Missing more than two samples in a row is a gap. */
const GAP_INTERVALS = 2.5;

/** So many rows are summed up for one answer at most, so that it takes tens of milliseconds. */
const ROWS_MAX = 20_000;

const STORE = 'store';

/** So many minutes wait for a database that cannot be written; older ones are given up. */
const UNWRITTEN_MINUTES_MAX = 24 * 60;

/** Chunks that are forgotten in one statement, and the pause between two, so that nobody has to wait for it. */
const PRUNE_BATCH = 200;
const PRUNE_PAUSE_MS = 50;

/**
 * Remembers every sample, written once a minute, and answers what a time looked like. What is not yet written is
 * answered from memory; a process that is killed loses it, at most the minute at hand.
 */
export class History {
  /** By the beginning of the minute; the newest minute is still growing. */
  readonly #unwritten = new Map<number, StoredSample[]>();
  #currentMinute: number | undefined;
  /** Reading and writing take turns, so that no minute is found twice, or in neither place. */
  readonly #mutex = new KeyedMutex();
  #pruning = false;
  #failing = false;

  constructor(private readonly deps: HistoryDeps) {}

  /** Remembers a sample. When a minute is over it is written, without anybody waiting for it. */
  add(sample: Sample): void {
    const stored = storedSampleOf(sample);
    const startMs = Math.floor(stored.atMs / MINUTE_MS) * MINUTE_MS;
    const minute = this.#unwritten.get(startMs);
    if (minute) minute.push(stored);
    else this.#unwritten.set(startMs, [stored]);
    const isNewMinute = startMs !== this.#currentMinute;
    this.#currentMinute = startMs;
    if (isNewMinute) void this.#write((start) => start !== this.#currentMinute);
  }

  /** Writes what is not yet written. Called when the service stops. */
  async flush(): Promise<void> {
    await this.#write(() => true);
  }

  /** A range of the history, as finely as it is kept and wanted (contract 4). */
  async read({ fromMs, toMs, points }: HistoryRange): Promise<HistorySummary & { readonly resolution: Resolution }> {
    const resolution = this.#resolutionFor({ fromMs, toMs, points });
    const stepMs = Math.max(BUCKETS[resolution].stepMs, this.deps.intervalMs);
    const { written, growing } = await this.#mutex.run(STORE, async () => {
      const read = await this.deps.store.read(resolution, fromMs, toMs);
      return { written: read, growing: this.#unwrittenChunks() };
    });
    // Reading and summing up are each one long step: others get their turn in between.
    await setImmediate();
    // Steps of roll-ups are counted, times of samples measured.
    const pauseMs = resolution === Resolution.SAMPLES ? typicalInterval(written) : 0;
    const request = { fromMs, toMs, points, gapMs: GAP_INTERVALS * Math.max(stepMs, pauseMs) };
    if (resolution !== Resolution.SAMPLES) return { resolution, ...summarise(growing, written, resolution, request) };
    const all = [...written, ...growing].sort((a, b) => a.startMs - b.startMs);
    return { resolution, ...(eachSample(all, request) ?? summarise(all, [], resolution, request)) };
  }

  /** Forgets what is older than the retention, a little at a time. */
  async prune(): Promise<void> {
    if (this.#pruning) return;
    this.#pruning = true;
    try {
      for (const resolution of [Resolution.SAMPLES, Resolution.MINUTES, Resolution.HOURS]) {
        while ((await this.deps.store.prune(resolution, this.#oldestMs(resolution), PRUNE_BATCH)) > 0) {
          await this.deps.clock.wait(PRUNE_PAUSE_MS);
        }
      }
    } finally {
      this.#pruning = false;
    }
  }

  #oldestMs(resolution: Resolution): number {
    return this.deps.clock.now().getTime() - this.deps.retentionDays[resolution] * DAY_MS;
  }

  /** The coarsest that is fine enough; a coarser one where that does not reach back far enough or is too much to read. */
  #resolutionFor({ fromMs, toMs, points }: HistoryRange): Resolution {
    const widthMs = (toMs - fromMs) / (points - 1);
    const fits = (resolution: Resolution, rowMs: number) =>
      fromMs >= this.#oldestMs(resolution) && (toMs - fromMs) / rowMs <= ROWS_MAX;
    if (widthMs < MINUTE_MS && fits(Resolution.SAMPLES, this.deps.intervalMs)) return Resolution.SAMPLES;
    if (widthMs < HOUR_MS && fits(Resolution.MINUTES, MINUTE_MS)) return Resolution.MINUTES;
    return Resolution.HOURS;
  }

  #unwrittenChunks(): ReadChunk[] {
    return [...this.#unwritten].map(([startMs, samples]) => ({ startMs, columns: columnsOfSamples(startMs, samples) }));
  }

  async #write(isDue: (startMs: number) => boolean): Promise<void> {
    try {
      // Who waits for a writer of another process keeps nobody from reading meanwhile.
      await this.deps.store.whenWritable();
      await this.#mutex.run(STORE, () => this.#writeAll(isDue));
      if (this.#failing) this.deps.logger.log('info', 'The history is being written again');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.deps.logger.log('warn', 'The history cannot be written: it waits in memory', { error });
      this.#failing = true;
      this.#dropOldest();
    }
  }

  async #writeAll(isDue: (startMs: number) => boolean): Promise<void> {
    for (const [startMs, samples] of [...this.#unwritten].filter(([start]) => isDue(start))) {
      const written = samples.length;
      await this.deps.store.writeMinute(startMs, samples.slice());
      // More may have come meanwhile.
      samples.splice(0, written);
      if (samples.length === 0) this.#unwritten.delete(startMs);
    }
  }

  #dropOldest(): void {
    const tooMany = this.#unwritten.size - UNWRITTEN_MINUTES_MAX;
    for (const startMs of [...this.#unwritten.keys()].slice(0, Math.max(0, tooMany))) this.#unwritten.delete(startMs);
  }
}

/** The time between two rows of most chunks: samples that were taken less often are no gaps. 0 when it is not known. */
function typicalInterval(chunks: readonly ReadChunk[]): number {
  const intervals = chunks.flatMap(({ columns: [times] }) => {
    const [first, last] = [times?.[0], times?.at(-1)];
    return first === undefined || last === undefined || first === last
      ? []
      : (last - first) / ((times?.length ?? 2) - 1);
  });
  return intervals.sort((a, b) => a - b)[Math.floor(intervals.length / 2)] ?? 0;
}

function summarise(
  samples: readonly ReadChunk[],
  rollUps: readonly ReadChunk[],
  resolution: Resolution,
  request: SummaryRequest,
): HistorySummary {
  const { fromMs, toMs } = request;
  const summary = new Summary(request);
  for (const { startMs, columns } of samples) {
    for (const [index, offset] of columns[0]?.entries() ?? []) {
      const atMs = startMs + offset;
      if (atMs >= fromMs && atMs < toMs) summary.add({ atMs, count: 1, columns, index }, SAMPLE_LAYOUT);
    }
  }
  const { stepMs } = BUCKETS[resolution];
  for (const { startMs, columns } of rollUps) {
    for (const [index, step] of columns[0]?.entries() ?? []) {
      const atMs = startMs + step * stepMs;
      const count = columns[1]?.[index] ?? 0;
      if (atMs + stepMs > fromMs && atMs < toMs) summary.add({ atMs, count, columns, index }, ROLL_UP_LAYOUT);
    }
  }
  return summary.result();
}
