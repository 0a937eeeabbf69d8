import { join } from 'node:path';
import express, { type Express, type Request, type RequestHandler, Router } from 'express';
import { accountPaths } from '../features/accounts/accounts.paths.js';
import {
  administrationLoginForm,
  generalLoginForm,
  loginPage,
} from '../features/accounts/authentication/login.pages.js';
import { logoutPage } from '../features/accounts/authentication/logout.page.js';
import { passkeyLoginPage } from '../features/accounts/authentication/passkey-login.pages.js';
import {
  backchannelLogoutPage,
  type OidcPageDeps,
  oidcCallbackPage,
  oidcLoginPage,
} from '../features/accounts/oidc/oidc.pages.js';
import { forgottenPasswordPage } from '../features/accounts/password-reset/forgotten-password.page.js';
import { setPasswordPage } from '../features/accounts/password-reset/set-password.page.js';
import { registerPage } from '../features/accounts/registration/register.page.js';
import { setupPage } from '../features/accounts/setup/setup.page.js';
import { AgentArchives } from '../features/administration/agent-download/agent-archives.js';
import { AGENT_DOWNLOADS, agentDownloads } from '../features/administration/agent-download/agent-download.pages.js';
import { HTTP_SD_PATH, httpSdPage } from '../features/administration/open-metrics/http-sd.page.js';
import { METRICS_PATH } from '../features/administration/open-metrics/metrics-path.js';
import { openMetricsPage } from '../features/administration/open-metrics/open-metrics.page.js';
import { ScraperAdmission } from '../features/administration/open-metrics/scraper-admission.js';
import { OTLP_METRICS_PATH, otlpEndpoint } from '../features/monitoring/otlp/receiver/otlp.endpoint.js';
import { showTermsText, termsTextPage } from '../features/terms/terms-text.page.js';
import { databaseAnswers } from '../platform/db/database.js';
import type { EventStreamTransport } from '../platform/graphql/event-stream/event-stream-transport.js';
import type { HttpTransport } from '../platform/graphql/http/http-transport.js';
import { readOperationByGet, readSentOperation, type SentOperation } from '../platform/graphql/http/sent-operation.js';
import { bridgeRoutes, type RestHandler } from '../platform/rest/bridge.js';
import { openApiDocument } from '../platform/rest/open-api.js';
import { chooseAppearance } from '../platform/web/pages/appearance-choice.js';
import { errorHandler } from '../platform/web/pages/error-handler.js';
import { PageRenderer } from '../platform/web/pages/page-renderer.js';
import { playground } from '../platform/web/pages/playground.js';
import { serveClientPage } from '../platform/web/pages/serve-client-page.js';
import { isApiPath, mountAddress } from '../platform/web/requests/addresses.js';
import type { ApiRequests } from '../platform/web/requests/api-requests.js';
import { liveness, readiness } from '../platform/web/requests/health.js';
import { readBody } from '../platform/web/requests/request-body.js';
import { readBearer } from '../platform/web/requests/request-viewers.js';
import { pageHeaders } from '../platform/web/security/security-headers.js';
import { NotAcceptable, UnsupportedBody } from '../platform/web/web.errors.js';
import { InvalidRequest, NotFound } from '../shared/errors/errors.js';
import { Quota } from '../shared/rate-limits/quota.js';
import { CONVERTER_PATH, clientPages, ROOM_PATH, TERMS_PATH, TERMS_TEXT_PATH } from './client-pages.js';
import { EVENT_STREAM_PATH, GRAPHQL_PATH, type RequestParts, type TransportsDeps } from './request-context.js';
import { foreignPaths, HEALTH_PATH, OPEN_API_PATH, otherAddresses, READINESS_PATH, restRoutes } from './rest-routes.js';
import { createServiceReport } from './service-report.js';
import { serveManifests } from './web-manifest.js';

interface ExpressParts extends RequestParts {
  readonly http: HttpTransport;
  readonly eventStreams: EventStreamTransport;
  readonly apiRequests: ApiRequests;
}

