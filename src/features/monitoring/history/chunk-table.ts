import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { type Columns, decodeColumns, encodeColumns } from './chunk-codec.js';
import { HostChunk } from './host-chunk.entity.js';
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

/** The time span of a chunk and of each row in it, by resolution; a sample has no length. */
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
  /** Chunks of samples that are not yet in a chunk of that resolution. */
  readonly growing: readonly ReadChunk[];
}

/**
 * The first host, and the only one on SQLite. Its history is in the older single-host table, so that a node of the
 * previous version can run beside this one.
 */
const FIRST_HOST = 1;

/** The chunks of one host's history, within a unit of work. Nothing else knows which table they are in. */
export class ChunkTable {
  readonly #entity: typeof MetricsChunk;
  readonly #host: { readonly hostNumber?: number };
  /** The same condition in SQL. */
  readonly #sql: { readonly table: string; readonly isOfHost: string };

  constructor(
    private readonly unit: UnitOfWork,
    private readonly hostNumber = FIRST_HOST,
  ) {
    this.#entity = hostNumber === FIRST_HOST ? MetricsChunk : HostChunk;
    this.#host = hostNumber === FIRST_HOST ? {} : { hostNumber };
    this.#sql =
      hostNumber === FIRST_HOST
        ? { table: 'metrics_chunks', isOfHost: 'true' }
        : { table: 'host_chunks', isOfHost: `host_number = ${Number(hostNumber)}` };
  }

