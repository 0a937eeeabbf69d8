import type { UnitOfWork } from '../../../platform/db/database.js';
import { ChunkTable, mergedSamples, type ReadChunk } from './chunk-table.js';
import type { Resolution } from './metrics-chunk.entity.js';
import type { StoredSample } from './stored-sample.js';

/** The history of the only host. Every write leaves samples, minutes and hours consistent with each other. */
export class HistoryStore {
  constructor(private readonly em: UnitOfWork) {}

  /** Resolves once the database is writable. @throws {Busy} if another process keeps writing for too long. */
  async whenWritable(): Promise<void> {
    await this.em.fork().transactional(async () => {});
  }

  /** Adds samples to those stored for a minute, and rewrites the roll-ups of that minute and its hour. */
  async writeMinute(startMs: number, samples: readonly StoredSample[]): Promise<void> {
    await this.em.fork().transactional(async (unit) => {
      const chunks = new ChunkTable(unit);
      const all = mergedSamples(await chunks.readSamples(startMs), samples);
      await chunks.writeSamples(startMs, all);
      await chunks.rollUp(startMs, all);
    });
  }

  /** Reads the chunks that overlap the time from `fromMs` (inclusive) to `toMs` (exclusive), oldest first. */
  read(resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunk[]> {
    return new ChunkTable(this.em.fork()).readRange(resolution, fromMs, toMs);
  }

  /** Deletes at most `limit` chunks that end before `beforeMs`, oldest first. @returns the number of deleted chunks. */
  prune(resolution: Resolution, beforeMs: number, limit: number): Promise<number> {
    return new ChunkTable(this.em.fork()).prune(resolution, beforeMs, limit);
  }
}
