import { AccountsResolver } from './accounts/accounts.resolver.js';
import type { AuditTrail } from './accounts/audit-trail.js';
import { Callers } from './accounts/callers.js';
import { createAccounts } from './accounts/create-accounts.js';
import type { DisposableDomains } from './accounts/disposable-domains.js';
import { COMMAND_LINE, staffOrigin } from './accounts/origin.js';
import { OwnAccountResolver } from './accounts/own-account.resolver.js';
import type { PasswordHasher } from './accounts/password-hasher.js';
import { TokenRefresh } from './accounts/token-refresh.js';
import { Tokens } from './accounts/tokens.js';
import { AuditResolver } from './administration/audit.resolver.js';
import { DomainsResolver } from './administration/domains.resolver.js';
import { HealthResolver } from './administration/health.resolver.js';
import { LocksResolver } from './administration/locks.resolver.js';
import { LoopDelay } from './administration/loop-delay.js';
import { MailDesk } from './administration/mail-desk.js';
import { OutboxResolver } from './administration/outbox.resolver.js';
import { SECURITY_EVENTS_TOPIC, SecurityEventsResolver } from './administration/security-events.resolver.js';
import { ServiceHealth } from './administration/service-health.js';
import { SessionsResolver } from './administration/sessions.resolver.js';
import { UsersResolver } from './administration/users.resolver.js';
import { ConversionResolver } from './conversion/conversion.resolver.js';
import { type ChangeWatch, watchChanges } from './db/change-watch.js';
import type { Database } from './db/database.js';
import { databaseBytes } from './db/database-size.js';
import { createFaces } from './faces.js';
import { Connections } from './graphql/connections.js';
import { busOf, EventPubSub } from './graphql/event-pub-sub.js';
import { BEAT_MS } from './graphql/heartbeat.js';
import { RetainedPubSub } from './graphql/retained-pub-sub.js';
import { MailClaims } from './mail/mail-claims.js';
import type { Mailer } from './mail/mailer.js';
import { Outbox } from './mail/outbox.js';
import { OutboxWorker } from './mail/outbox-worker.js';
import { AnalysisResolver } from './monitoring/analysis/analysis.resolver.js';
import { createMonitoring } from './monitoring/create-monitoring.js';
import { HistorySizes } from './monitoring/history/history-size.js';
import type { HostMetrics } from './monitoring/host/host-metrics.js';
import { MonitoringResolver } from './monitoring/monitoring.resolver.js';
import { SAMPLE_TOPIC } from './monitoring/sampler.js';
import { createSchema } from './schema.js';
import type { Settings } from './settings/settings.js';
import type { Clock } from './shared/clock.js';
import type { Logger } from './shared/logger.js';
import { type ReportFailure, reportTo } from './shared/report-failure.js';
import { createTerms } from './terms/create-terms.js';
import { SHOWN_TERMS_TOPIC } from './terms/shown-terms.js';
import { TermsResolver } from './terms/terms.resolver.js';
import type { RecordTerms } from './terms/terms-versions.js';
import { TermsVersionsResolver } from './terms/terms-versions.resolver.js';
import type { ClientAssets } from './web/client-assets.js';
import type { WebFace } from './web/http-server.js';

/** Everything that the service is built on; tests hand in fakes for some. */
export interface AppParts {
  readonly settings: Settings;
  readonly secretKey: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hasher: PasswordHasher;
  readonly disposableDomains: DisposableDomains;
  readonly hostMetrics: HostMetrics;
  readonly clientAssets: Pick<ClientAssets, 'entries' | 'serve'>;
  /** Undefined while mail is off. */
  readonly mailer: Mailer | undefined;
}

/** The service, built and not yet listening. */
export interface App extends WebFace {
  readonly services: Services;
  /** Takes the first sample and starts what runs by the clock. */
  start(): Promise<void>;
  /** Ends what runs by the clock and closes every WebSocket with 1001. Requests are still answered. */
  quieten(): Promise<void>;
  /** Ends the rest, once no request is under way. */
  stop(): Promise<void>;
}

/** The rules of the service, each built once. */
export type Services = ReturnType<typeof createServices>;

const PRUNING_MS = 3_600_000;

