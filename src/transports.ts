import type { IncomingMessage } from 'node:http';
import { createExpressApp } from './express-app.js';
import { createGraphQLEngine } from './graphql/graphql-engine.js';
import { HttpTransport } from './graphql/http/http-transport.js';
import { WebSocketTransport } from './graphql/websocket/websocket-transport.js';
import { AgentsTransport } from './monitoring/agents/agents.websocket.js';
import { AGENT_PATH } from './monitoring/agents/protocol/protocol.js';
import { createRequestParts, GRAPHQL_PATH, type RequestParts, type TransportsDeps } from './request-parts.js';
import { apiErrorHandler } from './web/pages/error-handler.js';
import { languageOf } from './web/pages/language.js';
import { ApiRequests } from './web/requests/api-requests.js';
import type { ServerHandlers } from './web/requests/http-server.js';
import { type RawResponse, rawResponse } from './web/requests/raw-response.js';
import { bearerIn, bearerOf } from './web/requests/request-viewers.js';
import { answerSmallJson } from './web/requests/small-json.js';
import { upgradeHandler } from './web/requests/upgrade.js';
import { apiHeaders } from './web/security/security-headers.js';

/** The three transports on one handler, and the sockets among them. */
export interface Transports extends ServerHandlers {
  readonly webSocket: WebSocketTransport;
  readonly agents: AgentsTransport;
  readonly http: HttpTransport;
}

/** Mounts REST, GraphQL and the pages on the services (contract 1, 2). */
export function createTransports(deps: TransportsDeps): Transports {
  const { settings, services, schema, report } = deps;
  const parts = createRequestParts(deps);
  const headers = apiHeaders({ https: parts.secureCookies });
  const reject = rawResponse(headers);
  const engine = createGraphQLEngine(schema);
  const apiRequests = new ApiRequests({ ...settings, ...parts, headers });
  const http = new HttpTransport({ ...parts, ...engine, contextOf: parts.contextOf('graphql'), report, headers });
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
      // In front of Express, whose layers cost as much as a query.
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
  { addressOf, guestOf, requestViewers, credentialRules }: RequestParts,
  engine: Engine,
): WebSocketTransport {
  const webSocket = new WebSocketTransport({
    ...engine,
    report,
    languageOf,
    addressOf,
    now: () => clock.now(),
    identify: (upgrade, authorization) =>
      requestViewers.viewerOf(upgrade, 'graphqlSocket', {
        bearer: authorization === undefined ? undefined : (bearerIn(authorization) ?? ''),
      }),
    identifyGuest: (upgrade) => guestOf(upgrade, 'graphqlSocket'),
    guestKeyOf: (upgrade) => {
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
    credentialRules.counts('hostToken', 'agentSocket', upgrade) ? bearerOf(upgrade) : undefined;
  return new AgentsTransport({ intake, clock, addressOf, bearerOf: tokenOf, reject, report });
}
