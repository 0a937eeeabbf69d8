import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type GraphQLError, type GraphQLFormattedError, subscribe } from 'graphql';
import { handleProtocols, MessageType, makeServer, type Server } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Language } from '../../../i18n/catalogues.js';
import { message } from '../../../i18n/message.js';
import { KeyedLimit } from '../../../shared/concurrency/keyed-limit.js';
import { InvalidRequest } from '../../../shared/errors/errors.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import type { Guest } from '../../../shared/identity/guest.js';
import type { Viewer, ViewerStatus } from '../../../shared/identity/viewer.js';
import { Heartbeat } from '../../web/sockets/heartbeat.js';
import { NetworkConnections } from '../../web/sockets/network-connections.js';
import { CloseReason, end } from '../../web/sockets/socket-endings.js';
import type { ConnectionContext, PeerExtra } from '../connection-context.js';
import { formatGraphQLErrors } from '../error-format.js';
import type { GraphQLEngine } from '../graphql-engine.js';
import { errorsOfSharedFailure } from '../shared-subscriptions/shared-subscriptions.js';
import { ConnectionReview } from './connection-review.js';
import { CONNECTIONS_OF_USER_MAX, type Connections } from './connections.js';
import { GuestConnections } from './guest-connections.js';
import { OperationPreparation, type PreparedOperation, rejection } from './operation-preparation.js';
import { OPERATIONS_MAX } from './socket-operations.js';
import { servePeer } from './websocket-peer.js';

const MESSAGE_MAX_BYTES = 64 * 1024;

/** Maximum number of unauthenticated connections, per network and in total (promises 23, 44). */
const UNAUTHENTICATED = { ofNetworkMax: 50, max: 1000 };
const RETRY_SECONDS = 5;

/** Maximum number of connections of all users except staff, per node; any more are reserved for staff. */
const OF_USERS = { max: 10_000 };

const PONG = JSON.stringify({ type: MessageType.Pong });

interface WebSocketTransportDeps extends GraphQLEngine {
  /**
   * Identifies who is opening a connection; `authorization` comes from `connectionParams`. Null or an exception rejects
   * the connection.
   */
  readonly identify: (upgrade: IncomingMessage, authorization: string | undefined) => Promise<Viewer | null>;
  /** Returns the room guest who is opening a connection; null for anyone else. */
  readonly identifyGuest: (upgrade: IncomingMessage) => Promise<Guest | null>;
  /**
   * Returns the key under which a genuine guest cookie is counted before it is looked up; undefined without such a
   * cookie.
   */
  readonly readGuestKey: (upgrade: IncomingMessage) => string | undefined;
  /** Returns the current status of the sessions, tokens and roles of viewers with open connections. */
  readonly review: (viewers: ReadonlySet<Viewer>) => Promise<ReadonlyMap<Viewer, ViewerStatus>>;
  readonly connections: Connections;
  readonly detectLanguage: (upgrade: IncomingMessage) => Language;
  readonly addressOf: (upgrade: IncomingMessage) => string;
  readonly now: () => Date;
  readonly report: ReportFailure;
  readonly reject: (socket: Duplex, status: string, retryAfterSeconds?: number) => void;
}

/**
 * Serves GraphQL over WebSocket (`graphql-transport-ws`): queries and subscriptions of callers who authenticated at
 * `connection_init`. All other connections are closed with 4403 (contract 4).
 */
