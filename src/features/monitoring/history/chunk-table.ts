import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { type Columns, decodeColumns, encodeColumns } from './chunk-codec.js';
import { HostChunk } from './host-chunk.entity.js';
import { Resolution } from './resolution.js';
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

/** The time span of a chunk and of each row in it, by resolution. A sample has no length. */
export const BUCKETS: Readonly<Record<Resolution, { readonly chunkMs: number; readonly stepMs: number }>> = {
  [Resolution.SAMPLES]: { chunkMs: MINUTE_MS, stepMs: 0 },
  [Resolution.MINUTES]: { chunkMs: HOUR_MS, stepMs: MINUTE_MS },
  [Resolution.HOURS]: { chunkMs: DAY_MS, stepMs: HOUR_MS },
};

export interface ReadChunk {
  readonly startMs: number;
  readonly columns: Columns;
}

export interface ReadChunks {
  /** Chunks in the requested resolution. */
  readonly written: readonly ReadChunk[];
  /** Chunks of samples that have not been rolled up into that resolution yet. */
  readonly growing: readonly ReadChunk[];
}

/** Reads and writes the chunks of one host's history, within a unit of work. */
export class ChunkTable {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly hostNumber: number,
  ) {}

  /** Reads the samples of a minute; empty if there is no such chunk. */
  async readSamples(startMs: number): Promise<StoredSample[]> {
    return samplesOfColumns(startMs, await this.#read(Resolution.SAMPLES, startMs));
  }

  /** Writes the samples of a minute, replacing any that are already stored. */
  async writeSamples(startMs: number, samples: readonly StoredSample[]): Promise<void> {
    await this.#write(Resolution.SAMPLES, startMs, columnsOfSamples(startMs, samples));
  }

  /**
   * Reads the samples of the minutes that overlap the range from `fromMs` (inclusive) to `toMs` (exclusive), oldest
   * first.
   */
  async readRange(fromMs: number, toMs: number): Promise<ReadChunk[]> {
    const startMinute = { $gte: floorTo(fromMs, MINUTE_MS) / MINUTE_MS, $lt: toMs / MINUTE_MS };
    const rows = await (this.unit as SqlEntityManager)
      .createQueryBuilder(HostChunk)
      .select(['startMinute', 'data'])
      .where({ hostNumber: this.hostNumber, resolution: Resolution.SAMPLES, startMinute })
      .orderBy({ startMinute: 'asc' })
      .execute<{ startMinute: number; data: Uint8Array }[]>('all');
    return rows.map(({ startMinute, data }) => ({
      startMs: startMinute * MINUTE_MS,
      columns: decodeColumns(data),
    }));
  }

  /**
   * Reads the roll-ups of a range up to `hosts.rolled_up_until`, plus the samples after that. Uses a single statement
   * because otherwise a minute that is being rolled up or arrives late might be found in both forms, or in neither.
   */
  async readRollUps(resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunks> {
    const chunks = `select start_minute, data, resolution, summed.until_minute from host_chunks, summed
      where host_number = ? and resolution = ? and start_minute >= ? and start_minute < ?`;
    const endMinute = Math.ceil(toMs / MINUTE_MS);
    const rows = await queryRows<{ start_minute: number; data: Uint8Array; resolution: number; until_minute: number }>(
      this.unit,
      `with summed as (select rolled_up_until as until_minute from hosts where number = ?)
        ${chunks} and start_minute < summed.until_minute
        union all ${chunks} and start_minute >= summed.until_minute
        order by start_minute`,
      [
        this.hostNumber,
        ...[this.hostNumber, resolution, floorTo(fromMs, BUCKETS[resolution].chunkMs) / MINUTE_MS, endMinute],
        ...[this.hostNumber, Resolution.SAMPLES, floorTo(fromMs, MINUTE_MS) / MINUTE_MS, endMinute],
      ],
    );
    const { stepMs } = BUCKETS[resolution];
    const written: ReadChunk[] = [];
    const growing: ReadChunk[] = [];
    for (const { start_minute, data, resolution: found, until_minute } of rows) {
      const chunk = { startMs: start_minute * MINUTE_MS, columns: decodeColumns(data) };
      if (found === Resolution.SAMPLES) growing.push(chunk);
      // Roll-ups that a late minute has invalidated stay in the table until they are replaced.
      else written.push(rowsBefore(chunk, stepMs, until_minute * MINUTE_MS));
    }
    return { written, growing };
  }

  /**
   * Returns the start of the oldest minute with samples from `fromMs` (inclusive) to `toMs` (exclusive); undefined if
   * there is none.
   */
  async oldestMinute(fromMs: number, toMs: number): Promise<number | undefined> {
    const startMinute = { $gte: fromMs / MINUTE_MS, $lt: toMs / MINUTE_MS };
    const [oldest] = await this.unit.find(
      HostChunk,
      { hostNumber: this.hostNumber, resolution: Resolution.SAMPLES, startMinute },
      { fields: ['startMinute'], orderBy: { startMinute: 'asc' }, limit: 1, disableIdentityMap: true },
    );
    return oldest && oldest.startMinute * MINUTE_MS;
  }

  /**
   * Writes the roll-ups of all minutes stored in a range, and of their hours. Keeps earlier roll-ups of other minutes,
   * because their samples may have been deleted.
   */
  async rollUpRange(fromMs: number, toMs: number): Promise<void> {
    const hours = new Map<number, RollUp[]>();
    for (const { startMs, columns } of await this.readRange(fromMs, toMs)) {
      const hourMs = floorTo(startMs, HOUR_MS);
      const minutes = hours.get(hourMs) ?? [];
      hours.set(hourMs, minutes);
      minutes.push(rollUpSamples(startMs, samplesOfColumns(startMs, columns)));
    }
    for (const [hourMs, minutes] of hours) {
      const all = await this.#replaceRollUps(Resolution.MINUTES, hourMs, minutes);
      await this.#replaceRollUps(Resolution.HOURS, floorTo(hourMs, DAY_MS), [rollUp(hourMs, all)]);
    }
  }

  /**
   * Deletes at most `limit` chunks that end before `beforeMs`, oldest first.
   *
   * @returns the number of chunks deleted.
   */
  async prune(resolution: Resolution, beforeMs: number, limit: number): Promise<number> {
    const startMinute = { $lte: Math.floor((beforeMs - BUCKETS[resolution].chunkMs) / MINUTE_MS) };
    const oldest = await this.unit.find(
      HostChunk,
      { hostNumber: this.hostNumber, resolution, startMinute },
      { fields: ['startMinute'], orderBy: { startMinute: 'asc' }, limit, disableIdentityMap: true },
    );
    const last = oldest.at(-1);
    if (!last) return 0;
    return this.unit.nativeDelete(HostChunk, {
      hostNumber: this.hostNumber,
      resolution,
      startMinute: { $lte: last.startMinute },
    });
  }

  /** Merges roll-ups into their chunk. @returns all of the chunk's roll-ups. */
  async #replaceRollUps(resolution: Resolution, chunkStartMs: number, added: readonly RollUp[]): Promise<RollUp[]> {
    const { stepMs } = BUCKETS[resolution];
    const before = rollUpsOfColumns(chunkStartMs, stepMs, await this.#read(resolution, chunkStartMs));
    const byTime = new Map([...before, ...added].map((one) => [one.startMs, one]));
    const all = [...byTime.values()].sort((a, b) => a.startMs - b.startMs);
    await this.#write(resolution, chunkStartMs, columnsOfRollUps(chunkStartMs, stepMs, all));
    return all;
  }

  /** Returns no columns if there is no such chunk. */
  async #read(resolution: Resolution, startMs: number): Promise<Columns> {
    const key = { hostNumber: this.hostNumber, resolution, startMinute: startMs / MINUTE_MS };
    const chunk = await this.unit.findOne(HostChunk, key, { disableIdentityMap: true });
    return chunk ? decodeColumns(chunk.data) : [];
  }

  async #write(resolution: Resolution, startMs: number, columns: Columns): Promise<void> {
    const data = Buffer.from(encodeColumns(columns));
    const chunk = { hostNumber: this.hostNumber, resolution, startMinute: startMs / MINUTE_MS, data };
    await this.unit.upsertMany(HostChunk, [chunk], { disableIdentityMap: true });
  }
}

/** Returns the rows of a roll-up chunk that begin before a given time. */
function rowsBefore({ startMs, columns }: ReadChunk, stepMs: number, untilMs: number): ReadChunk {
  const [steps] = columns;
  const kept = steps?.findIndex((step) => startMs + step * stepMs >= untilMs) ?? -1;
  return kept < 0 ? { startMs, columns } : { startMs, columns: columns.map((column) => column.subarray(0, kept)) };
}

/** Merges the samples of a minute in order, keeping one per timestamp. */
export function mergedSamples(stored: readonly StoredSample[], added: readonly StoredSample[]): StoredSample[] {
  const byTime = new Map([...stored, ...added].map((sample) => [sample.atMs, sample]));
  return [...byTime.values()].sort((a, b) => a.atMs - b.atMs);
}

export function floorTo(ms: number, stepMs: number): number {
  return Math.floor(ms / stepMs) * stepMs;
}
