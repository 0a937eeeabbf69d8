import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  subscribe,
} from 'graphql';
import { CloseCode, handleProtocols, MessageType, makeServer, type Server } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { InvalidRequest } from '../shared/errors.js';
import { networkOf } from '../shared/network.js';
import type { ReportFailure } from '../shared/report-failure.js';
import type { Language } from '../shared/text.js';
import type { Standing, Viewer } from '../shared/viewer.js';
import { VigiaError } from '../shared/vigia-error.js';
import type { Connections } from './connections.js';
import type { GraphQLContext } from './context.js';
import { formatGraphQLErrors } from './error-format.js';
import { Heartbeat } from './heartbeat.js';
import { KnownDocuments } from './known-documents.js';
import { Places } from './places.js';
import type { LiveContext, Seat } from './seat.js';
import { SharedFailure } from './shared-execution.js';
import { SharedSubscriptions } from './shared-subscriptions.js';
import { ClosedBecause, end, endIfStuck, type PeerExtra, servePeer } from './web-socket-peer.js';

const MESSAGE_MAX_BYTES = 64 * 1024;

/** Operations that a connection may have under way; one more gets an error. */
const OPERATIONS_MAX = 10;

/** Connections that a user may have (promise 23). */
const SOCKETS_OF_USER_MAX = 20;

/** Connections of a network that have not yet said who they are (promise 23). */
const UNINITIALISED_MAX = 50;
const REFUSED_RETRY_SECONDS = 5;

const PONG = JSON.stringify({ type: MessageType.Pong });

interface LiveTransportParts {
  readonly schema: GraphQLSchema;
  /** Who opens a connection; `authorization` is the one of `connectionParams`. Null or a throw refuses it. */
  readonly identify: (upgrade: IncomingMessage, authorization: string | undefined) => Promise<Viewer | null>;
  /** How some viewers stand whose connections are open. */
  readonly review: (viewers: ReadonlySet<Viewer>) => Promise<ReadonlyMap<Viewer, Standing>>;
  /** Where those are kept that are open. */
  readonly connections: Connections;
  readonly languageOf: (upgrade: IncomingMessage) => Language;
  readonly addressOf: (upgrade: IncomingMessage) => string;
  readonly report: ReportFailure;
  /** Answers an upgrade request that is none. */
  readonly refuse: (socket: Duplex, status: string, retryAfterSeconds?: number) => void;
}

/** What graphql-ws carries from the preparation of an operation to its start. */
interface LiveArgs extends ExecutionArgs {
  /** Set when the operation is shared with others: it then stands for the execution. */
  readonly seat?: Seat | undefined;
}

/**
 * GraphQL over WebSocket (`graphql-transport-ws`): queries and subscriptions of callers who proved themselves at
 * `connection_init`; everybody else is closed with 4403 (contract §4).
 */
