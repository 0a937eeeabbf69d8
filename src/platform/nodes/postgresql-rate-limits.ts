import { KeyedMutex } from '../../shared/concurrency/keyed-mutex.js';
import { growingCache } from '../../shared/growing-cache.js';
import type { Allowance, RateLimits } from '../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../shared/time/clock.js';
import type { UnitOfWork } from '../db/database.js';
import { deleteInSlices } from '../db/delete-in-slices.js';
import { queryRows } from '../db/query-rows.js';
import { unavailable } from '../db/unavailable.js';

/**
 * How long calls for a used-up allowance are refused without a query, and the maximum number of such allowances cached.
 */
const REFUSED_MS = 1000;
const REFUSED_MAX = 10_000;

/**
 * How long a call waits for others of the same allowance before it is refused, in addition to waiting for the database
 * itself; equal to the wait for a row there. The widest allowance may be common to all visitors, and a whole class may
 * arrive at the same time.
 */
const TURN_MS = 5000;

interface PostgresqlRateLimitsDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'wait'>;
}

/**
 * Counts in PostgreSQL for all nodes together, by the database's clock (decision 026). Refused calls write nothing, and
 * rows that return to zero are removed, so only accepted calls take up space. Calls that count in the same row queue up
 * here, where they do not occupy a connection (promise 53).
 */
export class PostgresqlRateLimits implements RateLimits {
  /** When the windows that were found used up end, by `performance.now()`. */
  readonly #usedUp = growingCache<string, number>(REFUSED_MAX);
  readonly #turns = new KeyedMutex();

  constructor(private readonly deps: PostgresqlRateLimitsDeps) {}

  async take(allowances: readonly Allowance[]): Promise<number | undefined> {
    return this.#refusedMs(allowances) ?? this.#inTurn(allowances, () => this.#take(allowances));
  }

  async #take(allowances: readonly Allowance[]): Promise<number | undefined> {
    // An earlier call may have used up an allowance.
    const refusedMs = this.#refusedMs(allowances);
    if (refusedMs !== undefined) return refusedMs;
    const values = allowances.flatMap(({ rateLimit, key }) => [
      keyOf({ rateLimit, key }),
      rateLimit.limit,
      rateLimit.seconds,
    ]);
    const rows = await queryRows<TakenRow>(this.deps.em.fork(), TAKE(allowances.length), values);
    const refused = rows.find(({ used_up_ms }) => used_up_ms !== null);
    if (refused) return this.#refuse(refused.key, Number(refused.used_up_ms));
    const taken = new Set(rows.filter(({ is_taken }) => is_taken).map(({ key }) => key));
    if (taken.size === allowances.length) return undefined;
    // Others took the last one in the meantime, so the next try finds it used up.
    await this.#giveBack(allowances.filter((allowance) => taken.has(keyOf(allowance))));
    return this.#take(allowances);
  }

  async giveBack(allowances: readonly Allowance[]): Promise<void> {
    await this.#inTurn(allowances, () => this.#giveBack(allowances));
  }

  async #giveBack(allowances: readonly Allowance[]): Promise<void> {
    if (allowances.length === 0) return;
    const keys = allowances.map(keyOf);
    await queryRows(this.deps.em.fork(), GIVE_BACK(keys.length), keys);
    for (const key of keys) this.#usedUp.delete(key);
  }

  async prune(): Promise<void> {
    await deleteInSlices(this.deps, { table: 'rate_limits', where: 'ends_at < now()', values: [] });
  }

  /** Returns the milliseconds until the window of an allowance that is known to be used up ends. */
  #refusedMs(allowances: readonly Allowance[]): number | undefined {
    for (const allowance of allowances) {
      const endsAt = this.#usedUp.get(keyOf(allowance));
      if (endsAt !== undefined) return Math.max(0, endsAt - performance.now());
    }
    return undefined;
  }

  /**
   * Runs a job after all earlier ones with the same first allowance, which is the widest if there are several. @throws
   * {Busy}
   */
  #inTurn<T>(allowances: readonly Allowance[], job: () => Promise<T>): Promise<T> {
    const [first] = allowances;
    const untilMs = performance.now() + TURN_MS;
    return this.#turns.run(first ? keyOf(first) : '', () => {
      if (performance.now() > untilMs) throw unavailable();
      return job();
    });
  }

  #refuse(key: string, ms: number): number {
    this.#usedUp.set(key, performance.now() + ms, { ttl: Math.min(Math.max(ms, 1), REFUSED_MS) });
    return ms;
  }
}

interface TakenRow {
  readonly key: string;
  /** Milliseconds until the window ends if the allowance was used up; otherwise null. */
  readonly used_up_ms: string | null;
  readonly is_taken: boolean;
}

function keyOf({ rateLimit, key }: Allowance): string {
  return `${rateLimit.name}: ${key}`;
}

/**
 * Takes one call from each allowance, or none if one is already seen to be used up. Rows are locked in key order to
 * avoid deadlocks; the row lock decides which statement gets the last call.
 */
const TAKE = (count: number) => `with wanted (key, most, seconds) as (
    values ${Array.from({ length: count }, () => '(?::varchar, ?::int, ?::int)').join()}
  ), used_up as (
    select key, ends_at from rate_limits join wanted using (key) where points >= most and ends_at > now()
  ), taken as (
    insert into rate_limits as held (key, points, ends_at)
    select key, 1, now() + seconds * interval '1 second' from wanted
    where not exists (select from used_up) order by key
    on conflict (key) do update set
      points = case when held.ends_at > now() then held.points + 1 else 1 end,
      ends_at = case when held.ends_at > now() then held.ends_at else excluded.ends_at end
    where held.ends_at <= now() or held.points < (select most from wanted where wanted.key = held.key)
    returning key
  )
  select wanted.key, taken.key is not null as is_taken,
    ceil(extract(epoch from used_up.ends_at - now()) * 1000) as used_up_ms
  from wanted left join taken using (key) left join used_up using (key)`;

const GIVE_BACK = (count: number) => `with held as (
    select key, points from rate_limits
    where key in (${Array.from({ length: count }, () => '?').join()}) and ends_at > now() order by key for update
  ), emptied as (
    delete from rate_limits using held where rate_limits.key = held.key and held.points <= 1
  )
  update rate_limits set points = held.points - 1 from held where rate_limits.key = held.key and held.points > 1`;
