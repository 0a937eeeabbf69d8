import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifySetCookie } from 'cookie';
import type { GraphQLSchema } from 'graphql';
import type { AccessPolicy } from '../features/accounts/access-policy/access-policy.js';
import type { Authentication } from '../features/accounts/authentication/authentication.js';
import type { Reauthentication } from '../features/accounts/authentication/reauthentication.js';
import type { ChangedAccounts } from '../features/accounts/changed-accounts.js';
import type { Admission } from '../features/accounts/invitations/admission.js';
import type { Oidc } from '../features/accounts/oidc/create-oidc.js';
import type { PasskeyLogin } from '../features/accounts/passkeys/passkey-login.js';
import type { PasswordResets } from '../features/accounts/password-reset/password-resets.js';
import type { TokenUses } from '../features/accounts/personal-tokens/token-uses.js';
import type { Registration } from '../features/accounts/registration/registration.js';
import type { SecondFactors } from '../features/accounts/second-factor/second-factors.js';
import type { SecondStep } from '../features/accounts/second-factor/second-step.js';
import type { Sessions } from '../features/accounts/sessions/sessions.js';
import type { StaffSetup } from '../features/accounts/setup/staff-setup.js';
import type { ViewerResolver } from '../features/accounts/viewer-resolver.js';
import type { OpenMetrics } from '../features/administration/open-metrics/open-metrics.js';
import type { GuestSecrets } from '../features/classroom/participants/guest-secrets.js';
import type { Participants } from '../features/classroom/participants/participants.js';
import type { LiveRooms } from '../features/classroom/subscriptions/live-rooms.js';
import type { AgentIntake } from '../features/monitoring/agents/agent-intake.js';
import type { VisibleHosts } from '../features/monitoring/hosts/visible-hosts.js';
import type { OtlpReceiver } from '../features/monitoring/otlp/otlp-receiver.js';
import type { ShownTerms } from '../features/terms/shown-terms.js';
import type { Language } from '../i18n/catalogues.js';
import type { AuditTrail } from '../platform/audit/audit-trail.js';
import type { Database } from '../platform/db/database.js';
import type { Connections } from '../platform/graphql/connections/connections.js';
import type { HttpGraphQLContext } from '../platform/graphql/http/operation-guard.js';
import { userPath, visitorPath } from '../platform/graphql/limits/execution-queue.js';
import type { ServedCertificate } from '../platform/tls/served-certificate.js';
import type { ClientAssets } from '../platform/web/pages/client-assets.js';
import { detectApiLanguage, detectLanguage } from '../platform/web/pages/language.js';
import type { DemoAccounts } from '../platform/web/pages/page-renderer.js';
import { ClientAddresses } from '../platform/web/requests/client-address.js';
import type { RequestStatistics } from '../platform/web/requests/request-statistics.js';
import { RequestViewers, readBearer } from '../platform/web/requests/request-viewers.js';
import { AllowedHosts } from '../platform/web/security/allowed-hosts.js';
import { bringsCookie, CredentialRules, credentials, type Transport } from '../platform/web/security/credentials.js';
import { Csrf } from '../platform/web/security/csrf.js';
import { RequestSources } from '../platform/web/security/request-source.js';
import type { Settings } from '../settings/settings.js';
import type { QueuePath } from '../shared/concurrency/hierarchical-queue.js';
import type { ReportFailure } from '../shared/errors/report-failure.js';
import type { Guest } from '../shared/identity/guest.js';
import type { Viewer } from '../shared/identity/viewer.js';
import type { Logger } from '../shared/logger.js';
import type { RateLimits } from '../shared/rate-limits/rate-limits.js';
import type { Clock } from '../shared/time/clock.js';

/** Services that the transports call directly; they reach all other services through the schema. */
interface TransportServices {
  readonly viewerResolver: ViewerResolver;
  readonly sessions: Sessions;
  readonly tokenUses: TokenUses;
  readonly changedAccounts: ChangedAccounts;
  readonly connections: Connections;
  readonly audit: AuditTrail;
  readonly authentication: Authentication;
  readonly reauthentication: Reauthentication;
  readonly passkeyLogin: PasskeyLogin;
  readonly oidc: Oidc | undefined;
  readonly secondFactors: SecondFactors;
  readonly secondStep: SecondStep;
  readonly registration: Registration;
  readonly admission: Admission;
  readonly passwordResets: PasswordResets;
  readonly staffSetup: StaffSetup;
  readonly accessPolicy: AccessPolicy;
  readonly shownTerms: ShownTerms;
  readonly openMetrics: OpenMetrics;
  readonly visibleHosts: VisibleHosts;
  readonly otlpIntake: OtlpReceiver;
  readonly requestStatistics: RequestStatistics;
  readonly rateLimits: RateLimits;
  readonly participants: Pick<Participants, 'lookUpGuest'>;
  readonly guestSecrets: Pick<GuestSecrets, 'isGenuine'>;
  readonly liveRooms: Pick<LiveRooms, 'endGuestsBy'>;
}

export interface TransportsDeps {
  readonly settings: Settings;
  readonly secretKey: string;
  readonly database: Database;
  readonly clientAssets: Pick<ClientAssets, 'entries' | 'serve'>;
  readonly demonstration?: DemoAccounts | undefined;
  readonly services: TransportServices;
  readonly schema: GraphQLSchema;
  readonly clock: Clock;
  readonly agentIntake: AgentIntake;
  readonly tls?: Pick<ServedCertificate, 'current'> | undefined;
  readonly logger: Logger;
  readonly report: ReportFailure;
}