/** Serves REST, the pages, and the GraphQL requests that are not answered before Express. */
export function createExpressApp(deps: TransportsDeps, parts: ExpressParts): Express {
  const { requestViewers } = parts;
  const pages = new PageRenderer(deps.clientAssets, deps.demonstration);
  const app = express();
  app.set('case sensitive routing', true);
  app.set('etag', false);
  app.set('query parser', 'simple');
  // If even the error handler fails, Express must not print the error.
  app.set('env', 'production');
  app.disable('x-powered-by');
  const beginPageRequest = beforePages(deps, parts);
  app.use((request, response, next) => {
    if (!isApiPath(request.path)) return beginPageRequest(request, response, next);
    parts.apiRequests.setHeaders(response);
    parts.apiRequests.admit(request, response);
    next();
  });
  mountAddress(app, HEALTH_PATH, liveness(createServiceReport({ ...deps, ...parts })));
  mountAddress(
    app,
    READINESS_PATH,
    readiness(() => databaseAnswers(deps.database)),
  );
  mountOtlp(app, deps, parts);
  app.use(
    readBody({
      path: GRAPHQL_PATH,
      allowed: async (request) => (await requestViewers.identifyViewer(request, 'graphql'))?.isStaff === true,
    }),
  );
  mountGraphQL(app, pages, parts);
  mountScrapes(app, deps, parts);
  mountAgentDownloads(app, deps, parts);
  mountRest(app, deps, parts);
  mountPages(app, deps, { ...parts, pages });
  app.use(() => {
    throw new NotFound('web.notFound');
  });
  app.use(errorHandler({ pages, report: deps.report }));
  return app;
}

/** Middleware for requests outside the API. */
function beforePages(
  { clientAssets }: TransportsDeps,
  { allowedHosts, secureCookies, sendsHsts }: RequestParts,
): Router {
  const router = Router({ caseSensitive: true });
  router.use(pageHeaders({ sendsHsts }));
  router.use((request, _response, next) => {
    if (!allowedHosts.acceptsRequest(request)) throw new InvalidRequest('web.hostNotServed');
    next();
  });
  router.use('/static', serveManifests(), clientAssets.serve());
  router.use(chooseAppearance({ secureCookies }));
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  return router;
}

/** Serves OpenTelemetry, which reads its bodies itself. */
function mountOtlp(app: Express, { services, clock, report }: TransportsDeps, parts: ExpressParts): void {
  const { addressOf, credentialRules } = parts;
  const tokenOf = (request: Request) =>
    credentialRules.counts('otlpToken', 'otlp', request) ? readBearer(request) : undefined;
  const endpoint = otlpEndpoint({ receiver: services.otlpIntake, clock, addressOf, readBearer: tokenOf, report });
  mountAddress(app, OTLP_METRICS_PATH, { POST: endpoint });
}

function mountAgentDownloads(app: Express, { services, settings }: TransportsDeps, { addressOf }: ExpressParts): void {
  const handlers = agentDownloads({
    archives: new AgentArchives({ folder: join(settings.dataDir, 'agent') }),
    downloads: new Quota({ rateLimits: services.rateLimits, name: 'agent downloads', ...AGENT_DOWNLOADS }),
    addressOf,
  });
  for (const [path, handler] of Object.entries(handlers)) mountAddress(app, path, handler);
}

/** Serves the playground, queries by GET, and operations sent in less common ways. */
function mountGraphQL(app: Express, pages: PageRenderer, parts: ExpressParts): void {
  mountAddress(app, GRAPHQL_PATH, {
    GET: [playground({ ...parts, pages, loginPath: accountPaths.login }), parts.http.answerGet],
    POST: async (request, response) => {
      requireJson(request);
      await parts.http.answerPost(request, response, request.body);
    },
  });
  mountAddress(app, EVENT_STREAM_PATH, {
    GET: streamEvents(parts, ({ url }) => readOperationByGet(url)),
    POST: streamEvents(parts, (request) => {
      requireJson(request);
      return readSentOperation(request.body);
    }),
  });
}

function streamEvents(
  { eventStreams }: ExpressParts,
  readOperation: (request: Request) => SentOperation,
): RequestHandler {
  return async (request, response) => {
    if (!request.accepts(EVENT_STREAM)) throw new NotAcceptable(EVENT_STREAM);
    await eventStreams.answer(request, response, readOperation(request));
  };
}

const EVENT_STREAM = 'text/event-stream';