  /** Reads the samples of a minute; empty if there is no such chunk. */
  async readSamples(startMs: number): Promise<StoredSample[]> {
    return samplesOfColumns(startMs, await this.#read(Resolution.SAMPLES, startMs));
  }

  /** Writes the samples of a minute, replacing any stored ones. */
  async writeSamples(startMs: number, samples: readonly StoredSample[]): Promise<void> {
    await this.#write(Resolution.SAMPLES, startMs, columnsOfSamples(startMs, samples));
  }

  /** Writes the roll-ups of a minute and its hour, replacing any earlier ones. */
  async rollUp(startMs: number, samples: readonly StoredSample[]): Promise<void> {
    const hourMs = floorTo(startMs, HOUR_MS);
    await this.rollUpHour(hourMs, [rollUpSamples(startMs, samples)]);
  }

  /** Reads the chunks that overlap the time from `fromMs` (inclusive) to `toMs` (exclusive), oldest first. */
  async readRange(resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunk[]> {
    const { chunkMs } = BUCKETS[resolution];
    const startMinute = { $gte: floorTo(fromMs, chunkMs) / MINUTE_MS, $lt: toMs / MINUTE_MS };
    const rows = await (this.unit as SqlEntityManager)
      .createQueryBuilder(this.#entity)
      .select(['startMinute', 'data'])
      .where({ ...this.#host, resolution, startMinute })
      .orderBy({ startMinute: 'asc' })
      .execute<{ startMinute: number; data: Uint8Array }[]>('all');
    return rows.map(({ startMinute, data }) => ({
      startMs: startMinute * MINUTE_MS,
      columns: decodeColumns(data),
    }));
  }

  /**
   * Like {@link readRange}, for roll-ups, plus the samples of the newest minute if that is not rolled up yet. Uses a
   * single statement: otherwise the minute might be found in both forms, or in neither.
   */
  async readRollUps(resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunks> {
    const { table, isOfHost } = this.#sql;
    const chunks = `select start_minute, data, ? as part from ${table} where ${isOfHost} and resolution = ?`;
    const fromMinute = floorTo(fromMs, BUCKETS[resolution].chunkMs) / MINUTE_MS;
    const rows = await queryRows<{ start_minute: number; data: Uint8Array; part: 'range' | 'minute' | 'hour' }>(
      this.unit,
      `with newest as (select max(start_minute) as minute from ${table} where ${isOfHost} and resolution = ?)
        (${chunks} and start_minute >= ? and start_minute < ? order by start_minute)
        union all ${chunks} and start_minute = (select minute from newest)
        union all ${chunks} and start_minute = (select minute - minute % 60 from newest)`,
      [
        Resolution.SAMPLES,
        ...['range', resolution, fromMinute, Math.ceil(toMs / MINUTE_MS)],
        ...['minute', Resolution.SAMPLES],
        ...['hour', Resolution.MINUTES],
      ],
    );
    const part = (name: string) =>
      rows
        .filter((row) => row.part === name)
        .map((row) => ({ startMs: row.start_minute * MINUTE_MS, columns: decodeColumns(row.data) }));
    const newest = part('minute');
    const isRolledUp = part('hour').some(({ startMs, columns }) =>
      rollUpsOfColumns(startMs, MINUTE_MS, columns).some((minute) => minute.startMs === newest[0]?.startMs),
    );
    return { written: part('range'), growing: isRolledUp ? [] : newest };
  }

  /**
   * Like {@link readRange}, for roll-ups up to `hosts.rolled_up_until`, plus the samples after it. Uses a single
   * statement: otherwise a minute that is being rolled up or arrives late might be found in both forms, or in neither.
   */
  async readSummed(resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunks> {
    const { table, isOfHost } = this.#sql;
    const chunks = `select start_minute, data, resolution, summed.until_minute from ${table}, summed
      where ${isOfHost} and resolution = ? and start_minute >= ? and start_minute < ?`;
    const endMinute = Math.ceil(toMs / MINUTE_MS);
    const rows = await queryRows<{ start_minute: number; data: Uint8Array; resolution: number; until_minute: number }>(
      this.unit,
      `with summed as (select rolled_up_until as until_minute from hosts where number = ?)
        ${chunks} and start_minute < summed.until_minute
        union all ${chunks} and start_minute >= summed.until_minute
        order by start_minute`,
      [
        this.hostNumber,
        ...[resolution, floorTo(fromMs, BUCKETS[resolution].chunkMs) / MINUTE_MS, endMinute],
        ...[Resolution.SAMPLES, floorTo(fromMs, MINUTE_MS) / MINUTE_MS, endMinute],
      ],
    );
    const { stepMs } = BUCKETS[resolution];
    const written: ReadChunk[] = [];
    const growing: ReadChunk[] = [];
    for (const { start_minute, data, resolution: found, until_minute } of rows) {
      const chunk = { startMs: start_minute * MINUTE_MS, columns: decodeColumns(data) };
      if (found === Resolution.SAMPLES) growing.push(chunk);
      // Roll-ups invalidated by a late minute stay in the table until they are replaced.
      else written.push(rowsBefore(chunk, stepMs, until_minute * MINUTE_MS));
    }
    return { written, growing };
  }

  /**
   * Returns the start of the oldest minute with samples, from `fromMs` (inclusive) to `toMs` (exclusive); undefined if
   * there is none.
   */
  async oldestMinute(fromMs: number, toMs: number): Promise<number | undefined> {
    const startMinute = { $gte: fromMs / MINUTE_MS, $lt: toMs / MINUTE_MS };
    const [oldest] = await this.unit.find(
      this.#entity,
      { ...this.#host, resolution: Resolution.SAMPLES, startMinute },
      { fields: ['startMinute'], orderBy: { startMinute: 'asc' }, limit: 1, disableIdentityMap: true },
    );
    return oldest && oldest.startMinute * MINUTE_MS;
  }

  /**
   * Writes the roll-ups of some minutes of an hour, and of the hour. Earlier roll-ups of other minutes are kept, as
   * their samples may be gone.
   */
  async rollUpHour(hourMs: number, minutes: readonly RollUp[]): Promise<void> {
    const all = await this.#replaceRollUps(Resolution.MINUTES, hourMs, minutes);
    await this.#replaceRollUps(Resolution.HOURS, floorTo(hourMs, DAY_MS), [rollUp(hourMs, all)]);
  }

  /** Returns the start of the newest minute with samples, at or before `untilMs`; undefined if there is none. */
  async newestMinute(untilMs = Number.MAX_SAFE_INTEGER): Promise<number | undefined> {
    const startMinute = { $lte: Math.min(Math.floor(untilMs / MINUTE_MS), 2 ** 31 - 1) };
    const [newest] = await this.unit.find(
      this.#entity,
      { ...this.#host, resolution: Resolution.SAMPLES, startMinute },
      { fields: ['startMinute'], orderBy: { startMinute: 'desc' }, limit: 1, disableIdentityMap: true },
    );
    return newest && newest.startMinute * MINUTE_MS;
  }

  /**
   * Deletes at most `limit` chunks that end before `beforeMs`, oldest first.
   *
   * @returns the number of deleted chunks.
   */
  async prune(resolution: Resolution, beforeMs: number, limit: number): Promise<number> {
    const startMinute = { $lte: Math.floor((beforeMs - BUCKETS[resolution].chunkMs) / MINUTE_MS) };
    const oldest = await this.unit.find(
      this.#entity,
      { ...this.#host, resolution, startMinute },
      { fields: ['startMinute'], orderBy: { startMinute: 'asc' }, limit, disableIdentityMap: true },
    );
    const last = oldest.at(-1);
    if (!last) return 0;
    return this.unit.nativeDelete(this.#entity, {
      ...this.#host,
      resolution,
      startMinute: { $lte: last.startMinute },
    });
  }

  /** Merges roll-ups into their chunk. @returns all roll-ups of the chunk. */
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
    const key = { ...this.#host, resolution, startMinute: startMs / MINUTE_MS };
    const chunk = await this.unit.findOne(this.#entity, key, { disableIdentityMap: true });
    return chunk ? decodeColumns(chunk.data) : [];
  }

  async #write(resolution: Resolution, startMs: number, columns: Columns): Promise<void> {
    const data = Buffer.from(encodeColumns(columns));
    const chunk = { ...this.#host, resolution, startMinute: startMs / MINUTE_MS, data };
    await this.unit.upsertMany(this.#entity, [chunk], { disableIdentityMap: true });
  }
}

/** Returns the rows of a roll-up chunk that begin before a time. */
function rowsBefore({ startMs, columns }: ReadChunk, stepMs: number, untilMs: number): ReadChunk {
  const [steps] = columns;
  const kept = steps?.findIndex((step) => startMs + step * stepMs >= untilMs) ?? -1;
  return kept < 0 ? { startMs, columns } : { startMs, columns: columns.map((column) => column.subarray(0, kept)) };
}

/** Merges the samples of a minute in order, one per timestamp. */
export function mergedSamples(stored: readonly StoredSample[], added: readonly StoredSample[]): StoredSample[] {
  const byTime = new Map([...stored, ...added].map((sample) => [sample.atMs, sample]));
  return [...byTime.values()].sort((a, b) => a.atMs - b.atMs);
}

export function floorTo(ms: number, stepMs: number): number {
  return Math.floor(ms / stepMs) * stepMs;
}
