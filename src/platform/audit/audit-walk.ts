import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { yieldToEventLoop } from '../../shared/concurrency/yield-to-event-loop.js';
import type { UnitOfWork } from '../db/database.js';

/** An event's sort key in the trail: its time in ms since 1970, then its row id. */
export type AuditKeyset = readonly [atMs: number, id: number];

/** Required column values and time range. */
export interface AuditConditions {
  readonly columns: Partial<Record<AuditColumn, string>>;
  /** Start of the range, inclusive. */
  readonly from?: Date | undefined;
  /** End of the range, exclusive. */
  readonly to?: Date | undefined;
}

type AuditColumn = 'username_key' | 'actor_key' | 'address' | 'event' | 'result' | 'door';

/** An event's sort key as returned by the database. */
export interface EventPosition {
  readonly id: number;
  readonly at: Date;
}

interface WalkRequest {
  readonly conditions: AuditConditions;
  readonly after: AuditKeyset | undefined;
  readonly limit: number;
}

/** A piece of SQL with the values for its question marks. */
interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Number of index entries read in one statement, which takes a few milliseconds in SQLite and blocks the event loop
 * meanwhile.
 */
const SLICE = 5000;

/**
 * Maximum number of entries counted before a search that takes more than one slice; cheap enough because only indexes
 * are read.
 */
const COUNTED_CLOSELY = 100_000;

export const TABLE = 'authentication_events';

/** Columns used in conditions. Excludes the values before and after a change, because they may be long. */
const FILTERED_COLUMNS = 'id, at, username_key, actor_key, address, event, result, door';

const NEWEST_FIRST = 'order by at desc, id desc';

/**
 * Reads the audit trail, newest first, in statements that are short whatever the filter and the size of the table. One
 * condition selects an index in trail order; the others are checked on its entries, slice by slice. The condition with
 * the fewest matches leads. Matches are counted rather than estimated, because SQLite guesses wrong without statistics
 * (decision 021).
 */
export class AuditWalk {
  readonly #em: SqlEntityManager;

  constructor(em: UnitOfWork) {
    this.#em = em.fork() as SqlEntityManager;
  }

  /** Returns the positions of at most `limit` matching events after `after`, newest first. */
  async read({ conditions, after, limit }: WalkRequest): Promise<EventPosition[]> {
    const every = buildConditions(conditions);
    const leaders = listLeaders(every);
    const choose = (counted: number, from: AuditKeyset | undefined) =>
      this.#rarest(leaders, buildRange(conditions, from), counted);
    let leading = await choose(SLICE, after);
    const found: EventPosition[] = [];
    for (let position = after; ; ) {
      const slice = all([...leading, ...buildRange(conditions, position)]);
      const followers = every.filter((condition) => !leading.includes(condition));
      if (followers.length === 0) return this.#run(`select id, at from ${TABLE}`, slice, limit);
      const within = `select ${FILTERED_COLUMNS} from ${TABLE} ${where(slice)} ${NEWEST_FIRST} limit ${SLICE}`;
      const text = `select id, at from (${within}) slice`;
      found.push(...(await this.#run(text, all(followers), limit - found.length, slice.values)));
      const end = found.length < limit ? await this.#endOf(slice) : undefined;
      if (!end) return found;
      // The search may be long, so a more precise count of each condition's entries pays off.
      if (position === after) leading = await choose(COUNTED_CLOSELY, end);
      position = end;
      await yieldToEventLoop();
    }
  }

  /** Reports whether more than `count` events match, reading only an index. */
  async isMoreThan(count: number, conditions: AuditConditions): Promise<boolean> {
    const { text, values } = all(buildConditions(conditions));
    const [row] = await this.#em.execute<{ found: unknown }[]>(
      `select count(*) as found from (select 1 from ${TABLE} where ${text} limit ${count + 1}) counted`,
      [...values],
    );
    return Number(row?.found) > count;
  }

  /** Returns the position of the `count`-th newest matching event; undefined if there are fewer. */
  async behind(conditions: AuditConditions, count: number): Promise<AuditKeyset | undefined> {
    let position: AuditKeyset | undefined;
    for (let passed = 0; passed < count; passed += SLICE) {
      const slice = all([...buildConditions(conditions), ...buildRange(conditions, position)]);
      position = await this.#endOf(slice, Math.min(SLICE, count - passed));
      if (!position) return undefined;
      await yieldToEventLoop();
    }
    return position;
  }

  /** Picks the leader that matches the fewest events, counting up to `limit`; empty if no condition has an index. */
  async #rarest(leaders: readonly Leader[], range: readonly Sql[], limit: number): Promise<Leader> {
    const [first = []] = leaders;
    if (leaders.length < 2) return first;
    const counts = leaders.map((leader) => {
      const { text, values } = all([...leader, ...range]);
      return { text: `(select count(*) from (select 1 from ${TABLE} where ${text} limit ${limit}) counted)`, values };
    });
    const text = `select ${counts.map((count, index) => `${count.text} as c${index}`).join(', ')}`;
    const [row = {}] = await this.#em.execute<Record<string, unknown>[]>(
      text,
      counts.flatMap(({ values }) => values),
    );
    const numbers = leaders.map((_, index) => Number(row[`c${index}`]));
    return leaders[numbers.indexOf(Math.min(...numbers))] ?? first;
  }

  /** Returns the position of the last event of a slice; undefined if the slice is not full. */
  async #endOf(slice: Sql, size = SLICE): Promise<AuditKeyset | undefined> {
    const [end] = await this.#em.execute<{ at: unknown; id: number }[]>(
      `select at, id from ${TABLE} ${where(slice)} ${NEWEST_FIRST} limit 1 offset ${size - 1}`,
      [...slice.values],
    );
    return end && [dateOf(end.at).getTime(), end.id];
  }

  async #run(text: string, condition: Sql, limit: number, before: readonly unknown[] = []): Promise<EventPosition[]> {
    const sql = `${text} ${where(condition)} ${NEWEST_FIRST} limit ${limit}`;
    const rows = await this.#em.execute<{ id: number; at: unknown }[]>(sql, [...before, ...condition.values]);
    return rows.map(({ id, at }) => ({ id, at: dateOf(at) }));
  }
}

