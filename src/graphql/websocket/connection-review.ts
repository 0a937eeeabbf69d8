import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { NotAuthenticated } from '../../shared/errors.js';
import type { ReportFailure } from '../../shared/report-failure.js';
import type { Viewer, ViewerStatus } from '../../shared/viewer.js';
import type { Connections } from './connections.js';
import { CloseReason, end, endIfStuck } from './websocket-peer.js';

interface ConnectionReviewDeps {
  readonly connections: Connections;
  /** What the sessions, tokens and roles of some viewers are now. */
  readonly review: (viewers: ReadonlySet<Viewer>) => Promise<ReadonlyMap<Viewer, ViewerStatus>>;
  readonly report: ReportFailure;
}

/** Ends connections whose viewers have lost their rights since they connected (promise 41). */
export class ConnectionReview {
  constructor(private readonly deps: ConnectionReviewDeps) {}

  /**
   * Closes every connection whose session or token has ended (4403) or whose user has another role by now (1012, on
   * which clients come back by themselves), and drops those that have stopped reading.
   */
  async closeEnded(): Promise<void> {
    const viewers = new Set<Viewer>();
    for (const { viewer, socket } of this.deps.connections) {
      if (socket.readyState === socket.OPEN && !endIfStuck(socket)) viewers.add(viewer);
    }
    if (viewers.size === 0) return;
    try {
      const statuses = await this.deps.review(viewers);
      // Who has connected since has just been identified, and has no status here.
      for (const { viewer, socket } of this.deps.connections) endUnlessHolds(socket, statuses.get(viewer));
    } catch (error) {
      this.deps.report(error);
    }
  }

  /**
   * Looks up the viewer of one connection again, before something is executed for it.
   *
   * @throws {NotAuthenticated} when the session, token or role has changed; the connection is closed then.
   */
  async confirm(viewer: Viewer, socket: WebSocket): Promise<Viewer> {
    const status = (await this.deps.review(new Set([viewer]))).get(viewer);
    if (status === 'holds') return viewer;
    endUnlessHolds(socket, status);
    throw new NotAuthenticated();
  }
}

/** On 1012 clients come back by themselves after a second: with the new role. */
function endUnlessHolds(socket: WebSocket, status: ViewerStatus | undefined): void {
  if (status === 'ended') end(socket, CloseCode.Forbidden, 'Forbidden');
  if (status === 'role_changed') end(socket, CloseReason.SERVICE_RESTART, 'Another role');
}
