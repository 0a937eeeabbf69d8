import type { IncomingMessage } from 'node:http';
import { createExpressApp } from './express-app.js';
import { createGraphQLEngine } from './graphql/graphql-engine.js';
import { HttpTransport } from './graphql/http/http-transport.js';
import { WebSocketTransport } from './graphql/websocket/websocket-transport.js';
import { AgentsTransport } from './monitoring/agents/agents.websocket.js';
import { AGENT_PATH } from './monitoring/agents/protocol/protocol.js';
import { createRequestParts, GRAPHQL_PATH, type RequestParts, type TransportsDeps } from './request-parts.js';
import type { Credentials } from './shared/identity/viewer.js';
import { apiErrorHandler } from './web/pages/error-handler.js';
import { languageOf } from './web/pages/language.js';
import { ApiRequests } from './web/requests/api-requests.js';
import type { ServerHandlers } from './web/requests/http-server.js';
import { type RawResponse, rawResponse } from './web/requests/raw-response.js';
import { bearerOf, credentialsOf } from './web/requests/request-viewers.js';
import { answerSmallJson } from './web/requests/small-json.js';
import { upgradeHandler } from './web/requests/upgrade.js';
import { cookiesOf, GUEST_COOKIE } from './web/security/cookies.js';
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
        [GRAPHQL_PATH]: (request, socket, head) => webSocket.accept(request, socket, head),
        [AGENT_PATH]: (request, socket, head) => agents.accept(request, socket, head),
      },
      allowedHosts: parts.allowedHosts,
      corsOrigins: settings.corsOrigins,
      reject,
    }),
  };
}

type Engine = ReturnType<typeof createGraphQLEngine> & { readonly reject: RawResponse };

function createWebSocket(
  { services, clock, report }: TransportsDeps,
  { addressOf, guestOf, noted }: RequestParts,
  engine: Engine,
): WebSocketTransport {
  const webSocket = new WebSocketTransport({
    ...engine,
    report,
    languageOf,
    addressOf,
    now: () => clock.now(),
    identify: async (upgrade, authorization) =>
      noted(await services.viewerResolver.identify(webSocketCredentials(upgrade, authorization)), upgrade),
    // As with sessions: without an `Origin` it is no browser's page that opens the socket.
    identifyGuest: async (upgrade) => (upgrade.headers.origin === undefined ? null : guestOf(upgrade)),
    guestKeyOf: (upgrade) => {
      const secret = cookiesOf(upgrade)[GUEST_COOKIE];
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
  { addressOf }: RequestParts,
  reject: RawResponse,
): AgentsTransport {
  const bearerOfRequest = (request: IncomingMessage) => credentialsOf(request).bearer;
  return new AgentsTransport({ intake, clock, addressOf, bearerOf: bearerOfRequest, reject, report });
}

/** Without an `Origin` it is no browser's page that opens the socket: then only a bearer token authenticates the caller. */
function webSocketCredentials(upgrade: IncomingMessage, authorization: string | undefined): Credentials {
  return {
    bearer: authorization === undefined ? undefined : (bearerOf(authorization) ?? ''),
    sessionSecret: upgrade.headers.origin === undefined ? undefined : credentialsOf(upgrade).sessionSecret,
  };
}
