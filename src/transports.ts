import type { IncomingMessage } from 'node:http';
import express, { type Express, type Request } from 'express';
import type { GraphQLSchema } from 'graphql';
import { accountPaths } from './accounts/accounts.paths.js';
import type { Authentication } from './accounts/authentication/authentication.js';
import {
  administrationLoginForm,
  generalLoginForm,
  loginPage,
  logoutPage,
} from './accounts/authentication/login.pages.js';
import type { ChangedAccounts } from './accounts/changed-accounts.js';
import { registerPage } from './accounts/registration/register.page.js';
import type { Registration } from './accounts/registration/registration.js';
import type { Sessions } from './accounts/sessions/sessions.js';
import type { ViewerResolver } from './accounts/viewer-resolver.js';
import type { AuditTrail } from './audit/audit-trail.js';
import { type Database, databaseAnswers } from './db/database.js';
import { createGraphQLEngine } from './graphql/graphql-engine.js';
import { createHttpTransport, type HttpGraphQLContext, type HttpTransport } from './graphql/http/http-transport.js';
import { userPath, visitorPath } from './graphql/limits/execution-queue.js';
import type { Connections } from './graphql/websocket/connections.js';
import { WebSocketTransport } from './graphql/websocket/websocket-transport.js';
import type { AgentIntake } from './monitoring/agents/agent-intake.js';
import { AgentsTransport } from './monitoring/agents/agents.websocket.js';
import { AGENT_PATH } from './monitoring/agents/protocol/protocol.js';
import { clientPages, TERMS_TEXT_PATH } from './pages.js';
import { bridgeRoutes } from './rest/bridge.js';
import { openApiDocument } from './rest/open-api.js';
import { HEALTH_PATH, OPEN_API_PATH, openAddresses, READINESS_PATH, restRoutes } from './routes.js';
import type { Settings } from './settings/settings.js';
import type { Clock } from './shared/clock.js';
import { InvalidRequest } from './shared/errors.js';
import type { QueuePath } from './shared/hierarchical-queue.js';
import type { ReportFailure } from './shared/report-failure.js';
import type { Credentials } from './shared/viewer.js';
import type { ShownTerms } from './terms/shown-terms.js';
import { termsTextPage } from './terms/terms-text.page.js';
import type { ClientAssets } from './web/pages/client-assets.js';
import { clientPage } from './web/pages/client-pages.js';
import { errorHandler } from './web/pages/error-handler.js';
import { languageOf } from './web/pages/language.js';
import { chooseLanguage } from './web/pages/language-choice.js';
import { PageRenderer } from './web/pages/page-renderer.js';
import { playground } from './web/pages/playground.js';
import { isApiPath, mountAddress } from './web/requests/addresses.js';
import { ClientAddresses } from './web/requests/client-address.js';
import { liveness, readiness } from './web/requests/health.js';
import type { ServerHandlers } from './web/requests/http-server.js';
import { type RawResponse, rawResponse } from './web/requests/raw-response.js';
import { readBody } from './web/requests/request-body.js';
import { bearerOf, credentialsOf, RequestViewers } from './web/requests/request-viewers.js';
import { upgradeHandler } from './web/requests/upgrade.js';
import { AllowedHosts } from './web/security/allowed-hosts.js';
import { crossOrigin } from './web/security/cross-origin.js';
import { Csrf } from './web/security/csrf.js';
import { securityHeaders } from './web/security/security-headers.js';
import { NotFound } from './web/web.errors.js';

/** The rules that the transports themselves call; everything else they reach through the schema. */
interface TransportServices {
  readonly viewerResolver: ViewerResolver;
  readonly sessions: Sessions;
  readonly changedAccounts: ChangedAccounts;
  readonly connections: Connections;
  readonly audit: AuditTrail;
  readonly authentication: Authentication;
  readonly registration: Registration;
  readonly shownTerms: ShownTerms;
}

interface TransportsDeps {
  readonly settings: Settings;
  readonly secretKey: string;
  readonly database: Database;
  readonly clientAssets: Pick<ClientAssets, 'entries' | 'serve'>;
  readonly services: TransportServices;
  readonly schema: GraphQLSchema;
  readonly clock: Clock;
  readonly agentIntake: AgentIntake;
  readonly report: ReportFailure;
}

/** The three transports on one handler, and the sockets among them. */
export interface Transports extends ServerHandlers {
  readonly webSocket: WebSocketTransport;
  readonly agents: AgentsTransport;
  readonly http: HttpTransport;
}

const GRAPHQL_PATH = '/graphql';

