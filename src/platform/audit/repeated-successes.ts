import type { Clock } from '../../shared/time/clock.js';
import type { Origin } from './origin.js';

/**
 * Events that accounts repeat without limit in ordinary use. All others, especially staff actions, get a row each time.
 */
const ROUTINE: ReadonlySet<string> = new Set([
  'login',
  'reauthentication',
  'token_refresh',
  'logout',
  'session_end',
  'other_sessions_end',
]);

/**
 * Number of rows per day for each pair of account and event, and number of extra origins that still get a row after
 * that.
 */
export const ROWS_A_DAY = 50;
export const ORIGINS_A_DAY = 20;

/** Interval for summing up events that do not have their own row. */
export const SUM_MINUTES = 60;

const DAY_MS = 86_400_000;
const SUM_MS = SUM_MINUTES * 60_000;

/**
 * Maximum number of pairs of account and event counted at a time; beyond that, the oldest is dropped and starts over.
 */
const REMEMBERED_MAX = 50_000;

interface AccountEvent {
  readonly event: string;
  readonly result: string;
  readonly origin: Origin;
  readonly userId?: number | undefined;
  readonly change?: object | undefined;
}

/** Events recorded as one: the last of them, their count, and the time of the first. */
export interface SummedEvents<E> {
  readonly last: E;
  readonly count: number;
  readonly since: Date;
}

interface Day<E> {
  readonly endsMs: number;
  rows: number;
  /** Login methods and addresses that already have a row. */
  readonly originKeys: Set<string>;
  /** Events that have no row yet. */
  counted: Counted<E> | undefined;
}

interface Counted<E> extends SummedEvents<E> {
  readonly sinceMs: number;
}

/**
 * Decides which of an account's successes get their own rows in the audit trail and lines in the log (promise 43): the
 * first of each day, and the first from each address. Any more are counted and become one row an hour. The log has a
 * line for each row. The counts are in memory, so a restart begins a new day.
 */
export class RepeatedSuccesses<E extends AccountEvent> {
  readonly #days = new Map<string, Day<E>>();
  /** Sums of past days that have not been recorded yet. */
  #sums: SummedEvents<E>[] = [];

  constructor(private readonly clock: Pick<Clock, 'now' | 'steady'>) {}

  /** Whether an event is counted here: an account's own success that changes nothing else. */
  isRoutine({ event, result, origin, userId, change }: E): boolean {
    const isOwnSuccess = result === 'success' && origin.by === undefined && userId !== undefined;
    return isOwnSuccess && ROUTINE.has(event) && change === undefined;
  }

  /** Counts an event, and reports whether it is merged into a sum rather than given its own row. */
  absorbs(event: E): boolean {
    const hasRow = this.needsRow(event);
    this.count(event, { hasRow });
    return !hasRow;
  }

  /** Whether an event needs its own row. Does not count it yet, since it may still fail. */
  needsRow(event: E): boolean {
    if (!this.isRoutine(event)) return true;
    const day = this.#dayOf(keyOf(event));
    return day.rows < ROWS_A_DAY || isNewOrigin(day, event);
  }

  /** Counts an event that has happened, either as one with its own row or towards a sum. */
  count(event: E, { hasRow }: { readonly hasRow: boolean }): void {
    if (!this.isRoutine(event)) return;
    const day = this.#dayOf(keyOf(event));
    if (!hasRow) {
      const { sinceMs, since, count } = day.counted ?? { sinceMs: this.#now(), since: this.clock.now(), count: 0 };
      day.counted = { sinceMs, since, last: event, count: count + 1 };
      return;
    }
    if (isNewOrigin(day, event)) day.originKeys.add(originKey(event));
    if (day.rows < ROWS_A_DAY) day.rows += 1;
  }

  /** Returns and removes the sums that are due for recording: those that have waited for an hour, or all of them. */
  takeSums({ all = false } = {}): SummedEvents<E>[] {
    const now = this.#now();
    for (const [key, day] of this.#days) {
      const isOver = day.endsMs <= now;
      if (all || isOver || (day.counted && day.counted.sinceMs + SUM_MS <= now)) this.#sumUp(day);
      if (isOver) this.#days.delete(key);
    }
    const sums = this.#sums;
    this.#sums = [];
    return sums;
  }

  /** Puts back sums that could not be recorded so that they are retried. */
  putBack(sums: readonly SummedEvents<E>[]): void {
    this.#sums.push(...sums);
  }

  #sumUp(day: Day<E>): void {
    if (day.counted) this.#sums.push(day.counted);
    day.counted = undefined;
  }

  #dayOf(key: string): Day<E> {
    const now = this.#now();
    const known = this.#days.get(key);
    if (known && known.endsMs > now) return known;
    this.#forget(key);
    if (this.#days.size >= REMEMBERED_MAX) this.#forget(this.#days.keys().next().value);
    const day: Day<E> = { endsMs: now + DAY_MS, rows: 0, originKeys: new Set(), counted: undefined };
    this.#days.set(key, day);
    return day;
  }

  #forget(key: string | undefined): void {
    const day = key === undefined ? undefined : this.#days.get(key);
    if (day) this.#sumUp(day);
    if (key !== undefined) this.#days.delete(key);
  }

  #now(): number {
    return this.clock.steady().getTime();
  }
}

function isNewOrigin({ originKeys }: Pick<Day<unknown>, 'originKeys'>, event: AccountEvent): boolean {
  return originKeys.size < ORIGINS_A_DAY && !originKeys.has(originKey(event));
}

function originKey({ origin }: AccountEvent): string {
  return `${origin.method} ${origin.address}`;
}

function keyOf({ userId, event }: AccountEvent): string {
  return `${userId} ${event}`;
}
