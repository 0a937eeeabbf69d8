import { decodeMinute, encodeMinute } from '../features/monitoring/agents/protocol/minute-data.js';
import { KEPT_MS, MINUTE_MS } from '../features/monitoring/agents/protocol/protocol.js';
import type { StoredSample } from '../features/monitoring/history/stored-sample.js';

/** The samples of a minute, as they are sent and kept. */
export interface WaitingMinute {
  readonly startMs: number;
  /** As `encodeMinute` writes it: times count from the beginning, so that a minute can be moved. */
  readonly data: string;
}

/** The minutes that the hub has not committed yet, and the one that grows. */
export class WaitingMinutes {
  /** Those that are over, by their beginning, oldest first. */
  #finished: WaitingMinute[] = [];
  #growing: { readonly startMs: number; readonly samples: readonly StoredSample[] } | undefined;
  /** The beginnings of those that are on their way to the hub. */
  readonly #sent = new Set<number>();
  #latestMs = Number.NEGATIVE_INFINITY;

  /** How many wait that are over. */
  get count(): number {
    return this.#finished.length;
  }

  /** How many are on their way. */
  get sentCount(): number {
    return this.#sent.size;
  }

  /** All that is there, that of the present included, as it is kept over a restart. */
  get all(): readonly WaitingMinute[] {
    return this.#growing ? [...this.#finished, encoded(this.#growing)] : this.#finished;
  }

  /**
   * Takes over what another process has left. What is too old or in the future of the clock is left out.
   *
   * @returns how many were left out.
   */
  load(minutes: readonly WaitingMinute[], nowMs: number): number {
    const usable = minutes.filter(({ startMs }) => startMs <= nowMs && startMs >= nowMs - KEPT_MS);
    for (const minute of usable) {
      if (minute.startMs + MINUTE_MS > nowMs) this.#grow(minute.startMs, decodeMinute(minute.startMs, minute.data));
      else this.#finish(minute);
    }
    return minutes.length - usable.length;
  }

  /**
   * Adds a sample. One that is not newer than the last is left out: the clock was set back a little.
   *
   * @returns whether a minute is over by it.
   */
  add(sample: StoredSample): boolean {
    if (sample.atMs <= this.#latestMs) return false;
    const startMs = Math.floor(sample.atMs / MINUTE_MS) * MINUTE_MS;
    const growing = this.#growing;
    if (growing && growing.startMs !== startMs) this.#finish(encoded(growing));
    this.#latestMs = sample.atMs;
    if (growing?.startMs === startMs) {
      this.#growing = { startMs, samples: [...growing.samples, sample] };
      return false;
    }
    this.#growing = { startMs, samples: [sample] };
    return growing !== undefined;
  }

  /** The oldest that is over and not on its way, which counts as on its way from now on. */
  next(): WaitingMinute | undefined {
    const next = this.#finished.find(({ startMs }) => !this.#sent.has(startMs));
    if (next) this.#sent.add(next.startMs);
    return next;
  }

  /** Forgets one that the hub has. Of one that was not sent, nothing is believed. */
  committed(startMs: number): void {
    if (this.#sent.delete(startMs)) this.#finished = this.#finished.filter((minute) => minute.startMs !== startMs);
  }

  /** What was on its way was lost, or may have been: it is sent again. */
  resend(): void {
    this.#sent.clear();
  }

  /** Moves all by whole minutes, because the clock was set by as much. To be called while nothing is on its way. */
  moveBy(minutes: number): void {
    const byMs = minutes * MINUTE_MS;
    this.#finished = this.#finished.map(({ startMs, data }) => ({ startMs: startMs + byMs, data }));
    this.#latestMs += byMs;
    if (!this.#growing) return;
    const { startMs, samples } = this.#growing;
    const moved = samples.map(({ atMs, figures }) => ({ atMs: atMs + byMs, figures }));
    this.#growing = { startMs: startMs + byMs, samples: moved };
  }

  /** Drops what the hub would no longer take. @returns how many. */
  dropOld(nowMs: number): number {
    const before = this.#finished.length;
    this.#finished = this.#finished.filter(({ startMs }) => startMs >= nowMs - KEPT_MS);
    return before - this.#finished.length;
  }

  /** Drops one that the hub refuses. */
  drop(startMs: number): void {
    this.#finished = this.#finished.filter((minute) => minute.startMs !== startMs);
    this.#sent.delete(startMs);
  }

  #grow(startMs: number, samples: readonly StoredSample[]): void {
    this.#growing = { startMs, samples };
    this.#latestMs = samples.at(-1)?.atMs ?? this.#latestMs;
  }

  /** Minutes are finished in their order, and none twice: no sample is taken that is not newer than the last. */
  #finish(minute: WaitingMinute): void {
    this.#finished = [...this.#finished, minute];
    this.#latestMs = Math.max(this.#latestMs, minute.startMs + MINUTE_MS - 1);
  }
}

function encoded({ startMs, samples }: { startMs: number; samples: readonly StoredSample[] }): WaitingMinute {
  return { startMs, data: encodeMinute(startMs, samples) };
}
