import type { UnitOfWork } from '../../../platform/db/database.js';
import { ChunkTable, mergedSamples, type ReadChunk } from './chunk-table.js';
import type { Resolution } from './metrics-chunk.entity.js';
import type { StoredSample } from './stored-sample.js';

/** The history of the only host. Every write leaves samples, minutes and hours consistent with each other. */
export class HistoryStore {
  constructor(private readonly em: UnitOfWork) {}

  /** Resolves once the database can be written. @throws {Busy} when another process writes for too long. */
  async whenWritable(): Promise<void> {
    await this.em.fork().transactional(async () => {});
  }

  /**
   * Stores the samples of one minute, in addition to those of it that are stored already, and writes the roll-ups of
   * that minute and its hour again.
   */
  async writeMinute(startMs: number, samples: readonly StoredSample[]): Promise<void> {
    await this.em.fork().transactional(async (unit) => {
      const chunks = new ChunkTable(unit);
      const all = mergedSamples(await chunks.readSamples(startMs), samples);
      await chunks.writeSamples(startMs, all);
      await chunks.rollUp(startMs, all);
    });
  }

  /** The chunks that overlap the time from `fromMs` to before `toMs`, oldest first. */
  read(resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunk[]> {
    return new ChunkTable(this.em.fork()).readRange(resolution, fromMs, toMs);
  }

  /** Deletes at most `limit` chunks that end before `beforeMs`, the oldest first. @returns how many it has deleted. */
  prune(resolution: Resolution, beforeMs: number, limit: number): Promise<number> {
    return new ChunkTable(this.em.fork()).prune(resolution, beforeMs, limit);
  }
}
