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

/** For how many days each resolution is stored. */
export type Retention = Readonly<Record<Resolution, number>>;

interface HistoryDeps {
  readonly store: HistoryStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The time between two samples. */
  readonly intervalMs: number;
  readonly retentionDays: Retention;
}

/** A requested range of the history. */
export interface HistoryRange {
  readonly fromMs: number;
  readonly toMs: number;
  /** The largest number of points in the answer. */
  readonly points: number;
}

const DAY_MS = 86_400_000;

/** In intervals: more than two missing samples in a row are a gap, a late one is none. */
const GAP_INTERVALS = 2.5;

/** The most rows that are summed up for one answer: so many take tens of milliseconds, in which nothing else runs. */
const ROWS_MAX = 20_000;

const STORE = 'store';

/** The most minutes that wait in memory while the database cannot be written; older ones are dropped. */
const UNWRITTEN_MINUTES_MAX = 24 * 60;

/** Chunks deleted in one statement, and the pause before the next, so that no other write waits for long. */
const PRUNE_BATCH = 200;
const PRUNE_PAUSE_MS = 50;

/**
 * Stores every sample, writing once a minute, and answers what was measured in a range. What is not yet written is
 * answered from memory; a process that is killed loses it, at most the current minute.
 */
export class History {
  /** Samples by the beginning of their minute; more of the current minute will come. */
  readonly #unwritten = new Map<number, StoredSample[]>();
  #currentMinute: number | undefined;
  /** A read excludes a write, or a minute might be found both in memory and in the database, or in neither. */
  readonly #mutex = new KeyedMutex();
  #pruning = false;
  #failing = false;

  constructor(private readonly deps: HistoryDeps) {}

  /** Adds a sample. The first one of a new minute starts the writing of the minutes before, in the background. */
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

  /** Writes all that is not yet written. Called when the service stops. */
  async flush(): Promise<void> {
    await this.#write(() => true);
  }

  /** A range of the history, in the finest resolution that is stored and asked for (contract 4). */
  async read({ fromMs, toMs, points }: HistoryRange): Promise<HistorySummary & { readonly resolution: Resolution }> {
    const resolution = this.#resolutionFor({ fromMs, toMs, points });
    const stepMs = Math.max(BUCKETS[resolution].stepMs, this.deps.intervalMs);
    const { written, growing } = await this.#mutex.run(STORE, async () => {
      const read = await this.deps.store.read(resolution, fromMs, toMs);
      return { written: read, growing: this.#unwrittenChunks() };
    });
    // Reading and summing up each block the event loop for some time: other work gets its turn in between.
    await setImmediate();
    // Roll-ups are evenly spaced; samples may have been taken with a longer interval than the present one.
    const pauseMs = resolution === Resolution.SAMPLES ? typicalInterval(written) : 0;
    const request = { fromMs, toMs, points, gapMs: GAP_INTERVALS * Math.max(stepMs, pauseMs) };
    if (resolution !== Resolution.SAMPLES) return { resolution, ...summarise(growing, written, resolution, request) };
    const all = [...written, ...growing].sort((a, b) => a.startMs - b.startMs);
    return { resolution, ...(eachSample(all, request) ?? summarise(all, [], resolution, request)) };
  }

  /** Deletes what is older than its retention, in small batches. */
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

  /**
   * The coarsest resolution whose rows are not longer than a point; a coarser one where that does not reach back far
   * enough, or has too many rows.
   */
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
      // Waits for a writer of another process outside of the mutex, so that reads go on meanwhile.
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
      // More samples of the minute may have been added meanwhile.
      samples.splice(0, written);
      if (samples.length === 0) this.#unwritten.delete(startMs);
    }
  }

  #dropOldest(): void {
    const tooMany = this.#unwritten.size - UNWRITTEN_MINUTES_MAX;
    for (const startMs of [...this.#unwritten.keys()].slice(0, Math.max(0, tooMany))) this.#unwritten.delete(startMs);
  }
}

/** The median interval of the samples in these chunks, 0 when unknown: with a longer interval there are no gaps. */
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
