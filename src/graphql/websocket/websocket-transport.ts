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
import type { Language } from '../../i18n/catalogues.js';
import { message } from '../../i18n/message.js';
import { InvalidRequest, NotAuthenticated } from '../../shared/errors.js';
import type { ReportFailure } from '../../shared/report-failure.js';
import type { Viewer, ViewerStatus } from '../../shared/viewer.js';
import { VigiaError } from '../../shared/vigia-error.js';
import type { GraphQLContext } from '../context.js';
import { formatGraphQLErrors } from '../error-format.js';
import { KnownDocuments } from '../known-documents.js';
import { CostLimit } from '../limits/cost-limit.js';
import { type ExecutionQueue, userPath } from '../limits/execution-queue.js';
import { hasTooManyValues, tooManyValues } from '../limits/variable-limits.js';
import { SharedFailure } from '../subscriptions/shared-execution.js';
import { SharedSubscriptions } from '../subscriptions/shared-subscriptions.js';
import type { LiveContext, Subscriber } from '../subscriptions/subscriber.js';
import type { Connections } from './connections.js';
import { Heartbeat } from './heartbeat.js';
import { KeyedLimit } from './keyed-limit.js';
import { OPERATIONS_MAX } from './socket-operations.js';
import { UnprovenConnections } from './unproven-connections.js';
import { ClosedBecause, end, endIfStuck, type PeerExtra, servePeer } from './websocket-peer.js';

const MESSAGE_MAX_BYTES = 64 * 1024;

/** Connections that a user may have (promise 23). */
const SOCKETS_OF_USER_MAX = 20;

/** Connections that have not yet said who they are, of a network and of all (promises 23, 44). */
const UNPROVEN = { ofNetworkMax: 50, max: 1000 };
const REFUSED_RETRY_SECONDS = 5;

const PONG = JSON.stringify({ type: MessageType.Pong });

interface LiveTransportDeps {
  readonly schema: GraphQLSchema;
  readonly executionQueue: ExecutionQueue;
  /** Who opens a connection; `authorization` is the one of `connectionParams`. Null or a throw refuses it. */
  readonly identify: (upgrade: IncomingMessage, authorization: string | undefined) => Promise<Viewer | null>;
  /** How some viewers stand whose connections are open. */
  readonly review: (viewers: ReadonlySet<Viewer>) => Promise<ReadonlyMap<Viewer, ViewerStatus>>;
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
  readonly subscriber?: Subscriber | undefined;
}

/**
 * GraphQL over WebSocket (`graphql-transport-ws`): queries and subscriptions of callers who proved themselves at
 * `connection_init`; everybody else is closed with 4403 (contract 4).
 */
