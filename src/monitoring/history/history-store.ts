import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from '../../db/database.js';
import { type Columns, decodeColumns, encodeColumns } from './chunk-codec.js';
import { MetricsChunk, Resolution } from './metrics-chunk.entity.js';
import {
  columnsOfRollUps,
  columnsOfSamples,
  type RollUp,
  rollUp,
  rollUpSamples,
  rollUpsOfColumns,
  samplesOfColumns,
} from './roll-up.js';
import type { StoredSample } from './stored-sample.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How much time a chunk covers, and each row in it; a sample covers none. */
export const BUCKETS: Readonly<Record<Resolution, { readonly chunkMs: number; readonly stepMs: number }>> = {
  [Resolution.SAMPLES]: { chunkMs: MINUTE_MS, stepMs: 0 },
  [Resolution.MINUTES]: { chunkMs: HOUR_MS, stepMs: MINUTE_MS },
  [Resolution.HOURS]: { chunkMs: DAY_MS, stepMs: HOUR_MS },
};

/** A chunk that was read and decoded. */
export interface ReadChunk {
  readonly startMs: number;
  readonly columns: Columns;
}

/** The table of the history. Every write leaves samples, minutes and hours consistent with each other. */
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
      const stored = samplesOfColumns(startMs, await chunks.read(Resolution.SAMPLES, startMs));
      const all = [...new Map([...stored, ...samples].map((sample) => [sample.atMs, sample])).values()].sort(
        (a, b) => a.atMs - b.atMs,
      );
      await chunks.write(Resolution.SAMPLES, startMs, columnsOfSamples(startMs, all));

      const hourMs = floorTo(startMs, HOUR_MS);
      const minutes = await replaceRollUp(chunks, Resolution.MINUTES, hourMs, rollUpSamples(startMs, all));
      const dayMs = floorTo(startMs, DAY_MS);
      await replaceRollUp(chunks, Resolution.HOURS, dayMs, rollUp(hourMs, minutes));
    });
  }

  /** The chunks that overlap the time from `fromMs` to before `toMs`, oldest first. */
  async read(resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunk[]> {
    const { chunkMs } = BUCKETS[resolution];
    const rows = await (this.em.fork() as SqlEntityManager)
      .createQueryBuilder(MetricsChunk)
      .select(['startMinute', 'data'])
      .where({ resolution, startMinute: { $gte: floorTo(fromMs, chunkMs) / MINUTE_MS, $lt: toMs / MINUTE_MS } })
      .orderBy({ startMinute: 'asc' })
      .execute<{ startMinute: number; data: Uint8Array }[]>('all');
    return rows.map(({ startMinute, data }) => ({
      startMs: startMinute * MINUTE_MS,
      columns: decodeColumns(data),
    }));
  }

  /**
   * Deletes at most `limit` chunks that end before `beforeMs`, the oldest first.
   *
   * @returns how many it has deleted.
   */
  async prune(resolution: Resolution, beforeMs: number, limit: number): Promise<number> {
    const unit = this.em.fork();
    const startMinute = { $lte: Math.floor((beforeMs - BUCKETS[resolution].chunkMs) / MINUTE_MS) };
    const oldest = await unit.find(
      MetricsChunk,
      { resolution, startMinute },
      { fields: ['startMinute'], orderBy: { startMinute: 'asc' }, limit, disableIdentityMap: true },
    );
    const last = oldest.at(-1);
    if (!last) return 0;
    return unit.nativeDelete(MetricsChunk, { resolution, startMinute: { $lte: last.startMinute } });
  }
}

/** Puts a roll-up into its chunk, in place of an earlier one of the same time. @returns all roll-ups of the chunk. */
async function replaceRollUp(chunks: ChunkTable, resolution: Resolution, chunkStartMs: number, one: RollUp) {
  const { stepMs } = BUCKETS[resolution];
  const before = rollUpsOfColumns(chunkStartMs, stepMs, await chunks.read(resolution, chunkStartMs));
  const others = before.filter(({ startMs }) => startMs !== one.startMs);
  const all = [...others, one].sort((a, b) => a.startMs - b.startMs);
  await chunks.write(resolution, chunkStartMs, columnsOfRollUps(chunkStartMs, stepMs, all));
  return all;
}

/** Reads and writes single chunks within a unit of work. */
class ChunkTable {
  constructor(private readonly unit: UnitOfWork) {}

  /** No columns when there is no such chunk. */
  async read(resolution: Resolution, startMs: number): Promise<Columns> {
    const key = { resolution, startMinute: startMs / MINUTE_MS };
    const chunk = await this.unit.findOne(MetricsChunk, key, { disableIdentityMap: true });
    return chunk ? decodeColumns(chunk.data) : [];
  }

  async write(resolution: Resolution, startMs: number, columns: Columns): Promise<void> {
    const chunk = { resolution, startMinute: startMs / MINUTE_MS, data: Buffer.from(encodeColumns(columns)) };
    await this.unit.upsertMany(MetricsChunk, [chunk], { disableIdentityMap: true });
  }
}

function floorTo(ms: number, stepMs: number): number {
  return Math.floor(ms / stepMs) * stepMs;
}