/** Builds every service once, by hand, and mounts the three faces on them. */
export async function createApp(parts: AppParts): Promise<App> {
  const { settings, clock } = parts;
  const report = reportTo(parts.logger);
  const changes = watchChanges(settings.database);
  const services = createServices({ ...parts, changes });
  const schema = createSchema(createResolvers(services, parts), services.pubSub);
  const faces = await createFaces({ ...parts, services, schema, report });
  services.health.countSocketsBy(() => faces.live.openSockets);
  const postman = createPostman(parts, services, report);
  const stops: (() => void)[] = [];
  return {
    services,
    handler: faces.handler,
    refuse: faces.refuse,
    upgrade: faces.upgrade,
    start: async () => {
      await services.lockout.settle();
      await services.shownTerms.current();
      await services.sampler.start();
      postman?.start();
      stops.push(
        services.loopDelay.start(),
        () => services.sampler.stop(),
        clock.every(settings.metricsIntervalMs, () => void faces.live.closeEnded()),
        clock.every(settings.metricsIntervalMs, () => void services.shownTerms.current().catch(report)),
        clock.every(BEAT_MS, () => faces.live.beat()),
        clock.every(PRUNING_MS, () => void prune(services).catch(report)),
      );
    },
    quieten: async () => {
      for (const stop of stops) stop();
      postman?.quieten();
      await faces.live.stop();
    },
    stop: async () => {
      services.analyst.stop();
      await postman?.stop();
      await faces.http.stop();
      await services.history.flush();
      changes.close();
    },
  };
}

/** Removes what counts no more, so that no table grows for ever. */
async function prune({ sessions, lockout, audit, history, outbox }: Services): Promise<void> {
  await sessions.prune();
  await lockout.prune();
  await audit.prune();
  await outbox.prune();
  await history.prune();
}

function createServices(parts: AppParts & { readonly changes: ChangeWatch }) {
  const { settings, secretKey, database, clock, logger, hasher, disposableDomains, hostMetrics, changes } = parts;
  const { em } = database;
  const pubSub = busOf(new RetainedPubSub(), { [SECURITY_EVENTS_TOPIC]: new EventPubSub() });
  const monitoring = createMonitoring({
    settings,
    em,
    clock,
    logger,
    hostMetrics,
    publish: (sample) => pubSub.publish(SAMPLE_TOPIC, sample),
  });
  const outbox = new Outbox({ em, clock });
  const accounts = createAccounts({ settings, em, clock, logger, hasher, disposableDomains, outbox });
  const version = () => changes.version();
  const terms = createTerms({
    em,
    clock,
    version,
    record: recordTerms(accounts.audit),
    publish: (change) => pubSub.publish(SHOWN_TERMS_TOPIC, change),
  });
  accounts.audit.whenRecorded((event) => pubSub.publish(SECURITY_EVENTS_TOPIC, event));
  const tokens = new Tokens({ em, clock, secretKey });
  const loopDelay = new LoopDelay(clock);
  return {
    ...accounts,
    ...monitoring,
    loopDelay,
    health: new ServiceHealth({
      ...monitoring,
      clock,
      loopDelay,
      mailIsOn: settings.email !== undefined,
      databaseKind: settings.database.kind,
      databaseBytes: () => databaseBytes(database, settings.database),
      historySizes: new HistorySizes({ em, clock }),
    }),
    ...terms,
    pubSub,
    outbox,
    mailDesk: new MailDesk({ em, outbox, audit: accounts.audit }),
    connections: new Connections(clock),
    tokens,
    tokenRefresh: new TokenRefresh({ tokens, audit: accounts.audit }),
    callers: new Callers({ sessions: accounts.sessions, tokens, clock, version }),
  };
}

/** Who sends what waits in the outbox; nobody while mail is off. */
function createPostman(
  { database: { em }, clock, logger, mailer }: AppParts,
  { outbox, welcomeMail }: Services,
  report: ReportFailure,
): OutboxWorker | undefined {
  if (!mailer) return undefined;
  const claims = new MailClaims({ em, clock });
  return new OutboxWorker({ outbox, claims, mailer, write: (mail) => welcomeMail.write(mail), clock, logger, report });
}

function createResolvers(services: Services, { clock, settings }: AppParts) {
  return {
    accounts: new AccountsResolver(services),
    ownAccount: new OwnAccountResolver(services),
    users: new UsersResolver(services),
    liveSessions: new SessionsResolver(services),
    locks: new LocksResolver(services),
    securityEvents: new SecurityEventsResolver(),
    conversion: new ConversionResolver(),
    monitoring: new MonitoringResolver({ ...services, clock }),
    analysis: new AnalysisResolver(services.analyst),
    audit: new AuditResolver(services),
    domains: new DomainsResolver(services),
    health: new HealthResolver(services.health),
    outbox: new OutboxResolver({ mailDesk: services.mailDesk, mailIsOn: settings.email !== undefined }),
    terms: new TermsResolver(services),
    termsVersions: new TermsVersionsResolver(services),
  };
}

/** What is done to the terms, in the words of the audit. */
function recordTerms(audit: AuditTrail): RecordTerms {
  return (unit, { event, editor, change }) => {
    const origin = editor ? staffOrigin({ face: 'graphql', address: editor.address }, editor) : COMMAND_LINE;
    return audit.recordWithin(unit, { event, result: 'success', origin, username: '', change });
  };
}