/** Path of GraphQL, over HTTP and WebSocket. */
export const GRAPHQL_PATH = '/graphql';

/** Path of GraphQL as event streams. */
export const EVENT_STREAM_PATH = '/graphql/stream';

/** Reads a request's sender, origin and rights, for the transports. */
export type RequestParts = ReturnType<typeof createRequestParts>;

export function createRequestParts({ settings, secretKey, services, clock, tls }: TransportsDeps) {
  const secureCookies = settings.publicUrl.startsWith('https:');
  // With HSTS, browsers would not let anybody go on to a service whose certificate they do not know.
  const sendsHsts = secureCookies && tls?.current.isSelfSigned !== true;
  const allowedHosts = new AllowedHosts(settings);
  const credentialRules = new CredentialRules(new RequestSources({ ...settings, allowedHosts }));
  const csrf = new Csrf({ secretKey, secureCookies, credentialRules });
  const addresses = new ClientAddresses(settings.trustProxy);
  const addressOf = (request: IncomingMessage) => addresses.addressOf(request);
  /** Records the use of a personal access token. @returns the same viewer. */
  const noted = (viewer: Viewer | null, request: IncomingMessage): Viewer | null => {
    if (viewer?.credential.kind === 'personal_token')
      services.tokenUses.note(viewer.credential.tokenId, addressOf(request));
    return viewer;
  };
  const requestViewers = new RequestViewers(
    async (brought, request) => noted(await services.viewerResolver.identify(brought), request),
    credentialRules,
  );
  const lookUpGuest = async (request: IncomingMessage, transport: Transport): Promise<Guest | null> => {
    const secret = credentialRules.cookieOf('guest', transport, request);
    return secret === undefined ? null : services.participants.lookUpGuest(secret);
  };
  const buildContext = (transport: 'graphql' | 'rest') => (request: IncomingMessage, response: ServerResponse) =>
    new RequestContext(transport, request, response, {
      clock,
      csrf,
      addresses,
      credentialRules,
      requestViewers,
      lookUpGuest,
      secureCookies,
    });
  // Looks up the caller only to place them in the queue, since their rights may have ended by the time their turn
  // comes.
  const identifyCaller = async (request: IncomingMessage): Promise<QueuePath> => {
    const viewer = await requestViewers.identifyViewer(request, 'graphql').catch(() => null);
    return viewer ? userPath(viewer) : visitorPath(addressOf(request));
  };
  return {
    allowedHosts,
    credentialRules,
    csrf,
    requestViewers,
    lookUpGuest,
    addressOf,
    isReadableOnTheWay: (request: IncomingMessage) => addresses.isReadableOnTheWay(request),
    buildContext,
    identifyCaller,
    secureCookies,
    sendsHsts,
  };
}

interface RequestContextDeps {
  readonly clock: Clock;
  readonly csrf: Csrf;
  readonly addresses: ClientAddresses;
  readonly requestViewers: RequestViewers;
  readonly credentialRules: CredentialRules;
  readonly lookUpGuest: (request: IncomingMessage, transport: Transport) => Promise<Guest | null>;
  readonly secureCookies: boolean;
}

/** Context of an operation over HTTP. Values that few operations need are computed on demand. */
class RequestContext implements HttpGraphQLContext {
  #viewer: Promise<Viewer | null> | undefined;
  #guest: Promise<Guest | null> | undefined;

  constructor(
    readonly transport: 'graphql' | 'rest',
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly deps: RequestContextDeps,
  ) {}

  /** Data over REST is in the base language by default, as clients of v1 expect; errors are not. */
  get language(): Language {
    return this.transport === 'rest' ? detectLanguage(this.request) : detectApiLanguage(this.request);
  }

  get mailLanguage(): Language {
    return detectLanguage(this.request);
  }

  get address(): string {
    return this.deps.addresses.addressOf(this.request);
  }

  // Arrow functions because resolvers may destructure the context.
  readonly now = (): Date => this.deps.clock.now();

  readonly viewer = ({ anew = false } = {}): Promise<Viewer | null> => {
    if (anew || !this.#viewer) this.#viewer = this.#lookUp();
    return this.#viewer;
  };

  readonly guest = (): Promise<Guest | null> => {
    this.#guest ??= this.#findGuest();
    return this.#guest;
  };

  giveGuestCookie(secret: string, expires: Date): void {
    const { secureCookies: secure, credentialRules } = this.deps;
    // A cookie that isn't accepted must not replace a valid one.
    if (!credentialRules.counts('guest', this.transport, this.request)) return;
    const options = { path: GRAPHQL_PATH, httpOnly: true, sameSite: 'strict', secure, expires } as const;
    this.response.appendHeader('Set-Cookie', stringifySetCookie(credentials.guest.cookie, secret, options));
  }

  rejectForgery(): void {
    if (this.#isByCookie()) this.deps.csrf.verifyOriginOrToken(this.request);
  }

  rejectForgedQuery(): void {
    if (this.#isByCookie()) this.deps.csrf.verifyQueryByGet(this.request);
  }

  #isByCookie(): boolean {
    return readBearer(this.request) === undefined && bringsCookie(this.transport, this.request);
  }

  /** Signed-in users are never guests. */
  async #findGuest(): Promise<Guest | null> {
    const viewer = await this.#lookUp();
    return viewer ? null : this.deps.lookUpGuest(this.request, this.transport);
  }

  #lookUp(): Promise<Viewer | null> {
    return this.deps.requestViewers.identifyViewer(this.request, this.transport);
  }
}
