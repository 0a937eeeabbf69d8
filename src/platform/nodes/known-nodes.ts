import type { UnitOfWork } from '../db/database.js';
import { queryRows } from '../db/query-rows.js';

/** Seconds without a sign of life after which a node counts as gone. */
export const GONE_AFTER_SECONDS = 30;

/** SQL condition for rows of live nodes in `nodes`. Not `now()`, which returns the start of the transaction. */
export const IS_LIVE = `beat_at > clock_timestamp() - interval '${GONE_AFTER_SECONDS} seconds'`;

/**
 * SQL condition for rows whose `node_id` is a live node. The parameter is this node's id, which counts as live whatever
 * the table says.
 */
export const OF_LIVE_NODE = `(node_id = ? or node_id in (select id from nodes where ${IS_LIVE}))`;

/** Enough for a list, since there are two to four nodes in practice. */
const LISTED_MAX = 100;

/** A process that serves the database, or did recently. */
export interface KnownNode {
  readonly id: string;
  readonly version: string;
  /** Machine name and listening address. */
  readonly address: string;
  readonly isLive: boolean;
  readonly startedAt: Date;
  readonly beatAt: Date;
  /** Health reported with the last beat, as JSON; null before the first report. */
  readonly health: string | null;
}

/**
 * Returns the nodes of a PostgreSQL database, live ones first, then in the order they started. All times are on the
 * database's clock.
 */
export async function knownNodes(em: UnitOfWork): Promise<readonly KnownNode[]> {
  const rows = await queryRows<NodeRow>(
    em.fork(),
    `select id, version, address, health, ${IS_LIVE} as is_live,
      extract(epoch from started_at) * 1000 as started_ms, extract(epoch from beat_at) * 1000 as beat_ms
    from nodes order by is_live desc, started_at, id limit ${LISTED_MAX}`,
  );
  return rows.map(({ id, version, address, health, is_live: isLive, started_ms, beat_ms }) => ({
    id,
    version,
    address,
    isLive,
    startedAt: new Date(Number(started_ms)),
    beatAt: new Date(Number(beat_ms)),
    health,
  }));
}

interface NodeRow {
  readonly id: string;
  readonly version: string;
  readonly address: string;
  readonly health: string | null;
  readonly is_live: boolean;
  readonly started_ms: string;
  readonly beat_ms: string;
}
