import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GraphQLError } from 'graphql';
import { CloseCode, handleProtocols, MessageType, makeServer, type Server } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { message } from '../../../i18n/message.js';
import { InvalidRequest } from '../../../shared/errors/errors.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import type { Guest } from '../../../shared/identity/guest.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { Heartbeat } from '../../web/sockets/heartbeat.js';
import { NetworkConnections } from '../../web/sockets/network-connections.js';
import { CloseReason, end } from '../../web/sockets/socket-endings.js';
import type { ConnectionContext } from '../connection-context.js';
import type { LiveConnections } from '../connections/live-connections.js';
import { type PreparedOperation, rejection } from '../connections/operation-preparation.js';
import type { GraphQLEngine } from '../graphql-engine.js';
import { MALFORMED, readConnectionToken, UNAUTHENTICATED_REASONS } from './connection-token.js';
import { OPERATIONS_MAX } from './socket-operations.js';
import { servePeer, type WebSocketExtra } from './websocket-peer.js';

const MESSAGE_MAX_BYTES = 64 * 1024;

/** Maximum number of unauthenticated connections, per network and in total (promises 23, 44). */
const UNAUTHENTICATED = { ofNetworkMax: 50, max: 1000 };
const RETRY_SECONDS = 5;

const PONG = JSON.stringify({ type: MessageType.Pong });

interface WebSocketTransportDeps extends Pick<GraphQLEngine, 'schema'> {
  readonly live: LiveConnections;
  /**
   * Identifies who is opening a connection. Null means nobody, and an exception that the credentials are not valid.
   *
   * @param token from `connectionParams`; without one, the upgrade's header and cookies count.
   */
  readonly identify: (upgrade: IncomingMessage, token: string | undefined) => Promise<Viewer | null>;
  /** Returns the room guest who is opening a connection; null for anyone else. */
  readonly identifyGuest: (upgrade: IncomingMessage) => Promise<Guest | null>;
  /**
   * Returns the key under which a genuine guest cookie is counted before it is looked up; undefined without such a
   * cookie.
   */
  readonly readGuestKey: (upgrade: IncomingMessage) => string | undefined;
  /** Describes a token, or the credentials of an upgrade request, that identify nobody. */
  readonly explainUnknown: (
    upgrade: IncomingMessage,
    token: string | undefined,
  ) => keyof typeof UNAUTHENTICATED_REASONS;
  readonly addressOf: (upgrade: IncomingMessage) => string;
  readonly report: ReportFailure;
  readonly reject: (socket: Duplex, status: string, retryAfterSeconds?: number) => void;
}

/** A connection with the payload of `connection_init`. */
interface WebSocketContext extends ConnectionContext<WebSocketExtra> {
  readonly connectionParams?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Serves GraphQL over WebSocket (`graphql-transport-ws`): queries and subscriptions of callers who authenticated at
 * `connection_init`. All other connections are closed with 4401 (contract 4).
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
  readonly #heartbeat = new Heartbeat();
  readonly #protocol: Server<WebSocketExtra>;
  #stopped = false;

  constructor(private readonly deps: WebSocketTransportDeps) {
    const { live } = deps;
    this.#sockets.on('wsClientError', (_error, socket) => deps.reject(socket, '400 Bad Request'));
    this.#protocol = makeServer<Record<string, unknown>, WebSocketExtra>({
      schema: deps.schema,
      // The client chooses a ping's payload, which must not be sent back.
      onPing: ({ extra }) => extra.socket.send(PONG),
      onConnect: (context) => this.#connect(context),
      onSubscribe: (context, id, payload) => live.operations.prepare(context, id, payload),
      subscribe: (args: PreparedOperation) => live.subscribe(args),
      onNext: ({ extra }, _id, _payload, _args, { errors, ...result }) =>
        errors && { ...result, errors: live.format(extra.request, errors) },
      onError: ({ extra }, _id, _payload, errors) => live.format(extra.request, errors as readonly GraphQLError[]),
      onClose: ({ extra }) => live.remove(extra.socket),
    });
  }

  /** Takes over a connection whose upgrade request has been accepted. */
  accept(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    const { reject, addressOf, report, live } = this.deps;
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
        tooManyOperations: () => live.format(request, [rejection(tooManyOperations)]),
      });
    });
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

  async #connect(context: WebSocketContext): Promise<boolean> {
    const { socket, request } = context.extra;
    const token = readConnectionToken(context.connectionParams);
    if (token === MALFORMED) return refuse(socket, 'malformed');
    try {
      const viewer = await this.deps.identify(request, token);
      const guest = viewer || token !== undefined ? null : await this.deps.identifyGuest(request);
      // The connection may have closed during the look-up.
      if (!isOpen(socket)) return false;
      if (!viewer && !guest) return refuse(socket, this.deps.explainUnknown(request, token));
      const { live } = this.deps;
      const isAdmitted = viewer ? await live.admit(context, viewer) : guest !== null && live.admitGuest(context, guest);
      if (!isAdmitted) end(socket, CloseReason.TRY_AGAIN_LATER, 'Too many connections');
      return isAdmitted && isOpen(socket);
    } catch (error) {
      if (error instanceof VigiaError && error.kind !== 'busy') {
        return refuse(socket, this.deps.explainUnknown(request, token));
      }
      if (!(error instanceof VigiaError)) this.deps.report(error);
      // The look-up failed, which the client must not mistake for the end of its session.
      end(socket, CloseReason.TRY_AGAIN_LATER, 'Try again later');
      return false;
    }
  }
}

function refuse(socket: WebSocket, reason: keyof typeof UNAUTHENTICATED_REASONS): false {
  end(socket, CloseCode.Unauthorized, UNAUTHENTICATED_REASONS[reason]);
  return false;
}

function isOpen({ readyState, OPEN }: WebSocket): boolean {
  return readyState === OPEN;
}

const tooManyOperations = new InvalidRequest(message('graphql.tooManyOperations', { maximum: OPERATIONS_MAX }));
