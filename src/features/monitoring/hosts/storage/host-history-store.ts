import type { UnitOfWork } from '../../../../platform/db/database.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import { ChunkTable, floorTo, MINUTE_MS, mergedSamples, type ReadChunks } from '../../history/chunk-table.js';
import { Resolution } from '../../history/metrics-chunk.entity.js';
import { type StoredSample, storedSampleOf } from '../../history/stored-sample.js';
import type { Sample } from '../../sampler.js';
import { lockHost, renewLease } from './host-lease.js';

/** Hosts without an agent, including the first, are machines that nodes run on. */
const FIRST = 1;

/**
 * The histories of all hosts, each written by one node and read by all. For the machine of a node each sample is
 * written immediately, and all minutes except the newest are rolled up; that one is read as samples. For a host with an
 * agent, see AgentHistories.
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
   * Stores delayed samples of one minute, except where a sample within `apartMs` is already stored: two nodes of one
   * machine may both have continued while the database was away.
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

  /** Reads the chunks that answer a range of a host's history. */
  async read(number: number, resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunks> {
    const unit = this.em.fork();
    const chunks = new ChunkTable(unit, number);
    if (resolution !== Resolution.SAMPLES) {
      const isOfAgent = number !== FIRST && (await hasAgent(unit, number));
      return isOfAgent ? chunks.readSummed(resolution, fromMs, toMs) : chunks.readRollUps(resolution, fromMs, toMs);
    }
    return { written: await chunks.readRange(resolution, fromMs, toMs), growing: [] };
  }

  /** Deletes at most `limit` chunks of a host that end before `beforeMs`. @returns the number of deleted chunks. */
  prune(number: number, resolution: Resolution, beforeMs: number, limit: number): Promise<number> {
    return new ChunkTable(this.em.fork(), number).prune(resolution, beforeMs, limit);
  }
}

async function hasAgent(unit: UnitOfWork, number: number): Promise<boolean> {
  return (await queryRows(unit, 'select 1 from hosts where number = ? and has_agent', [number])).length > 0;
}

/** Writes the samples of a minute. The first one completes the previous minute; a late one is rolled up immediately. */
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