/** Mounts REST, GraphQL and the pages on the services (contract 1, 2). */
export async function createTransports(deps: TransportsDeps): Promise<Transports> {
  const { settings, services, schema, report } = deps;
  const web = createWeb(deps);
  const reject = rawResponse({ https: web.secureCookies });
  const engine = createGraphQLEngine(schema);
  const webSocket = new WebSocketTransport({
    ...engine,
    report,
    languageOf,
    addressOf: web.addressOf,
    identify: (upgrade, authorization) =>
      services.viewerResolver.identify(webSocketCredentials(upgrade, authorization)),
    review: (viewers) => services.viewerResolver.review(viewers),
    connections: services.connections,
    reject,
  });
  services.changedAccounts.whenAnnounced((userId) => webSocket.closeEnded(userId));
  const agents = createAgents(deps, web, reject);
  const http = await createHttpTransport({ ...web, ...engine, report });

  const app = createExpress(deps, web.allowedHosts);
  mountAddress(app, HEALTH_PATH, liveness);
  mountAddress(
    app,
    READINESS_PATH,
    readiness(() => databaseAnswers(deps.database)),
  );
  app.use(
    readBody({
      path: GRAPHQL_PATH,
      allowed: async (request) => (await web.requestViewers.viewerOf(request))?.isStaff === true,
    }),
  );
  mountAddress(app, GRAPHQL_PATH, {
    GET: [playground({ ...web, loginPath: accountPaths.login }), http.handler],
    POST: http.handler,
  });
  mountRest(app, deps, web);
  mountPages(app, deps, web);
  app.use(() => {
    throw new NotFound();
  });
  app.use(errorHandler({ pages: web.pages, report }));
  return {
    webSocket,
    agents,
    http,
    handler: app,
    reject,
    upgrade: upgradeHandler({
      paths: {
        [GRAPHQL_PATH]: (request, socket, head) => webSocket.accept(request, socket, head),
        ...(agents && { [AGENT_PATH]: (request, socket, head) => agents.accept(request, socket, head) }),
      },
      allowedHosts: web.allowedHosts,
      corsOrigins: settings.corsOrigins,
      reject,
    }),
  };
}

type Web = ReturnType<typeof createWeb>;

function createWeb({ settings, secretKey, clientAssets, services }: TransportsDeps) {
  const secureCookies = settings.publicUrl.startsWith('https:');
  const allowedHosts = new AllowedHosts(settings);
  const csrf = new Csrf({ secretKey, secureCookies, allowedHosts });
  const requestViewers = new RequestViewers((credentials) => services.viewerResolver.identify(credentials));
  const addresses = new ClientAddresses(settings.trustProxy);
  const addressOf = (request: IncomingMessage) => addresses.addressOf(request);
  const contextOf = (request: Request): HttpGraphQLContext => ({
    language: languageOf(request),
    address: addressOf(request),
    transport: request.path.startsWith(GRAPHQL_PATH) ? 'graphql' : 'rest',
    viewer: requestViewers.viewerOfOperation(request),
    rejectForgery: () => {
      const { bearer, sessionSecret } = credentialsOf(request);
      if (bearer === undefined && sessionSecret !== undefined) csrf.verifyOriginOrToken(request);
    },
  });
  // The caller is looked up for this alone: the turn may come later, and rights may have ended by then.
  const callerOf = async (request: Request): Promise<QueuePath> => {
    const viewer = await services.viewerResolver.identify(credentialsOf(request)).catch(() => null);
    return viewer ? userPath(viewer) : visitorPath(addressOf(request));
  };
  const pages = new PageRenderer(clientAssets);
  return { pages, allowedHosts, csrf, requestViewers, addressOf, contextOf, callerOf, secureCookies };
}

function createAgents(
  { agentIntake: intake, clock, report }: TransportsDeps,
  { addressOf }: Web,
  reject: RawResponse,
): AgentsTransport {
  const bearerOfRequest = (request: IncomingMessage) => credentialsOf(request).bearer;
  return new AgentsTransport({ intake, clock, addressOf, bearerOf: bearerOfRequest, reject, report });
}

/** What every request passes before it reaches an address. */
function createExpress({ settings, clientAssets }: TransportsDeps, allowedHosts: AllowedHosts): Express {
  const app = express();
  app.set('case sensitive routing', true);
  app.set('etag', false);
  app.set('query parser', 'simple');
  // Should even the error handler fail, Express must not print what failed.
  app.set('env', 'production');
  app.disable('x-powered-by');
  app.use(securityHeaders({ https: settings.publicUrl.startsWith('https:') }));
  app.use((request, _response, next) => {
    if (!allowedHosts.acceptsRequest(request)) throw new InvalidRequest('web.hostNotServed');
    next();
  });
  app.use('/static', clientAssets.serve());
  app.use(chooseLanguage({ secureCookies: settings.publicUrl.startsWith('https:') }));
  const api = crossOrigin(settings.corsOrigins);
  app.use((request, response, next) => {
    response.set('Cache-Control', 'no-store');
    if (isApiPath(request.path)) api(request, response, next);
    else next();
  });
  return app;
}

function mountRest(app: Express, { schema, settings }: TransportsDeps, { contextOf }: Web): void {
  const bridged = bridgeRoutes({ schema, contextOf, routes: restRoutes });
  for (const { path, handlers } of bridged) mountAddress(app, path, handlers);
  const document = openApiDocument({ ...settings, routes: restRoutes, openAddresses });
  mountAddress(app, OPEN_API_PATH, { GET: (_request, response) => void response.json(document) });
}

function mountPages(app: Express, { services }: TransportsDeps, web: Web): void {
  const parts = { ...services, ...web };
  mountAddress(app, accountPaths.login, loginPage(generalLoginForm, parts));
  mountAddress(app, accountPaths.adminLogin, loginPage(administrationLoginForm, parts));
  mountAddress(app, accountPaths.logout, logoutPage(parts));
  mountAddress(app, accountPaths.register, registerPage(parts));
  mountAddress(app, TERMS_TEXT_PATH, termsTextPage({ ...parts, loginPath: accountPaths.login }));
  for (const page of clientPages) mountAddress(app, page.path, clientPage(page, parts));
}

/** Without an `Origin` it is no browser's page that opens the socket: then only a bearer token authenticates the caller. */
function webSocketCredentials(upgrade: IncomingMessage, authorization: string | undefined): Credentials {
  return {
    bearer: authorization === undefined ? undefined : (bearerOf(authorization) ?? ''),
    sessionSecret: upgrade.headers.origin === undefined ? undefined : credentialsOf(upgrade).sessionSecret,
  };
}
