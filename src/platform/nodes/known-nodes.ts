import type { UnitOfWork } from '../db/database.js';
import { queryRows } from '../db/query-rows.js';

/** After how long without a sign of life a node counts as gone. */
export const GONE_AFTER_SECONDS = 30;

/** Whether a row of `nodes` is of a node that lives, in SQL; `now()` would be the beginning of the transaction. */
export const IS_LIVE = `beat_at > clock_timestamp() - interval '${GONE_AFTER_SECONDS} seconds'`;

/**
 * Whether a row with a `node_id` is of a node that lives, in SQL. Its value is the id of this node, which lives whatever
 * the table says.
 */
export const OF_LIVE_NODE = `(node_id = ? or node_id in (select id from nodes where ${IS_LIVE}))`;

/** More are not listed: there are two to four in practice. */
const LISTED_MAX = 100;

/** A process that serves the database, or did a while ago. */
export interface KnownNode {
  readonly id: string;
  readonly version: string;
  /** The machine's name and the address that it listens on. */
  readonly address: string;
  readonly isLive: boolean;
  readonly startedAt: Date;
  /** When it was last heard of. */
  readonly beatAt: Date;
  /** What it then said of its health, as JSON; null when it has said nothing yet. */
  readonly health: string | null;
}

/** The nodes of a PostgreSQL database, those that live first, then in the order of their start. All times are its clock's. */
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
