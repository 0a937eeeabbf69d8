import { cursorOptions, type Page, type PageRequest, pageOfCursor } from '../../shared/page.js';
import type { UnitOfWork } from '../db/database.js';
import { queryRows } from '../db/query-rows.js';
import { IS_LIVE, OF_LIVE_NODE } from './known-nodes.js';
import { OpenSocket } from './open-socket.entity.js';

interface OpenSocketListDeps {
  readonly em: UnitOfWork;
  readonly nodeId: string;
}

/** Opening time in milliseconds, node, and number on that node. */
type SocketKey = readonly [since: number, nodeId: string, number: number];

/** Lists the sockets open on any node (contract 13), for staff. */
export class OpenSocketList {
  constructor(private readonly deps: OpenSocketListDeps) {}

  async page(request: PageRequest<SocketKey>): Promise<Page<OpenSocket>> {
    const sockets = await this.deps.em.fork().findByCursor(OpenSocket, {
      where: { nodeId: { $in: await this.#liveNodes() } },
      orderBy: { since: 'desc', nodeId: 'desc', number: 'desc' },
      ...cursorOptions(request, ([sinceMs, nodeId, number]) => ({ since: new Date(sinceMs), nodeId, number })),
      includeCount: false,
    });
    return pageOfCursor(sockets, ({ since, nodeId, number }) => [since.getTime(), nodeId, number]);
  }

  async countBySession(sessionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (sessionIds.length === 0) return new Map();
    const rows = await queryRows<{ session_id: string; sockets: number }>(
      this.deps.em.fork(),
      `select session_id, count(*)::int as sockets from open_sockets
      where session_id in (${sessionIds.map(() => '?').join()}) and ${OF_LIVE_NODE}
      group by session_id`,
      [...sessionIds, this.deps.nodeId],
    );
    return new Map(rows.map(({ session_id, sockets }) => [session_id, sockets]));
  }

  /** Returns the ids of live nodes, including this one, whatever the table of nodes says. */
  async #liveNodes(): Promise<string[]> {
    const rows = await queryRows<{ id: string }>(this.deps.em.fork(), `select id from nodes where ${IS_LIVE}`);
    return [...new Set([this.deps.nodeId, ...rows.map(({ id }) => id)])];
  }
}