export class WebSocketTransport {
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAX_BYTES,
    handleProtocols,
    // Answers to pings count among what is unsent: see `servePeer`.
    autoPong: false,
  });
  readonly #unproven = new UnprovenConnections(UNPROVEN);
  readonly #socketsOfUser = new KeyedLimit<number>(SOCKETS_OF_USER_MAX);
  /** What gives back the place of a connection that has not yet said who it is. */
  readonly #arrivals = new WeakMap<WebSocket, () => void>();
  readonly #documents: KnownDocuments;
  readonly #costLimit: CostLimit;
  readonly #shared: SharedSubscriptions;
  readonly #heartbeat = new Heartbeat();
  readonly #protocol: Server<PeerExtra>;
  #stopped = false;

  constructor(private readonly deps: LiveTransportDeps) {
    this.#sockets.on('wsClientError', (_error, socket) => deps.refuse(socket, '400 Bad Request'));
    this.#documents = new KnownDocuments(deps.schema);
    this.#costLimit = new CostLimit(deps.schema);
    this.#shared = new SharedSubscriptions(deps);
    this.#protocol = makeServer<Record<string, unknown>, PeerExtra>({
      schema: deps.schema,
      // The payload of a ping is the client's own: it is not sent back.
      onPing: ({ extra }) => extra.socket.send(PONG),
      onConnect: (context) => this.#connect(context),
      onSubscribe: (context, id, payload) => this.#prepare(context, id, payload),
      subscribe: (args: LiveArgs) => args.subscriber ?? subscribe(args),
      onNext: ({ extra }, _id, _payload, _args, { errors, ...result }) =>
        errors && { ...result, errors: this.#format(extra.request, errors) },
      onError: ({ extra }, _id, _payload, errors) => this.#format(extra.request, errors as readonly GraphQLError[]),
      onClose: ({ extra }) => this.deps.connections.remove(extra.socket),
    });
  }

  /** Takes over a connection whose upgrade request has been found acceptable. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { refuse, addressOf, report } = this.deps;
    const leave = this.#stopped ? undefined : this.#unproven.add(addressOf(request), () => socket.destroy());
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
        tooManyOperations: () => this.#format(request, [refusal(tooManyOperations)]),
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
    for (const { viewer, socket } of this.deps.connections) {
      if (socket.readyState === socket.OPEN && !endIfStuck(socket)) viewers.add(viewer);
    }
    if (viewers.size === 0) return;
    try {
      const standings = await this.deps.review(viewers);
      for (const { viewer, socket } of this.deps.connections) {
        // Who has connected since has just been identified.
        endUnlessHolds(socket, standings.get(viewer));
      }
    } catch (error) {
      this.deps.report(error);
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
      const viewer = await this.deps.identify(extra.request, authorization);
      // It may have gone away while the caller was looked up.
      if (!viewer || extra.socket.readyState !== extra.socket.OPEN) return false;
      const leave = this.#socketsOfUser.take(viewer.userId);
      if (!leave) {
        end(extra.socket, ClosedBecause.TRY_AGAIN_LATER, 'Too many connections');
        return false;
      }
      extra.socket.once('close', leave);
      this.#arrivals.get(extra.socket)?.();
      this.deps.connections.add(context, viewer, this.deps.addressOf(extra.request));
      return true;
    } catch (error) {
      if (!(error instanceof VigiaError)) this.deps.report(error);
      return false;
    }
  }

  async #prepare(context: LiveContext, id: string, payload: LivePayload): Promise<LiveArgs | readonly GraphQLError[]> {
    const { socket, request } = context.extra;
    const viewer = this.deps.connections.viewerOf(socket);
    if (!viewer) return [new GraphQLError('Forbidden')];
    await this.deps.executionQueue.turn(userPath(viewer));
    try {
      await this.#confirm(viewer, socket);
    } catch (error) {
      return [refusal(error as Error)];
    }
    // Completed or closed in the meantime: graphql-ws tells nobody of this.
    if (!(id in context.subscriptions)) return [new GraphQLError('Gone')];
    const { query, operationName, variables } = payload;
    if (hasTooManyValues(variables)) return [refusal(new InvalidRequest(tooManyValues))];
    const { document, faults } = this.#documents.read(query);
    if (!document) return faults;
    const operation = getOperationAST(document, operationName)?.operation;
    if (operation === 'mutation') return [refusal(mutationRefused)];
    const tooDear = this.#costLimit.refusalOf({ document, operationName, variables });
    if (tooDear) return [refusal(tooDear)];
    const rights = { isStaff: viewer.isStaff, language: this.deps.languageOf(request) };
    return {
      schema: this.deps.schema,
      document,
      operationName,
      variableValues: variables,
      contextValue: this.#contextOf(context, {
        // Each event of a subscription is executed on its own, and long after it was asked for.
        viewer: operation === 'subscription' ? () => this.#confirm(viewer, socket) : async () => viewer,
      }),
      subscriber: this.#shared.subscriber({ query, document, operationName, variables, ...rights }, context, id),
    };
  }

  /**
   * Looks up again how a caller stands before something is executed for him, and ends his connection when his session,
   * token or role is not what it was (promise 41).
   *
   * @throws {NotAuthenticated} in that case.
   */
  async #confirm(viewer: Viewer, socket: WebSocket): Promise<Viewer> {
    const standing = (await this.deps.review(new Set([viewer]))).get(viewer);
    if (standing === 'holds') return viewer;
    endUnlessHolds(socket, standing);
    throw new NotAuthenticated();
  }

  #contextOf({ extra }: LiveContext, { viewer }: Pick<GraphQLContext, 'viewer'>): GraphQLContext {
    const { languageOf, addressOf } = this.deps;
    return {
      language: languageOf(extra.request),
      transport: 'graphql',
      address: addressOf(extra.request),
      viewer,
    };
  }

  #format(upgrade: IncomingMessage, errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
    const cause = errors[0]?.originalError;
    if (cause instanceof SharedFailure) return cause.errors;
    const { languageOf, report } = this.deps;
    return formatGraphQLErrors(errors, { language: languageOf(upgrade), report });
  }
}

interface LivePayload {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Record<string, unknown> | null | undefined;
}

const tooManyOperations = new InvalidRequest(message('graphql.tooManyOperations', { maximum: OPERATIONS_MAX }));

const mutationRefused = new InvalidRequest('graphql.mutationRefused');

function refusal(originalError: Error): GraphQLError {
  return new GraphQLError(originalError.message, { originalError });
}

/** Clients come back by themselves after the second: with the new role. */
function endUnlessHolds(socket: WebSocket, standing: ViewerStatus | undefined): void {
  if (standing === 'ended') end(socket, CloseCode.Forbidden, 'Forbidden');
  if (standing === 'role_changed') end(socket, ClosedBecause.SERVICE_RESTART, 'Another role');
}
