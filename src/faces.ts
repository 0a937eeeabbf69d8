import type { IncomingMessage } from 'node:http';
import express, { type Express, type Request } from 'express';
import type { GraphQLSchema } from 'graphql';
import { accountPaths } from './accounts/accounts.paths.js';
import { accountsRoutes } from './accounts/accounts.routes.js';
import type { AuditTrail } from './accounts/audit-trail.js';
import type { Authentication } from './accounts/authentication.js';
import type { Callers } from './accounts/callers.js';
import { adminDoor, generalDoor, loginPage, logoutPage } from './accounts/login.pages.js';
import { registerPage } from './accounts/register.page.js';
import type { Registration } from './accounts/registration.js';
import type { Revocations } from './accounts/revocations.js';
import type { Sessions } from './accounts/sessions.js';
import { conversionRoutes } from './conversion/conversion.routes.js';
import { type Database, databaseAnswers } from './db/database.js';
import { createHttpTransport, type HttpGraphQLContext, type HttpTransport } from './graphql/http-transport.js';
import { LiveTransport } from './graphql/live-transport.js';
import { monitoringRoutes } from './monitoring/monitoring.routes.js';
import { clientPages } from './pages.js';
import { bridgeRoutes } from './rest/bridge.js';
import type { Settings } from './settings/settings.js';
import { InvalidRequest } from './shared/errors.js';
import type { ReportFailure } from './shared/report-failure.js';
import type { Credentials } from './shared/viewer.js';
import { isApiPath, mountAddress } from './web/addresses.js';
import { bareResponse } from './web/bare-response.js';
import { bearerOf, CallerLookup, credentialsOf } from './web/caller.js';
import { ClientAddresses } from './web/client-address.js';
import type { ClientAssets } from './web/client-assets.js';
import { clientPage } from './web/client-pages.js';
import { crossOrigin } from './web/cross-origin.js';
import { Csrf } from './web/csrf.js';
import { liveness, readiness } from './web/health.js';
import type { WebFace } from './web/http-server.js';
import { languageOf } from './web/language.js';
import { chooseLanguage } from './web/language-choice.js';
import { OwnHosts } from './web/own-hosts.js';
import { PageRenderer } from './web/page-renderer.js';
import { playground } from './web/playground.js';
import { answerProblems } from './web/problems.js';
import { readBody } from './web/request-body.js';
import { securityHeaders } from './web/security-headers.js';
import { upgradeHandler } from './web/upgrade.js';
import { NotFound } from './web/web.errors.js';
import { webMessages } from './web/web.messages.js';

/** The rules that the faces themselves call; everything else they reach through the schema. */
interface FaceServices {
  readonly callers: Callers;
  readonly sessions: Sessions;
  readonly revocations: Revocations;
  readonly audit: AuditTrail;
  readonly authentication: Authentication;
  readonly registration: Registration;
}

interface FacesParts {
  readonly settings: Settings;
  readonly secretKey: string;
  readonly database: Database;
  readonly clientAssets: Pick<ClientAssets, 'entries' | 'serve'>;
  readonly services: FaceServices;
  readonly schema: GraphQLSchema;
  readonly report: ReportFailure;
}

/** The three faces on one handler, and the sockets among them. */
export interface Faces extends WebFace {
  readonly live: LiveTransport;
  readonly http: HttpTransport;
}

const GRAPHQL_PATH = '/graphql';

