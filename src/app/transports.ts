import type { IncomingMessage } from 'node:http';
import { isTokenShaped } from '../features/accounts/tokens/is-token-shaped.js';
import { AgentsTransport } from '../features/monitoring/agents/agents.websocket.js';
import { AGENT_PATH } from '../features/monitoring/agents/protocol/protocol.js';
import { LiveConnections } from '../platform/graphql/connections/live-connections.js';
import { EventStreamTransport } from '../platform/graphql/event-stream/event-stream-transport.js';
import { createGraphQLEngine } from '../platform/graphql/graphql-engine.js';
import { HttpTransport } from '../platform/graphql/http/http-transport.js';
import { WebSocketTransport } from '../platform/graphql/websocket/websocket-transport.js';
import { apiErrorHandler } from '../platform/web/pages/error-handler.js';
import { detectApiLanguage } from '../platform/web/pages/language.js';
import { ApiRequests } from '../platform/web/requests/api-requests.js';
import type { ServerHandlers } from '../platform/web/requests/http-server.js';
import { type RawResponse, rawResponse } from '../platform/web/requests/raw-response.js';
import { readBearer } from '../platform/web/requests/request-viewers.js';
import { answerSmallJson } from '../platform/web/requests/small-json.js';
import { upgradeHandler } from '../platform/web/requests/upgrade.js';
import { apiHeaders } from '../platform/web/security/security-headers.js';
import { createExpressApp } from './express-app.js';
import { createRequestParts, GRAPHQL_PATH, type RequestParts, type TransportsDeps } from './request-context.js';

/** The three transports behind one handler, including the sockets. */
export interface Transports extends ServerHandlers {
  /** Connections of known callers, over WebSocket and as event streams. */
  readonly live: LiveConnections;
  readonly eventStreams: EventStreamTransport;
  readonly webSocket: WebSocketTransport;
  readonly agents: AgentsTransport;
  readonly http: HttpTransport;
}

/** Mounts REST, GraphQL and the pages on top of the services (contract 1, 2). */
export function createTransports(deps: TransportsDeps): Transports {
  const { settings, services, schema, report } = deps;
  const parts = createRequestParts(deps);
  const headers = apiHeaders({ sendsHsts: parts.sendsHsts });
  const reject = rawResponse(headers);
  const engine = createGraphQLEngine(schema);
  const apiRequests = new ApiRequests({ ...settings, ...parts, headers });
  const http = new HttpTransport({ ...parts, ...engine, buildContext: parts.buildContext('graphql'), report, headers });
  const live = createLive(deps, parts, engine);
  const eventStreams = createEventStreams(parts, live);
  const app = createExpressApp(deps, { ...parts, http, eventStreams, apiRequests });
  const answerFailure = apiErrorHandler(report);
  const fail: typeof answerFailure = (thrown, request, response) => {
    apiRequests.setHeaders(response);
    answerFailure(thrown, request, response);
  };
  const answerOperation = answerSmallJson({
    apiRequests,
    answer: (request, response, body) => http.answerPost(request, response, body),
    fail,
  });
  const webSocket = createWebSocket(deps, parts, { schema, live, reject });
  const agents = createAgents(deps, parts, reject);
  return {
    live,
    eventStreams,
    webSocket,
    agents,
    http,
    handler: (request, response) => {
      services.requestStatistics.watch(request, response);
      // Handled before Express, whose layers cost as much as a query.
      if (request.url === GRAPHQL_PATH && answerOperation(request, response)) return;
      app(request, response);
    },
    reject,
    upgrade: upgradeHandler({
      paths: {
        [GRAPHQL_PATH]: { transport: 'graphqlSocket', accept: (...upgrade) => webSocket.accept(...upgrade) },
        [AGENT_PATH]: { transport: 'agentSocket', accept: (...upgrade) => agents.accept(...upgrade) },
      },
      ...parts,
      reject,
    }),
  };
}

function createLive(
  { services, clock, report }: TransportsDeps,
  { addressOf, lookUpGuest }: RequestParts,
  engine: ReturnType<typeof createGraphQLEngine>,
): LiveConnections {
  const live = new LiveConnections({
    ...engine,
    report,
    detectLanguage: detectApiLanguage,
    addressOf,
    now: () => clock.now(),
    // The two transports accept a guest's cookie from the same pages.
    identifyGuest: (request) => lookUpGuest(request, 'graphqlSocket'),
    review: (viewers) => services.viewerResolver.review(viewers),
    connections: services.connections,
  });
  services.liveRooms.endGuestsBy((isMeant) => live.endGuests(isMeant));
  services.changedAccounts.whenAnnounced((userId) => live.closeEnded(userId));
  return live;
}

interface SocketParts {
  readonly schema: TransportsDeps['schema'];
  readonly live: LiveConnections;
  readonly reject: RawResponse;
}

function createWebSocket(
  { services, report }: TransportsDeps,
  { addressOf, lookUpGuest, requestViewers, credentialRules }: RequestParts,
  { schema, live, reject }: SocketParts,
): WebSocketTransport {
  const cookieOf = (name: 'session' | 'guest', upgrade: IncomingMessage) =>
    credentialRules.cookieOf(name, 'graphqlSocket', upgrade);
  return new WebSocketTransport({
    schema,
    live,
    reject,
    report,
    addressOf,
    identify: (upgrade, token) =>
      requestViewers.identifyViewer(upgrade, 'graphqlSocket', { bearer: token ?? readBearer(upgrade) }),
    identifyGuest: (upgrade) => lookUpGuest(upgrade, 'graphqlSocket'),
    readGuestKey: (upgrade) => {
      const secret = cookieOf('guest', upgrade);
      return secret !== undefined && services.guestSecrets.isGenuine(secret) ? `guest ${secret}` : undefined;
    },
    explainUnknown: (upgrade, fromParams) => {
      const token = fromParams ?? readBearer(upgrade);
      if (token !== undefined) return isTokenShaped(token) ? 'ended' : 'malformed';
      const bringsCookie = cookieOf('session', upgrade) !== undefined || cookieOf('guest', upgrade) !== undefined;
      return bringsCookie ? 'ended' : 'missing';
    },
  });
}

function createEventStreams(
  { lookUpGuest, requestViewers }: RequestParts,
  live: LiveConnections,
): EventStreamTransport {
  return new EventStreamTransport({
    live,
    identify: (request) => requestViewers.identifyViewer(request, 'eventStream'),
    identifyGuest: (request) => lookUpGuest(request, 'eventStream'),
  });
}

function createAgents(
  { agentIntake: intake, clock, logger, report }: TransportsDeps,
  { addressOf, isReadableOnTheWay, credentialRules }: RequestParts,
  reject: RawResponse,
): AgentsTransport {
  const tokenOf = (upgrade: IncomingMessage) =>
    credentialRules.counts('hostToken', 'agentSocket', upgrade) ? readBearer(upgrade) : undefined;
  const onKnownToken = (upgrade: IncomingMessage) => {
    if (!isReadableOnTheWay(upgrade)) return;
    const address = addressOf(upgrade);
    logger.log('warn', 'An agent sends its token over plain http, where anybody on the way can read it', { address });
  };
  return new AgentsTransport({ intake, clock, addressOf, readBearer: tokenOf, onKnownToken, reject, report });
}
