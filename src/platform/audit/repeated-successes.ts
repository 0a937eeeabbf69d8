import type { Clock } from '../../shared/time/clock.js';
import type { Origin } from './origin.js';

/**
 * Events that accounts cause again and again in ordinary use, and without a limit. Everything else, above all what staff
 * do, has a row each time.
 */
const ROUTINE: ReadonlySet<string> = new Set([
  'login',
  'reauthentication',
  'token_refresh',
  'logout',
  'session_end',
  'other_sessions_end',
]);

/** Rows a day for each pair of account and event, and how many of its origins have a row each beyond that. */
export const ROWS_A_DAY = 50;
export const ORIGINS_A_DAY = 20;

/** How often what has no row of its own is summed up in one. */
export const SUM_MINUTES = 60;

const DAY_MS = 86_400_000;
const SUM_MS = SUM_MINUTES * 60_000;

/** Pairs of account and event that are counted at a time; beyond, the oldest is dropped and begins anew. */
const REMEMBERED_MAX = 50_000;

/** The properties of an event on which the decision depends. */
interface AccountEvent {
  readonly event: string;
  readonly result: string;
  readonly origin: Origin;
  readonly userId?: number | undefined;
  readonly change?: object | undefined;
}

/** Events that are recorded as one: the last of them, how many there were, and since when. */
export interface SummedEvents<E> {
  readonly last: E;
  readonly count: number;
  readonly since: Date;
}

interface Day<E> {
  readonly endsMs: number;
  rows: number;
  /** The login methods and addresses that have a row. */
  readonly originKeys: Set<string>;
  /** What has no row yet. */
  counted: Counted<E> | undefined;
}

interface Counted<E> extends SummedEvents<E> {
  readonly sinceMs: number;
}

/**
 * Decides which successes of accounts have rows of their own in the audit trail (promise 43). The first of a day have,
 * and the first from each address; what comes beyond is counted and becomes one row an hour. It is in the log all the
 * same. Counted in memory, so a restart begins a new day.
 */
export class RepeatedSuccesses<E extends AccountEvent> {
  readonly #days = new Map<string, Day<E>>();
  /** Sums of days that are no longer counted, not recorded yet. */
  #sums: SummedEvents<E>[] = [];

  constructor(private readonly clock: Pick<Clock, 'now' | 'steady'>) {}

  /** Whether an event has no row of its own; then it is counted. */
  absorbs(event: E): boolean {
    const hasRow = this.needsRow(event);
    this.count(event, { hasRow });
    return !hasRow;
  }

  /** Whether an event is to have a row of its own. It is not counted yet, since it may still fail. */
  needsRow(event: E): boolean {
    if (!isRoutine(event)) return true;
    const day = this.#dayOf(keyOf(event));
    return day.rows < ROWS_A_DAY || isNewOrigin(day, event);
  }

  /** Counts an event that has happened: as one that has a row, or for a sum. */
  count(event: E, { hasRow }: { readonly hasRow: boolean }): void {
    if (!isRoutine(event)) return;
    const day = this.#dayOf(keyOf(event));
    if (!hasRow) {
      const { sinceMs, since, count } = day.counted ?? { sinceMs: this.#now(), since: this.clock.now(), count: 0 };
      day.counted = { sinceMs, since, last: event, count: count + 1 };
      return;
    }
    if (isNewOrigin(day, event)) day.originKeys.add(originKey(event));
    if (day.rows < ROWS_A_DAY) day.rows += 1;
  }

  /** What is to be recorded now of what was counted: what has waited for an hour, or everything. */
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

  /** Takes back sums that could not be recorded, to be recorded with the next ones. */
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

function isRoutine({ event, result, origin, userId, change }: AccountEvent): boolean {
  const isOwnSuccess = result === 'success' && origin.by === undefined && userId !== undefined;
  return isOwnSuccess && ROUTINE.has(event) && change === undefined;
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
