import { CloseCode } from 'graphql-ws';
import { runAgain } from '../../../shared/concurrency/run-again.js';
import { NotAuthenticated } from '../../../shared/errors/errors.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { Viewer, ViewerStatus } from '../../../shared/identity/viewer.js';
import type { LiveSocket } from '../../web/sockets/live-socket.js';
import { CloseReason, end, endIfStuck } from '../../web/sockets/socket-endings.js';
import type { Connections } from './connections.js';

interface ConnectionReviewDeps {
  readonly connections: Connections;
  /** Returns the current status of the given viewers' sessions, tokens and roles. */
  readonly review: (viewers: ReadonlySet<Viewer>) => Promise<ReadonlyMap<Viewer, ViewerStatus>>;
  readonly report: ReportFailure;
}

/** Ends connections whose viewers have lost their rights since they connected (promise 41). */
export class ConnectionReview {
  /** Users whose connections are waiting for the next review; with `#everybodyWaits`, all users. */
  #waiting = new Set<number>();
  #everybodyWaits = false;
  readonly #reviewSoon: () => void;

  constructor(private readonly deps: ConnectionReviewDeps) {
    this.#reviewSoon = runAgain(() => this.#reviewWaiting(), deps.report);
  }

  /**
   * Closes every connection, of one user or of all, whose session or token has ended (4403) or whose user's role has
   * changed (1012, after which clients reconnect automatically), and drops those that have stopped reading. Requests
   * made during a review are handled together after it.
   */
  closeEnded(userId?: number): void {
    if (userId === undefined) this.#everybodyWaits = true;
    else this.#waiting.add(userId);
    this.#reviewSoon();
  }

  /** Like {@link closeEnded} for all users, but checks only expiry times, without querying the database. */
  closeExpired(now: Date): void {
    for (const { viewer, socket } of this.deps.connections) {
      if (socket.readyState !== socket.OPEN || endIfStuck(socket)) continue;
      if (viewer.credential.expiresAt <= now) endUnlessHolds(socket, 'ended');
    }
  }

  /**
   * Rechecks a connection's viewer before something is executed for it.
   *
   * @throws {NotAuthenticated} if the session, token or role has changed; the connection is then closed.
   */
  async confirm(viewer: Viewer, socket: LiveSocket): Promise<Viewer> {
    const status = (await this.deps.review(new Set([viewer]))).get(viewer);
    if (status === 'holds') return viewer;
    endUnlessHolds(socket, status);
    throw new NotAuthenticated();
  }

  async #reviewWaiting(): Promise<void> {
    const users = this.#everybodyWaits ? undefined : this.#waiting;
    this.#everybodyWaits = false;
    this.#waiting = new Set();
    await this.#review(users);
  }

  async #review(users: ReadonlySet<number> | undefined): Promise<void> {
    const viewers = new Set<Viewer>();
    for (const { viewer, socket } of this.deps.connections) {
      const isMeant = users === undefined || users.has(viewer.userId);
      if (isMeant && socket.readyState === socket.OPEN && !endIfStuck(socket)) viewers.add(viewer);
    }
    if (viewers.size === 0) return;
    const statuses = await this.deps.review(viewers);
    // Connections whose viewers were not reviewed have no status here.
    for (const { viewer, socket } of this.deps.connections) endUnlessHolds(socket, statuses.get(viewer));
  }
}

/**
 * Closes a connection unless its viewer's proof is still valid. After 1012, clients reconnect automatically within a
 * second, with the new role.
 */
function endUnlessHolds(socket: LiveSocket, status: ViewerStatus | undefined): void {
  if (status === 'ended') end(socket, CloseCode.Forbidden, 'Forbidden');
  if (status === 'role_changed') end(socket, CloseReason.SERVICE_RESTART, 'Another role');
}