export class LiveTransport {
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAX_BYTES,
    handleProtocols,
    // Answers to pings count among what is unsent: see `servePeer`.
    autoPong: false,
  });
  readonly #uninitialised = new Places<string>(UNINITIALISED_MAX);
  readonly #socketsOfUser = new Places<number>(SOCKETS_OF_USER_MAX);
  /** What gives back the place of a connection that has not yet said who it is. */
  readonly #arrivals = new WeakMap<WebSocket, () => void>();
  readonly #documents: KnownDocuments;
  readonly #shared: SharedSubscriptions;
  readonly #heartbeat = new Heartbeat();
  readonly #protocol: Server<PeerExtra>;
  #stopped = false;

  constructor(private readonly parts: LiveTransportParts) {
    this.#sockets.on('wsClientError', (_error, socket) => parts.refuse(socket, '400 Bad Request'));
    this.#documents = new KnownDocuments(parts.schema);
    this.#shared = new SharedSubscriptions(parts);
    this.#protocol = makeServer<Record<string, unknown>, PeerExtra>({
      schema: parts.schema,
      // The payload of a ping is the client's own: it is not sent back.
      onPing: ({ extra }) => extra.socket.send(PONG),
      onConnect: (context) => this.#connect(context),
      onSubscribe: (context, id, payload) => this.#prepare(context, id, payload),
      subscribe: (args: LiveArgs) => args.seat ?? subscribe(args),
      onNext: (context, _id, _payload, _args, { errors, ...result }) =>
        errors && { ...result, errors: this.#format(context, errors) },
      onError: (context, _id, _payload, errors) => this.#format(context, errors as readonly GraphQLError[]),
      onClose: ({ extra }) => this.parts.connections.remove(extra.socket),
    });
  }

  /** Takes over a connection whose upgrade request has been found acceptable. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { refuse, addressOf, report } = this.parts;
    const leave = this.#stopped ? undefined : this.#uninitialised.take(networkOf(addressOf(request)));
    if (!leave) {
      refuse(socket, '503 Service Unavailable', REFUSED_RETRY_SECONDS);
      return;
    }
    // Whatever way it ends, and also when it never becomes a WebSocket.
    socket.once('close', leave);
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      this.#arrivals.set(webSocket, leave);
      servePeer({
        server: this.#protocol,
        heartbeat: this.#heartbeat,
        socket: webSocket,
        wire: socket,
        request,
        report,
      });
    });
  }

  /**
   * Closes every connection whose session or token has ended since (4403) or whose user has another role by now (1012, on
   * which clients come back by themselves), and drops those that have stopped reading. Called once per interval, and
   * after each revocation.
   */
  async closeEnded(): Promise<void> {
    const viewers = new Set<Viewer>();
    for (const { viewer, socket } of this.parts.connections) {
      if (socket.readyState === socket.OPEN && !endIfStuck(socket)) viewers.add(viewer);
    }
    if (viewers.size === 0) return;
    try {
      const standings = await this.parts.review(viewers);
      for (const { viewer, socket } of this.parts.connections) {
        // Who has connected since has just been identified.
        const standing = standings.get(viewer);
        if (standing === 'ended') end(socket, CloseCode.Forbidden, 'Forbidden');
        if (standing === 'role_changed') end(socket, ClosedBecause.SERVICE_RESTART, 'Another role');
      }
    } catch (error) {
      this.parts.report(error);
    }
  }

  /** How many WebSockets are open, those included that have not yet said who they are. */
  get openSockets(): number {
    return this.#sockets.clients.size;
  }

  /** Looks for signs of life. Called once per `BEAT_MS`. */
  beat(): void {
    this.#heartbeat.beat();
  }

  /** Closes every connection with 1001 and takes no more; who does not answer is cut. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const closed = [...this.#sockets.clients].map((socket) => {
      end(socket, ClosedBecause.GOING_AWAY, 'Going away');
      return new Promise((resolve) => socket.once('close', resolve));
    });
    await Promise.all(closed);
  }

  async #connect(context: LiveContext): Promise<boolean> {
    const { connectionParams, extra } = context;
    const authorization = connectionParams?.Authorization;
    if (authorization !== undefined && typeof authorization !== 'string') return false;
    try {
      const viewer = await this.parts.identify(extra.request, authorization);
      // It may have gone away while the caller was looked up.
      if (!viewer || extra.socket.readyState !== extra.socket.OPEN) return false;
      const leave = this.#socketsOfUser.take(viewer.userId);
      if (!leave) {
        end(extra.socket, ClosedBecause.TRY_AGAIN_LATER, 'Too many connections');
        return false;
      }
      extra.socket.once('close', leave);
      this.#arrivals.get(extra.socket)?.();
      this.parts.connections.add(context, viewer, this.parts.addressOf(extra.request));
      return true;
    } catch (error) {
      if (!(error instanceof VigiaError)) this.parts.report(error);
      return false;
    }
  }

  #prepare(context: LiveContext, id: string, payload: LivePayload): LiveArgs | readonly GraphQLError[] {
    const { socket, request } = context.extra;
    const viewer = this.parts.connections.viewerOf(socket);
    if (!viewer) return [new GraphQLError('Forbidden')];
    if (Object.keys(context.subscriptions).length > OPERATIONS_MAX) return [refusal(tooManyOperations)];
    const { query, operationName, variables } = payload;
    const { document, faults } = this.#documents.read(query);
    if (!document) return faults;
    if (getOperationAST(document, operationName)?.operation === 'mutation') return [refusal(mutationRefused)];
    const rights = { isStaff: viewer.isStaff, language: this.parts.languageOf(request) };
    return {
      schema: this.parts.schema,
      document,
      operationName,
      variableValues: variables,
      contextValue: this.#contextOf(context, viewer),
      seat: this.#shared.seat({ query, document, operationName, variables, ...rights }, context, id),
    };
  }

  #contextOf({ extra }: LiveContext, viewer: Viewer): GraphQLContext {
    const { languageOf, addressOf } = this.parts;
    return {
      language: languageOf(extra.request),
      face: 'graphql',
      address: addressOf(extra.request),
      viewer: async () => viewer,
    };
  }

  #format({ extra }: LiveContext, errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
    const cause = errors[0]?.originalError;
    if (cause instanceof SharedFailure) return cause.errors;
    const { languageOf, report } = this.parts;
    return formatGraphQLErrors(errors, { language: languageOf(extra.request), report });
  }
}

interface LivePayload {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Record<string, unknown> | null | undefined;
}

const tooManyOperations = {
  pt: `Uma conexão aceita no máximo ${OPERATIONS_MAX} operações ao mesmo tempo.`,
  en: `A connection takes at most ${OPERATIONS_MAX} operations at a time.`,
};

const mutationRefused = {
  pt: 'Mutações não são aceitas por WebSocket: envie-as por POST.',
  en: 'Mutations are not accepted over WebSocket: send them by POST.',
};

function refusal(text: ConstructorParameters<typeof InvalidRequest>[0]): GraphQLError {
  const originalError = new InvalidRequest(text);
  return new GraphQLError(originalError.message, { originalError });
}
