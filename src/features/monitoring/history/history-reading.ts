import { setImmediate } from 'node:timers/promises';
import { BUCKETS, HOUR_MS, MINUTE_MS, type ReadChunk, type ReadChunks } from './chunk-table.js';
import { Resolution } from './resolution.js';
import {
  eachSample,
  type HistorySummary,
  ROLL_UP_LAYOUT,
  SAMPLE_LAYOUT,
  Summary,
  type SummaryRequest,
} from './summary.js';

/** Retention of each resolution, in days. */
export type Retention = Readonly<Record<Resolution, number>>;

export interface HistoryRange {
  readonly fromMs: number;
  readonly toMs: number;
  /** Maximum number of points in the answer. */
  readonly points: number;
}

export type HistoryAnswer = HistorySummary & { readonly resolution: Resolution };

export interface ReadableHistory {
  /** Reads a range in the finest resolution that is stored and suits the requested points (contract 4). */
  read(range: HistoryRange): Promise<HistoryAnswer>;
}

/** Gives access to the chunks of every host's history. */
export interface HostChunks {
  /** Reads the chunks that cover a range of a host's history. */
  read(number: number, resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunks>;
}

/** The recording interval and retention of a host's history, and access to its chunks. */
interface HistorySource {
  readonly intervalMs: number;
  /** Start of the retention period of a resolution. */
  readonly oldestMs: (resolution: Resolution) => number;
  readonly read: (resolution: Resolution) => Promise<ReadChunks>;
}

const DAY_MS = 86_400_000;

/** Number of intervals without a sample that counts as a gap. One late sample is not a gap. */
const GAP_INTERVALS = 2.5;

/** Maximum number of rows summed up for one answer; this many block the event loop for tens of milliseconds. */
const ROWS_MAX = 20_000;

/** Returns the start of a resolution's retention period. */
export function oldestStoredMs(now: Date, retentionDays: Retention, resolution: Resolution): number {
  return now.getTime() - retentionDays[resolution] * DAY_MS;
}

/** Reads a range from a host's chunks and summarises it. */
export async function readHistory(
  { fromMs, toMs, points }: HistoryRange,
  source: HistorySource,
): Promise<HistoryAnswer> {
  const resolution = resolutionFor({ fromMs, toMs, points }, source);
  const stepMs = Math.max(BUCKETS[resolution].stepMs, source.intervalMs);
  const { written, growing } = await source.read(resolution);
  // Reading and summarising each block the event loop for a while, so yield in between.
  await setImmediate();
  // Roll-ups are evenly spaced, but samples may have been taken at a longer interval than the current one.
  const pauseMs = resolution === Resolution.SAMPLES ? typicalInterval(written) : 0;
  const request = { fromMs, toMs, points, gapMs: GAP_INTERVALS * Math.max(stepMs, pauseMs) };
  if (resolution !== Resolution.SAMPLES) return { resolution, ...summarise(growing, written, resolution, request) };
  const all = [...written, ...growing].sort((a, b) => a.startMs - b.startMs);
  return { resolution, ...(eachSample(all, request) ?? summarise(all, [], resolution, request)) };
}

/**
 * Chooses the coarsest resolution whose rows are no longer than a point, or an even coarser one if that does not reach
 * back far enough or has too many rows.
 */
function resolutionFor({ fromMs, toMs, points }: HistoryRange, { intervalMs, oldestMs }: HistorySource): Resolution {
  const widthMs = (toMs - fromMs) / (points - 1);
  const fits = (resolution: Resolution, rowMs: number) =>
    fromMs >= oldestMs(resolution) && (toMs - fromMs) / rowMs <= ROWS_MAX;
  if (widthMs < MINUTE_MS && fits(Resolution.SAMPLES, intervalMs)) return Resolution.SAMPLES;
  if (widthMs < HOUR_MS && fits(Resolution.MINUTES, MINUTE_MS)) return Resolution.MINUTES;
  return Resolution.HOURS;
}

/**
 * Returns the median interval between the samples in these chunks, or 0 if unknown. It keeps a longer sampling interval
 * from looking like gaps.
 */
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
