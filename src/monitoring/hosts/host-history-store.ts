import type { UnitOfWork } from '../../db/database.js';
import { ChunkTable, floorTo, MINUTE_MS, mergedSamples, type ReadChunks } from '../history/chunk-table.js';
import { Resolution } from '../history/metrics-chunk.entity.js';
import { type StoredSample, storedSampleOf } from '../history/stored-sample.js';
import type { Sample } from '../sampler.js';
import { lockHost, renewLease } from './host-table.js';

/**
 * The histories of all hosts, written by one node for each and read by all. Each sample is written at once. All minutes
 * but the newest are rolled up; that one is read as samples.
 */
export class HostHistoryStore {
  constructor(private readonly em: UnitOfWork) {}

  /** Stores a host's newest sample, unless another node does. @returns whether this node does. */
  async storeNewest(number: number, nodeId: string, newest: Sample): Promise<boolean> {
    const sample = storedSampleOf(newest);
    const startMs = floorTo(sample.atMs, MINUTE_MS);
    return this.em.fork().transactional(async (unit) => {
      if (!(await renewLease(unit, { number, nodeId, newest }))) return false;
      const chunks = new ChunkTable(unit, number);
      await addToMinute(chunks, startMs, await chunks.readSamples(startMs), [sample]);
      return true;
    });
  }

  /**
   * Stores samples of one minute that had to wait, where nothing is stored that was measured within `apartMs` of them:
   * two nodes of one machine may both have gone on while the database was away.
   */
  async fill(number: number, samples: readonly StoredSample[], apartMs: number): Promise<void> {
    const startMs = floorTo(samples[0]?.atMs ?? 0, MINUTE_MS);
    await this.em.fork().transactional(async (unit) => {
      await lockHost(unit, number);
      const chunks = new ChunkTable(unit, number);
      const stored = await chunks.readSamples(startMs);
      const missing = samples.filter(({ atMs }) => !stored.some((one) => Math.abs(one.atMs - atMs) <= apartMs));
      if (missing.length > 0) await addToMinute(chunks, startMs, stored, missing);
    });
  }

  /** What a range of a host's history is answered from. */
  async read(number: number, resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunks> {
    const chunks = new ChunkTable(this.em.fork(), number);
    if (resolution !== Resolution.SAMPLES) return chunks.readRollUps(resolution, fromMs, toMs);
    return { written: await chunks.readRange(resolution, fromMs, toMs), growing: [] };
  }

  /** Deletes at most `limit` chunks of a host that end before `beforeMs`. @returns how many it has deleted. */
  prune(number: number, resolution: Resolution, beforeMs: number, limit: number): Promise<number> {
    return new ChunkTable(this.em.fork(), number).prune(resolution, beforeMs, limit);
  }
}

/** Writes the samples of a minute. The first one ends the minute before; one that is late is rolled up at once. */
async function addToMinute(
  chunks: ChunkTable,
  startMs: number,
  stored: readonly StoredSample[],
  added: readonly StoredSample[],
): Promise<void> {
  const all = mergedSamples(stored, added);
  await chunks.writeSamples(startMs, all);
  const beforeMs = stored.length === 0 ? await chunks.newestMinute(startMs - 1) : undefined;
  if (beforeMs !== undefined) await chunks.rollUp(beforeMs, await chunks.readSamples(beforeMs));
  if ((await chunks.newestMinute()) !== startMs) await chunks.rollUp(startMs, all);
}
