import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import type { Clock } from '../../../shared/time/clock.js';
import { BUCKETS, MINUTE_MS } from './chunk-table.js';
import { Resolution } from './resolution.js';

/** The approximate size of all hosts' histories. */
export interface HistorySize {
  readonly chunks: number;
  readonly bytes: number;
}

/** Histories grow by only a few bytes a second, so an answer is cached for this long. */
const CACHED_MS = 600_000;

/**
 * The total number of chunks to probe, divided evenly among all series, and the bounds for each series. The size of a
 * series is exact if it has no more chunks than are probed (decision 021).
 */
const PROBES = 3000;
const PROBES_OF_SERIES = { least: 10, most: 100 };

/** The chunks of one host in one resolution. */
interface ChunkSeries {
  readonly number: number;
  readonly resolution: Resolution;
  /** The time from one chunk to the next. */
  readonly chunkMinutes: number;
}

/** Caches the size of the history for ten minutes. */
export class HistorySizeCache {
  #latest: { readonly size: Promise<HistorySize>; readonly atMs: number } | undefined;

  constructor(private readonly parts: { readonly em: UnitOfWork; readonly clock: Pick<Clock, 'steady'> }) {}

  async read(): Promise<HistorySize> {
    const now = this.parts.clock.steady().getTime();
    if (this.#latest && now - this.#latest.atMs < CACHED_MS) return this.#latest.size;
    const latest = { size: this.#measure(), atMs: now };
    this.#latest = latest;
    latest.size.catch(() => {
      if (this.#latest === latest) this.#latest = undefined;
    });
    return latest.size;
  }

  async #measure(): Promise<HistorySize> {
    const total = { chunks: 0, bytes: 0 };
    const all = await this.#allSeries();
    const { least, most } = PROBES_OF_SERIES;
    const probesMax = Math.min(most, Math.max(least, Math.floor(PROBES / all.length)));
    for (const series of all) {
      const { chunks, bytes } = await this.#sizeOf(series, probesMax);
      total.chunks += chunks;
      total.bytes += bytes;
      await yieldToEventLoop();
    }
    return total;
  }

  async #allSeries(): Promise<ChunkSeries[]> {
    const hosts = await this.#query<{ number: number }>('select number from hosts', []);
    return [Resolution.SAMPLES, Resolution.MINUTES, Resolution.HOURS].flatMap((resolution) => {
      const chunkMinutes = BUCKETS[resolution].chunkMs / MINUTE_MS;
      return hosts.map(({ number }) => ({ number, resolution, chunkMinutes }));
    });
  }

  async #sizeOf({ number, resolution, chunkMinutes }: ChunkSeries, probesMax: number): Promise<HistorySize> {
    const chunks = 'from host_chunks where host_number = ? and resolution = ?';
    const values = [number, resolution];
    const end = (which: 'min' | 'max') => `(select ${which}(start_minute) ${chunks}) as ${which}`;
    const [ends] = await this.#query<{ min: number | null; max: number | null }>(
      `select ${end('min')}, ${end('max')}`,
      [...values, ...values],
    );
    const { min: oldest = null, max: newest = null } = ends ?? {};
    if (oldest === null || newest === null) return { chunks: 0, bytes: 0 };
    const possible = (newest - oldest) / chunkMinutes + 1;
    const probes = Math.min(possible, probesMax);
    const minutes = Array.from(
      { length: probes },
      (_, index) => oldest + chunkMinutes * Math.floor((index * possible) / probes),
    );
    const [found] = await this.#query<{ chunks: unknown; bytes: unknown }>(
      `select count(*) as chunks, coalesce(sum(length(data)), 0) as bytes
        ${chunks} and start_minute in (${minutes.map(() => '?').join(', ')})`,
      [...values, ...minutes],
    );
    const stored = (figure: unknown) => Math.round((Number(figure) * possible) / probes);
    return { chunks: stored(found?.chunks), bytes: stored(found?.bytes) };
  }

  #query<Row>(sql: string, values: readonly number[]): Promise<Row[]> {
    return queryRows(this.parts.em.fork(), sql, values);
  }
}