/** @throws {UnsupportedBody} for a form, which another site can submit with the browser's cookies; JSON cannot be. */
function requireJson(request: Request): void {
  if (request.body !== undefined && !request.is('application/json'))
    throw new UnsupportedBody('graphql.notAnOperation');
}

/** Serves the figures for Prometheus, and the list of hosts to read them of. */
function mountScrapes(app: Express, { services, settings }: TransportsDeps, { requestViewers }: ExpressParts): void {
  const admission = new ScraperAdmission({
    rateLimits: services.rateLimits,
    identifyViewer: (request) => requestViewers.identifyViewer(request, 'metrics'),
  });
  mountAddress(app, METRICS_PATH, { GET: openMetricsPage({ ...services, admission }) });
  mountAddress(app, HTTP_SD_PATH, { GET: httpSdPage({ ...services, ...settings, admission }) });
}

function mountRest(app: Express, { schema, settings }: TransportsDeps, { buildContext }: ExpressParts): void {
  for (const { path, handlers } of bridgeRoutes({ schema, buildContext: buildContext('rest'), routes: restRoutes })) {
    const { GET, POST } = handlers;
    mountAddress(app, path, { ...(GET && { GET: sendingJson(GET) }), ...(POST && { POST: sendingJson(POST) }) });
  }
  const document = openApiDocument({ ...settings, routes: restRoutes, otherAddresses, foreignPaths });
  mountAddress(app, OPEN_API_PATH, { GET: (_request, response) => void response.json(document) });
}

function sendingJson(handler: RestHandler): RequestHandler {
  return async (request, response) => {
    const { status, body } = await handler(request, response, { query: request.query, body: request.body });
    response.status(status).json(body);
  };
}

function mountPages(
  app: Express,
  { services, settings }: TransportsDeps,
  web: RequestParts & { readonly pages: PageRenderer },
): void {
  const { contact, publicTerms, publicConverter } = settings;
  const termsPath = publicTerms ? TERMS_PATH : undefined;
  const converterPath = publicConverter ? CONVERTER_PATH : undefined;
  const open = { termsPath, converterPath, roomPath: ROOM_PATH, publicTerms };
  const { oidc } = services;
  const provider = settings.oidc && {
    name: settings.oidc.name,
    path: accountPaths.oidcLogin,
    createsAccounts: settings.oidc.create !== 'never',
    isOnly: settings.oidc.only,
  };
  const parts = { ...services, ...web, ...open, settings, contact, provider, loginPath: accountPaths.login };
  mountAddress(app, accountPaths.login, loginPage(generalLoginForm, parts));
  mountAddress(app, accountPaths.adminLogin, loginPage(administrationLoginForm, parts));
  mountAddress(app, accountPaths.passkeyLogin, passkeyLoginPage(generalLoginForm, parts));
  mountAddress(app, accountPaths.adminPasskeyLogin, passkeyLoginPage(administrationLoginForm, parts));
  const endSessionUrl = async (sealedIdToken: string | null) => oidc?.endSessionUrl(sealedIdToken);
  mountAddress(app, accountPaths.logout, logoutPage({ ...parts, endSessionUrl }));
  mountAddress(app, accountPaths.register, registerPage(parts));
  mountAddress(app, accountPaths.forgottenPassword, forgottenPasswordPage(parts));
  mountAddress(app, accountPaths.setPassword, setPasswordPage(parts));
  mountAddress(app, accountPaths.setup, setupPage(parts));
  if (oidc) mountOidc(app, { ...parts, oidc });
  mountAddress(app, TERMS_TEXT_PATH, termsTextPage(parts));
  const termsForVisitors = publicTerms ? showTermsText(parts) : undefined;
  for (const page of clientPages) {
    const forVisitors = page.path === TERMS_PATH ? termsForVisitors : undefined;
    mountAddress(app, page.path, serveClientPage(page, { ...parts, forVisitors }));
  }
}

function mountOidc(app: Express, parts: OidcPageDeps): void {
  mountAddress(app, accountPaths.oidcLogin, oidcLoginPage(parts));
  mountAddress(app, accountPaths.oidcCallback, oidcCallbackPage(parts));
  mountAddress(app, accountPaths.oidcBackchannelLogout, backchannelLogoutPage(parts));
}
