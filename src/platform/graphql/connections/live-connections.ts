import type { IncomingMessage } from 'node:http';
import { type GraphQLError, type GraphQLFormattedError, subscribe } from 'graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { KeyedLimit } from '../../../shared/concurrency/keyed-limit.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { Guest } from '../../../shared/identity/guest.js';
import type { Viewer, ViewerStatus } from '../../../shared/identity/viewer.js';
import type { LiveSocket } from '../../web/sockets/live-socket.js';
import { NetworkConnections } from '../../web/sockets/network-connections.js';
import { CloseReason, end } from '../../web/sockets/socket-endings.js';
import type { ConnectionContext } from '../connection-context.js';
import { formatGraphQLErrors } from '../error-format.js';
import type { GraphQLEngine } from '../graphql-engine.js';
import { errorsOfSharedFailure } from '../shared-subscriptions/shared-subscriptions.js';
import { ConnectionReview } from './connection-review.js';
import { CONNECTIONS_OF_USER_MAX, type Connections } from './connections.js';
import { GuestConnections } from './guest-connections.js';
import { OperationPreparation, type PreparedOperation } from './operation-preparation.js';

/** Maximum number of connections of all users except staff, per node; any more are reserved for staff. */
const OF_USERS = { max: 10_000 };

export interface LiveConnectionsDeps extends GraphQLEngine {
  readonly connections: Connections;
  /** Returns the current status of the sessions, tokens and roles of viewers with open connections. */
  readonly review: (viewers: ReadonlySet<Viewer>) => Promise<ReadonlyMap<Viewer, ViewerStatus>>;
  /** Returns the room guest who opened a connection, while they have a place in their room; null for anyone else. */
  readonly identifyGuest: (request: IncomingMessage) => Promise<Guest | null>;
  readonly detectLanguage: (request: IncomingMessage) => Language;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly now: () => Date;
  readonly report: ReportFailure;
}

/**
 * Connections of known callers, over WebSocket and as event streams: how many there may be, what ends them, and how
 * their operations begin.
 */
export class LiveConnections {
  readonly #guests = new GuestConnections();
  readonly #ofUsers = new NetworkConnections(OF_USERS);
  readonly #ofUser = new KeyedLimit<number>(CONNECTIONS_OF_USER_MAX);
  readonly #review: ConnectionReview;
  readonly operations: OperationPreparation;

  constructor(private readonly deps: LiveConnectionsDeps) {
    this.#review = new ConnectionReview(deps);
    this.operations = new OperationPreparation({ ...deps, guests: this.#guests, review: this.#review });
  }

  /**
   * Counts a connection of a user until it closes.
   *
   * @returns false if one of the limits is reached; the connection must then be closed.
   * @throws {Busy} if connections cannot be counted at the moment.
   */
  async admit(context: ConnectionContext, viewer: Viewer): Promise<boolean> {
    const { socket, request, authenticated } = context.extra;
    // This node is counted first, which bounds the number of connections waiting for the other nodes' count.
    const leave = this.#ofUser.take(viewer.userId);
    if (!leave) return false;
    socket.once('close', leave);
    const address = this.deps.addressOf(request);
    if (!viewer.isStaff) {
      const giveWay = () => end(socket, CloseReason.TRY_AGAIN_LATER, 'Too many connections');
      const leavePlace = this.#ofUsers.add(address, giveWay);
      if (!leavePlace) return false;
      socket.once('close', leavePlace);
    }
    authenticated();
    if (!(await this.deps.connections.add(context, viewer, address))) return false;
    // Rights that ended during the look-up found no connection to close. If nothing has changed, this costs nothing.
    this.closeEnded(viewer.userId);
    return true;
  }

  /** Counts a connection of a room's guest until it closes. @returns false if one of the limits is reached. */
  admitGuest({ extra: { socket, request, authenticated } }: ConnectionContext, guest: Guest): boolean {
    if (!this.#guests.add(socket, guest, this.deps.addressOf(request))) return false;
    authenticated();
    return true;
  }

  /** Forgets a connection that has closed. */
  remove(socket: LiveSocket): void {
    this.deps.connections.remove(socket);
  }

  /** Starts a prepared subscription; a shared one joins the execution that serves all of them. */
  readonly subscribe = (operation: PreparedOperation) => operation.sharedEvents ?? subscribe(operation);

  /** Formats errors for the client that opened a connection. */
  format(request: IncomingMessage, errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
    const { detectLanguage, report } = this.deps;
    return (
      errorsOfSharedFailure(errors[0]?.originalError) ??
      formatGraphQLErrors(errors, { language: detectLanguage(request), report })
    );
  }

  /**
   * Ends connections whose callers have lost their rights, of one user or of all. Called once per interval and after
   * each change.
   */
  closeEnded(userId?: number): void {
    this.#review.closeEnded(userId);
  }

  /** Ends expired connections without querying the database. */
  closeExpired(now: Date): void {
    this.#review.closeExpired(now);
  }

  endGuests(isMeant: (guest: Guest) => boolean): void {
    this.#guests.end(isMeant);
  }
}
