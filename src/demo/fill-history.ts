import { type Columns, encodeColumns } from '../features/monitoring/history/chunk-codec.js';
import { BUCKETS, floorTo } from '../features/monitoring/history/chunk-table.js';
import type { Retention } from '../features/monitoring/history/history-reading.js';
import { Resolution } from '../features/monitoring/history/resolution.js';
import {
  columnsOfRollUps,
  columnsOfSamples,
  type RollUp,
  rollUp,
  rollUpSamples,
} from '../features/monitoring/history/roll-up.js';
import { createStoredSample, type StoredSample } from '../features/monitoring/history/stored-sample.js';
import type { UnitOfWork } from '../platform/db/database.js';
import { queryRows } from '../platform/db/query-rows.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './machines/curves.js';
import { hasEpisode } from './machines/episodes.js';
import type { InventedReadings } from './machines/readings.js';

/**
 * How long each resolution reaches back, which is also how long the demonstration keeps it: a page that asks for finer
 * figures than there are gets the next coarser ones.
 */
export const FILLED_DAYS: Retention = {
  [Resolution.SAMPLES]: 1,
  [Resolution.MINUTES]: 8,
  [Resolution.HOURS]: 730,
};

/** Interval of the samples of the last day. */
const SAMPLE_MS = 5000;

/** Interval of the readings that older minutes and hours are made of; finer in hours with an episode. */
const MINUTE_STEP_MS = 30_000;
const HOUR_STEP_MS = 30 * MINUTE_MS;

/** Number of chunks in one statement. */
const ROWS_AT_ONCE = 500;

type ChunkRow = readonly [resolution: Resolution, startMinute: number, data: Buffer];

/** Returns the history that an invented machine has at a time, as chunks of the history's table. */
export function historyOf(readings: InventedReadings, nowMs: number): ChunkRow[] {
  const untilMs = floorTo(nowMs, MINUTE_MS);
  const beginMs = (resolution: Resolution) =>
    floorTo(untilMs - FILLED_DAYS[resolution] * DAY_MS, BUCKETS[resolution].chunkMs);
  const rows: ChunkRow[] = [];
  const minutes: RollUp[] = [];
  const hours: RollUp[] = [];
  const samplesMs = floorTo(beginMs(Resolution.SAMPLES), HOUR_MS);
  const minutesMs = beginMs(Resolution.MINUTES);
  for (let startMs = beginMs(Resolution.HOURS); startMs < minutesMs; startMs += HOUR_MS) {
    const span = { fromMs: startMs, toMs: startMs + HOUR_MS, startMs: readings.startMs };
    const isQuiet = !hasEpisode(readings.machine.episodes, span);
    pushRollUp(hours, startMs, readingsOf(readings, startMs, HOUR_MS, isQuiet ? HOUR_STEP_MS : MINUTE_MS), HOUR_MS);
  }
  for (let startMs = minutesMs; startMs < samplesMs; startMs += MINUTE_MS) {
    pushRollUp(minutes, startMs, readingsOf(readings, startMs, MINUTE_MS, MINUTE_STEP_MS), MINUTE_MS);
  }
  for (let startMs = samplesMs; startMs < untilMs; startMs += MINUTE_MS) {
    const samples = readingsOf(readings, startMs, MINUTE_MS, SAMPLE_MS);
    if (samples.length === 0) continue;
    minutes.push(rollUpSamples(startMs, samples));
    rows.push(chunkRow(Resolution.SAMPLES, startMs, columnsOfSamples(startMs, samples)));
  }
  // The minute that has begun is not rolled up yet.
  const begun = readingsOf(readings, untilMs, nowMs - untilMs, SAMPLE_MS);
  if (begun.length > 0) rows.push(chunkRow(Resolution.SAMPLES, untilMs, columnsOfSamples(untilMs, begun)));
  for (const [startMs, parts] of grouped(minutes, HOUR_MS)) hours.push(rollUp(startMs, parts));
  for (const [resolution, all] of [
    [Resolution.MINUTES, minutes],
    [Resolution.HOURS, hours],
  ] as const) {
    const { chunkMs, stepMs } = BUCKETS[resolution];
    for (const [startMs, parts] of grouped(all, chunkMs)) {
      rows.push(chunkRow(resolution, startMs, columnsOfRollUps(startMs, stepMs, parts)));
    }
  }
  return rows;
}

/** Writes the history of an invented machine. @returns the minute since 1970 that it ends with. */
export async function fillHistory(em: UnitOfWork, readings: InventedReadings, nowMs: number): Promise<number> {
  const rows = historyOf(readings, nowMs);
  for (let begin = 0; begin < rows.length; begin += ROWS_AT_ONCE) {
    const some = rows.slice(begin, begin + ROWS_AT_ONCE);
    await queryRows(
      em.fork(),
      `insert into host_chunks (host_number, resolution, start_minute, data)
        values ${some.map(() => '(?, ?, ?, ?)').join()}`,
      some.flatMap((row) => [readings.machine.number, ...row]),
    );
  }
  return Math.floor(nowMs / MINUTE_MS);
}

function readingsOf(readings: InventedReadings, startMs: number, lengthMs: number, stepMs: number): StoredSample[] {
  const samples: StoredSample[] = [];
  // Samples are taken in the middle of their steps, a few milliseconds late like those of a timer.
  for (let atMs = startMs + stepMs / 2; atMs < startMs + lengthMs; atMs += stepMs) {
    if (readings.isSilentAt(atMs)) continue;
    samples.push(createStoredSample({ ...readings.pastAt(atMs), sampledAt: new Date(atMs).toISOString() }));
  }
  return samples;
}

/** Adds the roll-up of a span that was measured as often as any other, although few readings of it were computed. */
function pushRollUp(all: RollUp[], startMs: number, samples: readonly StoredSample[], lengthMs: number): void {
  if (samples.length > 0) all.push({ ...rollUpSamples(startMs, samples), count: lengthMs / SAMPLE_MS });
}

function grouped(all: readonly RollUp[], lengthMs: number): Map<number, RollUp[]> {
  return Map.groupBy(all, ({ startMs }) => floorTo(startMs, lengthMs));
}

function chunkRow(resolution: Resolution, startMs: number, columns: Columns): ChunkRow {
  return [resolution, startMs / MINUTE_MS, Buffer.from(encodeColumns(columns))];
}
