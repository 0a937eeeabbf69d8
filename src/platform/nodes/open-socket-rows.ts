import type { UnitOfWork } from '../db/database.js';
import { queryRows } from '../db/query-rows.js';
import { OF_LIVE_NODE } from './known-nodes.js';

/** One of this node's WebSockets, as stored in `open_sockets`. */
export interface SocketRow {
  /** Unique on this node. */
  readonly number: number;
  readonly userId: number;
  readonly username: string;
  /** Session that opened the socket; null if a token did. */
  readonly sessionId: string | null;
  readonly address: string;
  readonly since: Date;
}

const COLUMNS = 'node_id, number, user_id, username, session_id, address, since, subscriptions';

/**
 * Inserts the sockets whose users are below the limit, counting those on this node and on other live ones.
 *
 * @returns the numbers of the inserted sockets.
 */
export async function insertAllowed(
  unit: UnitOfWork,
  nodeId: string,
  sockets: readonly SocketRow[],
  ofUserMax: number,
): Promise<Set<number>> {
  const rows = await queryRows<{ number: number }>(
    unit,
    `with wanted (${COLUMNS}) as (values ${placesOf(sockets.length)}),
    held as (
      select user_id, count(*) as sockets from open_sockets
      where user_id in (select user_id from wanted) and ${OF_LIVE_NODE}
      group by user_id
    ), placed as (
      select wanted.*, row_number() over (partition by user_id order by number) as place from wanted
    )
    insert into open_sockets (${COLUMNS})
    select ${COLUMNS.replace('user_id', 'placed.user_id')} from placed left join held on held.user_id = placed.user_id
    where place + coalesce(sockets, 0) <= ?
    on conflict (node_id, number) do nothing
    returning number`,
    [...sockets.flatMap((socket) => valuesOf(nodeId, socket, 0)), nodeId, ofUserMax],
  );
  return new Set(rows.map(({ number }) => number));
}

/** Inserts or updates rows. */
export async function upsert(
  unit: UnitOfWork,
  nodeId: string,
  rows: readonly { readonly socket: SocketRow; readonly subscriptions: number }[],
): Promise<void> {
  await queryRows(
    unit,
    `insert into open_sockets (${COLUMNS}) values ${placesOf(rows.length)}
    on conflict (node_id, number) do update set subscriptions = excluded.subscriptions`,
    rows.flatMap(({ socket, subscriptions }) => valuesOf(nodeId, socket, subscriptions)),
  );
}

export async function remove(unit: UnitOfWork, nodeId: string, numbers: readonly number[]): Promise<void> {
  const places = numbers.map(() => '?').join();
  await queryRows(unit, `delete from open_sockets where node_id = ? and number in (${places})`, [nodeId, ...numbers]);
}

/** Counts the rows of a node's sockets. */
export async function countOf(unit: UnitOfWork, nodeId: string): Promise<number> {
  const sql = 'select count(*)::int as sockets from open_sockets where node_id = ?';
  const [row] = await queryRows<{ sockets: number }>(unit, sql, [nodeId]);
  return row?.sockets ?? 0;
}

const PLACE =
  '(?::varchar, ?::int, ?::int, ?::varchar, ?::varchar, ?::varchar, to_timestamp(?::float8 / 1000), ?::int)';

function placesOf(count: number): string {
  return Array.from({ length: count }, () => PLACE).join();
}

function valuesOf(nodeId: string, socket: SocketRow, subscriptions: number): unknown[] {
  const { number, userId, username, sessionId, address, since } = socket;
  return [nodeId, number, userId, username, sessionId, address, since.getTime(), subscriptions];
}
