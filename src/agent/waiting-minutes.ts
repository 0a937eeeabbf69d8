import { decodeMinute, encodeMinute } from '../features/monitoring/agents/protocol/minute-data.js';
import { KEPT_MS, MINUTE_MS } from '../features/monitoring/agents/protocol/protocol.js';
import type { SentProcess } from '../features/monitoring/agents/protocol/schemas.js';
import type { StoredSample } from '../features/monitoring/history/stored-sample.js';

/** One minute's samples, in the form in which they are sent and saved. */
export interface WaitingMinute {
  readonly startMs: number;
  /** Written by `encodeMinute`, with times relative to the start so that a minute can be shifted. */
  readonly data: string;
}

/** A minute as it is sent. */
export interface FinishedMinute extends WaitingMinute {
  /** The processes that stood out; absent where they were not measured. */
  readonly processes?: readonly SentProcess[];
}

/** The minutes that the hub has not committed yet, and the one still growing. */
export class WaitingMinutes {
  /** Complete minutes by start, oldest first. */
  #finished: FinishedMinute[] = [];
  #growing: { readonly startMs: number; readonly samples: readonly StoredSample[] } | undefined;
  /** Start times of the minutes being sent to the hub. */
  readonly #sent = new Set<number>();
  #latestMs = Number.NEGATIVE_INFINITY;

  /** Number of complete minutes waiting to be committed. */
  get count(): number {
    return this.#finished.length;
  }

  /** Number of minutes being sent. */
  get sentCount(): number {
    return this.#sent.size;
  }

  /** All minutes including the current one, as saved across restarts: without processes, which older versions reject. */
  get all(): readonly WaitingMinute[] {
    const finished = this.#finished.map(({ startMs, data }) => ({ startMs, data }));
    return this.#growing ? [...finished, encoded(this.#growing)] : finished;
  }

  /**
   * Loads the minutes left by a previous process, except those that are too old or in the future.
   *
   * @returns how many were skipped.
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
   * Adds a sample. A sample that is not newer than the last is skipped because the clock was set back slightly.
   *
   * @returns whether it completed a minute.
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

  /** Adds the processes of a complete minute. Ignored when it has been committed already. */
  addProcesses(startMs: number, processes: readonly SentProcess[]): void {
    this.#finished = this.#finished.map((minute) => (minute.startMs === startMs ? { ...minute, processes } : minute));
  }

  /** Finishes the current minute early, because nothing more is measured. */
  finish(): void {
    if (this.#growing) this.#finish(encoded(this.#growing));
    this.#growing = undefined;
  }

  /** Returns the oldest complete minute that is not being sent, and marks it as being sent. */
  next(): FinishedMinute | undefined {
    const next = this.#finished.find(({ startMs }) => !this.#sent.has(startMs));
    if (next) this.#sent.add(next.startMs);
    return next;
  }

  /** Removes a minute that the hub has committed. Ignored if the minute wasn't sent. */
  committed(startMs: number): void {
    if (this.#sent.delete(startMs)) this.#finished = this.#finished.filter((minute) => minute.startMs !== startMs);
  }

  /** Marks all minutes as unsent, because those in transit may have been lost. */
  resend(): void {
    this.#sent.clear();
  }

  /** Shifts all minutes by whole minutes after the clock was set. Call only while none is being sent. */
  moveBy(minutes: number): void {
    const byMs = minutes * MINUTE_MS;
    this.#finished = this.#finished.map((minute) => ({ ...minute, startMs: minute.startMs + byMs }));
    this.#latestMs += byMs;
    if (!this.#growing) return;
    const { startMs, samples } = this.#growing;
    const moved = samples.map(({ atMs, figures }) => ({ atMs: atMs + byMs, figures }));
    this.#growing = { startMs: startMs + byMs, samples: moved };
  }

  /** Drops minutes that the hub would no longer accept. @returns how many were dropped. */
  dropOld(nowMs: number): number {
    const before = this.#finished.length;
    this.#finished = this.#finished.filter(({ startMs }) => startMs >= nowMs - KEPT_MS);
    return before - this.#finished.length;
  }

  drop(startMs: number): void {
    this.#finished = this.#finished.filter((minute) => minute.startMs !== startMs);
    this.#sent.delete(startMs);
  }

  #grow(startMs: number, samples: readonly StoredSample[]): void {
    this.#growing = { startMs, samples };
    this.#latestMs = samples.at(-1)?.atMs ?? this.#latestMs;
  }

  /**
   * Adds a finished minute. Minutes finish in order and never twice, since only samples newer than the last are
   * accepted.
   */
  #finish(minute: WaitingMinute): void {
    this.#finished = [...this.#finished, minute];
    this.#latestMs = Math.max(this.#latestMs, minute.startMs + MINUTE_MS - 1);
  }
}

function encoded({ startMs, samples }: { startMs: number; samples: readonly StoredSample[] }): WaitingMinute {
  return { startMs, data: encodeMinute(startMs, samples) };
}