/** Mounts REST, GraphQL and the pages on the services (contract §1, §2). */
export async function createFaces(parts: FacesParts): Promise<Faces> {
  const { settings, services, schema, report } = parts;
  const web = createWeb(parts);
  const refuse = bareResponse({ https: web.secureCookies });
  const live = new LiveTransport({
    schema,
    report,
    languageOf,
    addressOf: web.addressOf,
    identify: (upgrade, authorization) => services.callers.identify(liveCredentials(upgrade, authorization)),
    whoStillHold: (viewers) => services.callers.whoStillHold(viewers),
    refuse,
  });
  services.revocations.whenAnnounced(() => void live.closeEnded());
  const http = await createHttpTransport({ schema, contextOf: web.contextOf, report });

  const app = createExpress(parts, web.ownHosts);
  mountAddress(app, '/healthz', liveness);
  mountAddress(
    app,
    '/readyz',
    readiness(() => databaseAnswers(parts.database)),
  );
  app.use(
    readBody({
      path: GRAPHQL_PATH,
      allowed: async (request) => (await web.callers.viewerOf(request))?.isStaff === true,
    }),
  );
  mountAddress(app, GRAPHQL_PATH, {
    GET: [playground({ ...web, loginPath: accountPaths.login }), http.handler],
    POST: http.handler,
  });
  mountRest(app, parts, web);
  mountPages(app, parts, web);
  app.use(() => {
    throw new NotFound();
  });
  app.use(answerProblems({ pages: web.pages, report }));
  return {
    live,
    http,
    handler: app,
    refuse,
    upgrade: upgradeHandler({
      path: GRAPHQL_PATH,
      ownHosts: web.ownHosts,
      corsOrigins: settings.corsOrigins,
      refuse,
      accept: (request, socket, head) => live.accept(request, socket, head),
    }),
  };
}

type Web = ReturnType<typeof createWeb>;

function createWeb({ settings, secretKey, clientAssets, services }: FacesParts) {
  const secureCookies = settings.publicUrl.startsWith('https:');
  const ownHosts = new OwnHosts(settings);
  const csrf = new Csrf({ secretKey, secureCookies, ownHosts });
  const callers = new CallerLookup((credentials) => services.callers.identify(credentials));
  const addresses = new ClientAddresses(settings.trustProxy);
  const addressOf = (request: IncomingMessage) => addresses.addressOf(request);
  const contextOf = (request: Request): HttpGraphQLContext => ({
    language: languageOf(request),
    address: addressOf(request),
    face: request.path.startsWith(GRAPHQL_PATH) ? 'graphql' : 'rest',
    viewer: () => callers.viewerOf(request),
    refuseForgery: () => {
      const { bearer, sessionSecret } = credentialsOf(request);
      if (bearer === undefined && sessionSecret !== undefined) csrf.verifyOriginOrToken(request);
    },
  });
  return { pages: new PageRenderer(clientAssets), ownHosts, csrf, callers, addressOf, contextOf, secureCookies };
}

/** What every request passes before it reaches an address. */
function createExpress({ settings, clientAssets }: FacesParts, ownHosts: OwnHosts): Express {
  const app = express();
  app.set('case sensitive routing', true);
  app.set('etag', false);
  app.set('query parser', 'simple');
  // Should even the error handler fail, Express must not print what failed.
  app.set('env', 'production');
  app.disable('x-powered-by');
  app.use(securityHeaders({ https: settings.publicUrl.startsWith('https:') }));
  app.use((request, _response, next) => {
    if (!ownHosts.acceptsRequest(request)) throw new InvalidRequest(webMessages.hostNotServed);
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

function mountRest(app: Express, { schema }: FacesParts, { contextOf }: Web): void {
  const routes = [...accountsRoutes, ...monitoringRoutes, ...conversionRoutes];
  for (const { path, handlers } of bridgeRoutes({ schema, contextOf, routes })) mountAddress(app, path, handlers);
}

function mountPages(app: Express, { services }: FacesParts, web: Web): void {
  const parts = { ...services, ...web };
  mountAddress(app, accountPaths.login, loginPage(generalDoor, parts));
  mountAddress(app, accountPaths.adminLogin, loginPage(adminDoor, parts));
  mountAddress(app, accountPaths.logout, logoutPage(parts));
  mountAddress(app, accountPaths.register, registerPage(parts));
  for (const page of clientPages) mountAddress(app, page.path, clientPage(page, parts));
}

/** Without an `Origin` it is no browser's page that opens the socket: then only a bearer token speaks for the caller. */
function liveCredentials(upgrade: IncomingMessage, authorization: string | undefined): Credentials {
  return {
    bearer: authorization === undefined ? undefined : (bearerOf(authorization) ?? ''),
    sessionSecret: upgrade.headers.origin === undefined ? undefined : credentialsOf(upgrade).sessionSecret,
  };
}
