import type { UnitOfWork } from '../../db/database.js';
import { queryRows } from '../../db/query-rows.js';
import type { Clock } from '../../shared/clock.js';

/** How much the histories of all hosts store. */
export interface HistorySize {
  /** Rows of their tables. */
  readonly chunks: number;
  readonly bytes: number;
}

/** Counting reads the whole table, which grows by some bytes a second only: an answer is reused for so long. */
const CACHED_MS = 600_000;

/** The size of the history, at most ten minutes old. */
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
    const em = this.parts.em.fork();
    const [row] = await queryRows<{ chunks: unknown; bytes: unknown }>(
      em,
      `select count(*) as chunks, coalesce(sum(length(data)), 0) as bytes
        from (select data from metrics_chunks union all select data from host_chunks) chunks`,
    );
    return { chunks: Number(row?.chunks), bytes: Number(row?.bytes) };
  }
}
