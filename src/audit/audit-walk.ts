import { setImmediate } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from '../db/database.js';

/** Where an event stands in the trail: the time, in ms since 1970, then the number of the row. */
export type AuditKeyset = readonly [atMs: number, id: number];

/** What the columns of an event must be, and when it must have happened. */
export interface AuditConditions {
  readonly columns: Partial<Record<AuditColumn, string>>;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
}

type AuditColumn = 'username_key' | 'actor_key' | 'address' | 'event' | 'result' | 'door';

/** Where an event stands. */
export interface EventPosition {
  readonly id: number;
  readonly at: Date;
}

interface WalkRequest {
  readonly conditions: AuditConditions;
  readonly after: AuditKeyset | undefined;
  readonly limit: number;
}

/** A piece of SQL and the values of its question marks. */
interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** So many entries of an index are looked at in one statement: a few milliseconds of SQLite, which is synchronous. */
const SLICE = 5000;

/** So many are counted before a way that is longer than a slice: a few milliseconds too, since only indexes are read. */
const COUNTED_CLOSELY = 100_000;

/** The table of the trail. */
export const TABLE = 'authentication_events';

/** What conditions are put on. The texts of the events are left where they are: they may be long. */
const FILTERED_COLUMNS = 'id, at, username_key, actor_key, address, event, result, door';

const NEWEST_FIRST = 'order by at desc, id desc';

/**
 * Reads the audit trail, newest first, in statements that are each short whatever is looked for and however much is
 * kept. One condition leads, by its index, which has the order of the trail; the others are looked at on the way, slice
 * by slice. Which leads is counted, not estimated: the one that fewest events fulfil.
 */
export class AuditWalk {
  readonly #em: SqlEntityManager;

  constructor(em: UnitOfWork) {
    this.#em = em.fork() as SqlEntityManager;
  }

  /** Where at most `limit` events stand that fulfil the conditions, behind `after`, newest first. */
  async read({ conditions, after, limit }: WalkRequest): Promise<EventPosition[]> {
    const every = conditionsOf(conditions);
    const choose = (counted: number, from: AuditKeyset | undefined) =>
      this.#rarest(every, rangeOf(conditions, from), counted);
    let leading = await choose(SLICE, after);
    const found: EventPosition[] = [];
    for (let position = after; ; ) {
      const slice = all([...leading, ...rangeOf(conditions, position)]);
      const followers = every.filter((condition) => !leading.includes(condition));
      if (followers.length === 0) return this.#run(`select id, at from ${TABLE}`, slice, limit);
      const within = `select ${FILTERED_COLUMNS} from ${TABLE} ${where(slice)} ${NEWEST_FIRST} limit ${SLICE}`;
      const text = `select id, at from (${within}) slice`;
      found.push(...(await this.#run(text, all(followers), limit - found.length, slice.values)));
      const end = found.length < limit ? await this.#endOf(slice) : undefined;
      if (!end) return found;
      // The way may be long: it is worth a closer look at which is the shorter one.
      if (position === after) leading = await choose(COUNTED_CLOSELY, end);
      position = end;
      await setImmediate();
    }
  }

  /** Where the event stands behind which there are all but the newest `count`; undefined when there are no more. */
  async behind(conditions: AuditConditions, count: number): Promise<AuditKeyset | undefined> {
    let position: AuditKeyset | undefined;
    for (let passed = 0; passed < count; passed += SLICE) {
      const slice = all([...conditionsOf(conditions), ...rangeOf(conditions, position)]);
      position = await this.#endOf(slice, Math.min(SLICE, count - passed));
      if (!position) return undefined;
      await setImmediate();
    }
    return position;
  }

  /** The condition that fewest events fulfil, counted up to a limit; none where none has an index. */
  async #rarest(every: readonly Condition[], range: readonly Sql[], limit: number): Promise<Condition[]> {
    const candidates = every.filter(({ hasIndex }) => hasIndex);
    if (candidates.length < 2) return candidates;
    const counts = candidates.map((candidate) => {
      const { text, values } = all([candidate, ...range]);
      return { text: `(select count(*) from (select 1 from ${TABLE} where ${text} limit ${limit}) counted)`, values };
    });
    const text = `select ${counts.map((count, index) => `${count.text} as c${index}`).join(', ')}`;
    const [row = {}] = await this.#em.execute<Record<string, unknown>[]>(
      text,
      counts.flatMap(({ values }) => values),
    );
    const numbers = candidates.map((_, index) => Number(row[`c${index}`]));
    return candidates.slice(numbers.indexOf(Math.min(...numbers))).slice(0, 1);
  }

  /** Where the last event of a slice stands; undefined when the slice is not full. */
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

/** What a database gives for a moment: SQLite ms since 1970, PostgreSQL a text. */
export function dateOf(value: unknown): Date {
  return new Date(value as number | string | Date);
}

interface Condition extends Sql {
  readonly hasIndex: boolean;
}

/** The conditions of the columns; which of them have an index is what migration 006 says. */
function conditionsOf({ columns }: AuditConditions): Condition[] {
  return Object.entries(columns).map(([column, value]) => {
    const partial = PARTIAL[column];
    const hasIndex = value !== partial;
    // SQLite takes a partial index only when its condition is repeated to the letter.
    const text = partial !== undefined && hasIndex ? `${column} = ? and ${column} <> '${partial}'` : `${column} = ?`;
    return { text, values: [value], hasIndex };
  });
}

/** What the index of a column leaves out. */
const PARTIAL: Readonly<Record<string, string>> = { actor_key: '', result: 'success' };

function rangeOf({ from, to }: AuditConditions, after: AuditKeyset | undefined): Sql[] {
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
