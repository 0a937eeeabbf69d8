import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from '../../db/database.js';
import type { Clock } from '../../shared/clock.js';

/** How much is remembered of what was measured. */
export interface HistorySize {
  /** Rows, each a stretch of time. */
  readonly chunks: number;
  readonly bytes: number;
}

/** It grows by some bytes a second: to look at all of it for each who asks would be a waste. */
const CACHED_MS = 600_000;

/** Tells the size of the history, as it was ten minutes ago at most. */
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
    const em = this.parts.em.fork() as SqlEntityManager;
    const [row] = await em.execute<{ chunks: unknown; bytes: unknown }[]>(
      'select count(*) as chunks, coalesce(sum(length(data)), 0) as bytes from metrics_chunks',
    );
    return { chunks: Number(row?.chunks), bytes: Number(row?.bytes) };
  }
}
