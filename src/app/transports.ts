import type { IncomingMessage } from 'node:http';
import { AgentsTransport } from '../features/monitoring/agents/agents.websocket.js';
import { AGENT_PATH } from '../features/monitoring/agents/protocol/protocol.js';
import { createGraphQLEngine } from '../platform/graphql/graphql-engine.js';
import { HttpTransport } from '../platform/graphql/http/http-transport.js';
import { WebSocketTransport } from '../platform/graphql/websocket/websocket-transport.js';
import { apiErrorHandler } from '../platform/web/pages/error-handler.js';
import { detectLanguage } from '../platform/web/pages/language.js';
import { ApiRequests } from '../platform/web/requests/api-requests.js';
import type { ServerHandlers } from '../platform/web/requests/http-server.js';
import { type RawResponse, rawResponse } from '../platform/web/requests/raw-response.js';
import { bearerIn, readBearer } from '../platform/web/requests/request-viewers.js';
import { answerSmallJson } from '../platform/web/requests/small-json.js';
import { upgradeHandler } from '../platform/web/requests/upgrade.js';
import { apiHeaders } from '../platform/web/security/security-headers.js';
import { createExpressApp } from './express-app.js';
import { createRequestParts, GRAPHQL_PATH, type RequestParts, type TransportsDeps } from './request-context.js';

/** The three transports behind one handler, including the sockets. */
export interface Transports extends ServerHandlers {
  readonly webSocket: WebSocketTransport;
  readonly agents: AgentsTransport;
  readonly http: HttpTransport;
}

/** Mounts REST, GraphQL and the pages on top of the services (contract 1, 2). */
export function createTransports(deps: TransportsDeps): Transports {
  const { settings, services, schema, report } = deps;
  const parts = createRequestParts(deps);
  const headers = apiHeaders({ https: parts.secureCookies });
  const reject = rawResponse(headers);
  const engine = createGraphQLEngine(schema);
  const apiRequests = new ApiRequests({ ...settings, ...parts, headers });
  const http = new HttpTransport({ ...parts, ...engine, buildContext: parts.buildContext('graphql'), report, headers });
  const app = createExpressApp(deps, { ...parts, http, apiRequests });
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
  const webSocket = createWebSocket(deps, parts, { ...engine, reject });
  const agents = createAgents(deps, parts, reject);
  return {
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

type Engine = ReturnType<typeof createGraphQLEngine> & { readonly reject: RawResponse };

function createWebSocket(
  { services, clock, report }: TransportsDeps,
  { addressOf, lookUpGuest, requestViewers, credentialRules }: RequestParts,
  engine: Engine,
): WebSocketTransport {
  const webSocket = new WebSocketTransport({
    ...engine,
    report,
    detectLanguage,
    addressOf,
    now: () => clock.now(),
    identify: (upgrade, authorization) =>
      requestViewers.identifyViewer(upgrade, 'graphqlSocket', {
        bearer: authorization === undefined ? undefined : (bearerIn(authorization) ?? ''),
      }),
    identifyGuest: (upgrade) => lookUpGuest(upgrade, 'graphqlSocket'),
    readGuestKey: (upgrade) => {
      const secret = credentialRules.cookieOf('guest', 'graphqlSocket', upgrade);
      return secret !== undefined && services.guestSecrets.isGenuine(secret) ? `guest ${secret}` : undefined;
    },
    review: (viewers) => services.viewerResolver.review(viewers),
    connections: services.connections,
  });
  services.liveRooms.endGuestsBy((isMeant) => webSocket.endGuests(isMeant));
  services.changedAccounts.whenAnnounced((userId) => webSocket.closeEnded(userId));
  return webSocket;
}

function createAgents(
  { agentIntake: intake, clock, report }: TransportsDeps,
  { addressOf, credentialRules }: RequestParts,
  reject: RawResponse,
): AgentsTransport {
  const tokenOf = (upgrade: IncomingMessage) =>
    credentialRules.counts('hostToken', 'agentSocket', upgrade) ? readBearer(upgrade) : undefined;
  return new AgentsTransport({ intake, clock, addressOf, readBearer: tokenOf, reject, report });
}