export class WebSocketTransport {
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAX_BYTES,
    handleProtocols,
    // Responses to pings must count as unsent data: see `servePeer`.
    autoPong: false,
  });
  readonly #unauthenticated = new NetworkConnections(UNAUTHENTICATED);
  readonly #guests = new GuestConnections();
  readonly #ofUsers = new NetworkConnections(OF_USERS);
  readonly #connectionsOfUser = new KeyedLimit<number>(CONNECTIONS_OF_USER_MAX);
  readonly #heartbeat = new Heartbeat();
  readonly #review: ConnectionReview;
  readonly #protocol: Server<PeerExtra>;
  #stopped = false;

  constructor(private readonly deps: WebSocketTransportDeps) {
    this.#sockets.on('wsClientError', (_error, socket) => deps.reject(socket, '400 Bad Request'));
    this.#review = new ConnectionReview(deps);
    const operations = new OperationPreparation({ ...deps, guests: this.#guests, review: this.#review });
    this.#protocol = makeServer<Record<string, unknown>, PeerExtra>({
      schema: deps.schema,
      // The client chooses a ping's payload, which must not be sent back.
      onPing: ({ extra }) => extra.socket.send(PONG),
      onConnect: (context) => this.#connect(context),
      onSubscribe: (context, id, payload) => operations.prepare(context, id, payload),
      subscribe: (args: PreparedOperation) => args.sharedEvents ?? subscribe(args),
      onNext: ({ extra }, _id, _payload, _args, { errors, ...result }) =>
        errors && { ...result, errors: this.#format(extra.request, errors) },
      onError: ({ extra }, _id, _payload, errors) => this.#format(extra.request, errors as readonly GraphQLError[]),
      onClose: ({ extra }) => this.deps.connections.remove(extra.socket),
    });
  }

  /** Takes over a connection whose upgrade request has been accepted. */
  accept(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    const { reject, addressOf, report } = this.deps;
    const countedAs = this.deps.readGuestKey(request);
    const leave = this.#stopped
      ? undefined
      : this.#unauthenticated.add(addressOf(request), () => wire.destroy(), countedAs);
    if (!leave) {
      reject(wire, '503 Service Unavailable', RETRY_SECONDS);
      return;
    }
    // Frees the place however the connection ends, even if it never becomes a WebSocket.
    wire.once('close', leave);
    this.#sockets.handleUpgrade(request, wire, head, (socket) => {
      servePeer({
        server: this.#protocol,
        heartbeat: this.#heartbeat,
        socket,
        request,
        report,
        authenticated: leave,
        tooManyOperations: () => this.#format(request, [rejection(tooManyOperations)]),
      });
    });
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

  /** Number of open WebSockets, including those not yet authenticated. */
  get openSockets(): number {
    return this.#sockets.clients.size;
  }

  /** Pings the connections whose turn it is. Called once per `BEAT_MS`. */
  beat(): void {
    this.#heartbeat.beat();
  }

  /** Closes every connection with 1001 and accepts no new ones; clients that do not respond are disconnected. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const closed = [...this.#sockets.clients].map((socket) => {
      end(socket, CloseReason.GOING_AWAY, 'Going away');
      return new Promise((resolve) => socket.once('close', resolve));
    });
    await Promise.all(closed);
  }

  async #connect(context: ConnectionContext): Promise<boolean> {
    const { connectionParams, extra } = context;
    const authorization = connectionParams?.Authorization;
    if (authorization !== undefined && typeof authorization !== 'string') return false;
    try {
      const viewer = await this.deps.identify(extra.request, authorization);
      if (!viewer && authorization === undefined) return await this.#connectGuest(context);
      // The connection may have closed during the look-up.
      if (!viewer || !isOpen(extra.socket)) return false;
      if (!(await this.#admit(context, viewer))) {
        end(extra.socket, CloseReason.TRY_AGAIN_LATER, 'Too many connections');
        return false;
      }
      // Rights that ended during the look-up found no connection to close. If nothing has changed, this costs nothing.
      this.closeEnded(viewer.userId);
      return isOpen(extra.socket);
    } catch (error) {
      if (error instanceof VigiaError && error.kind !== 'busy') return false;
      if (!(error instanceof VigiaError)) this.deps.report(error);
      // The look-up failed, which the client must not mistake for the end of its session.
      end(extra.socket, CloseReason.TRY_AGAIN_LATER, 'Try again later');
      return false;
    }
  }

  async #connectGuest({ extra }: ConnectionContext): Promise<boolean> {
    const guest = await this.deps.identifyGuest(extra.request);
    if (!guest || !isOpen(extra.socket)) return false;
    if (!this.#guests.add(extra.socket, guest, this.deps.addressOf(extra.request))) {
      end(extra.socket, CloseReason.TRY_AGAIN_LATER, 'Too many connections');
      return false;
    }
    extra.authenticated();
    return true;
  }

  /** Counts a connection whose caller is known. @returns false if the caller has reached the limit. */
  async #admit(context: ConnectionContext, viewer: Viewer): Promise<boolean> {
    const { socket, request, authenticated } = context.extra;
    // This node is counted first, which bounds the number of connections waiting for the other nodes' count.
    const leave = this.#connectionsOfUser.take(viewer.userId);
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
    return this.deps.connections.add(context, viewer, address);
  }

  #format(upgrade: IncomingMessage, errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
    const { detectLanguage, report } = this.deps;
    return (
      errorsOfSharedFailure(errors[0]?.originalError) ??
      formatGraphQLErrors(errors, { language: detectLanguage(upgrade), report })
    );
  }
}

function isOpen({ readyState, OPEN }: WebSocket): boolean {
  return readyState === OPEN;
}

const tooManyOperations = new InvalidRequest(message('graphql.tooManyOperations', { maximum: OPERATIONS_MAX }));