/** Converts a time as returned by the drivers: ms since 1970 on SQLite, a string on PostgreSQL. */
export function dateOf(value: unknown): Date {
  return new Date(value as number | string | Date);
}

interface Condition extends Sql {
  readonly column: string;
  readonly hasIndex: boolean;
}

/** Conditions that one index covers together. */
type Leader = readonly Condition[];

/**
 * Columns with a second index, limited to events that did not succeed: (column, result, at). It has few entries
 * (decision 021).
 */
const INDEXED_WITH_RESULT: readonly string[] = ['username_key', 'address', 'event'];

function listLeaders(every: readonly Condition[]): Leader[] {
  const indexed = every.filter(({ hasIndex }) => hasIndex);
  const result = indexed.find(({ column }) => column === 'result');
  const paired = result ? indexed.filter(({ column }) => INDEXED_WITH_RESULT.includes(column)) : [];
  if (!result || paired.length === 0) return indexed.map((condition) => [condition]);
  // The pair never matches more events than either condition does on its own.
  const others = indexed.filter((condition) => condition !== result && !paired.includes(condition));
  return [...paired.map((condition) => [condition, result]), ...others.map((condition) => [condition])];
}

/** Returns the conditions on columns; their indexes come from migrations 006 and 023. */
function buildConditions({ columns }: AuditConditions): Condition[] {
  return Object.entries(columns).map(([column, value]) => {
    const partial = PARTIAL[column];
    const hasIndex = value !== partial;
    // SQLite uses a partial index only when the query repeats its condition exactly.
    const text = partial !== undefined && hasIndex ? `${column} = ? and ${column} <> '${partial}'` : `${column} = ?`;
    return { column, text, values: [value], hasIndex };
  });
}

/** Values that each column's partial index leaves out. */
const PARTIAL: Readonly<Record<string, string>> = { actor_key: '', result: 'success' };

function buildRange({ from, to }: AuditConditions, after: AuditKeyset | undefined): Sql[] {
  return [
    ...(from ? [{ text: 'at >= ?', values: [from] }] : []),
    ...(to ? [{ text: 'at < ?', values: [to] }] : []),
    ...(after ? [{ text: '(at, id) < (?, ?)', values: [new Date(after[0]), after[1]] }] : []),
  ];
}

function all(conditions: readonly Sql[]): Sql {
  return {
    text: conditions.map(({ text }) => text).join(' and '),
    values: conditions.flatMap(({ values }) => values),
  };
}

function where({ text }: Sql): string {
  return text === '' ? '' : `where ${text}`;
}
