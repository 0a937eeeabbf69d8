import type { UnitOfWork } from '../../../../platform/db/database.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import { ChunkTable, floorTo, MINUTE_MS, mergedSamples, type ReadChunks } from '../../history/chunk-table.js';
import { Resolution } from '../../history/metrics-chunk.entity.js';
import { type StoredSample, storedSampleOf } from '../../history/stored-sample.js';
import type { Sample } from '../../sampler.js';
import { lockHost, renewLease } from './host-lease.js';

/** The first host is a machine that nodes run on, and so are all without an agent. */
const FIRST = 1;

/**
 * The histories of all hosts, written by one node for each and read by all. Of a machine of nodes each sample is written at
 * once, and all minutes but the newest are rolled up; that one is read as samples. Of one with an agent, see AgentHistories.
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
    const unit = this.em.fork();
    const chunks = new ChunkTable(unit, number);
    if (resolution !== Resolution.SAMPLES) {
      const isOfAgent = number !== FIRST && (await hasAgent(unit, number));
      return isOfAgent ? chunks.readSummed(resolution, fromMs, toMs) : chunks.readRollUps(resolution, fromMs, toMs);
    }
    return { written: await chunks.readRange(resolution, fromMs, toMs), growing: [] };
  }

  /** Deletes at most `limit` chunks of a host that end before `beforeMs`. @returns how many it has deleted. */
  prune(number: number, resolution: Resolution, beforeMs: number, limit: number): Promise<number> {
    return new ChunkTable(this.em.fork(), number).prune(resolution, beforeMs, limit);
  }
}

async function hasAgent(unit: UnitOfWork, number: number): Promise<boolean> {
  return (await queryRows(unit, 'select 1 from hosts where number = ? and has_agent', [number])).length > 0;
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
