import { confirmAuthority } from './accounts/authentication/authority.js';
import type { PasswordHasher } from './accounts/authentication/password-hasher.js';
import { createAccounts } from './accounts/create-accounts.js';
import type { DisposableDomains } from './accounts/email-domains/disposable-domains.js';
import { TokenRefresh } from './accounts/tokens/token-refresh.js';
import { Tokens } from './accounts/tokens/tokens.js';
import { ViewerResolver } from './accounts/viewer-resolver.js';
import { LoopDelay } from './administration/loop-delay.js';
import { OutboxAdmin } from './administration/outbox-admin.js';
import { SECURITY_EVENTS_TOPIC } from './administration/security-events.resolver.js';
import { ServiceHealth } from './administration/service-health.js';
import type { AuditTrail } from './audit/audit-trail.js';
import { COMMAND_LINE, staffOrigin } from './audit/origin.js';
import { type ChangeWatch, watchChanges } from './db/change-watch.js';
import type { Database } from './db/database.js';
import { databaseBytes } from './db/database-size.js';
import { deleterOf } from './db/delete-in-slices.js';
import { lockWithin } from './db/lock-within.js';
import { TopicPubSub } from './graphql/pub-sub.js';
import { Connections } from './graphql/websocket/connections.js';
import { BEAT_MS } from './graphql/websocket/heartbeat.js';
import { MailClaims } from './mail/mail-claims.js';
import { MailWorker } from './mail/mail-worker.js';
import type { Mailer } from './mail/mailer.js';
import { Outbox } from './mail/outbox.js';
import { createMonitoring } from './monitoring/create-monitoring.js';
import { HistorySizeCache } from './monitoring/history/history-size.js';
import type { HostMetrics } from './monitoring/host/host-metrics.js';
import { SAMPLE_TOPIC } from './monitoring/sampler.js';
import { createSchema } from './schema.js';
import type { Settings } from './settings/settings.js';
import type { Clock } from './shared/clock.js';
import type { Logger } from './shared/logger.js';
import { type ReportFailure, reportTo } from './shared/report-failure.js';
import { unlessRunning } from './shared/unless-running.js';
import { createTerms } from './terms/create-terms.js';
import { SHOWN_TERMS_TOPIC } from './terms/shown-terms.js';
import type { TermsThread } from './terms/terms-thread.js';
import type { RecordTerms } from './terms/terms-versions.js';
import { createTransports } from './transports.js';
import type { ClientAssets } from './web/pages/client-assets.js';
import type { ServerHandlers } from './web/requests/http-server.js';

/** Everything that the service is built on; tests hand in fakes for some. */
export interface AppDeps {
  readonly settings: Settings;
  readonly secretKey: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hasher: PasswordHasher;
  readonly disposableDomains: DisposableDomains;
  readonly hostMetrics: HostMetrics;
  readonly termsThread: TermsThread;
  readonly clientAssets: Pick<ClientAssets, 'entries' | 'serve'>;
  /** Undefined while mail is off. */
  readonly mailer: Mailer | undefined;
}

/** The service, built and not yet listening. */
export interface App extends ServerHandlers {
  readonly services: Services;
  /** Takes the first sample and starts what runs by the clock. */
  start(): Promise<void>;
  /** Ends what runs by the clock and closes every WebSocket with 1001. Requests are still answered. */
  beginShutdown(): Promise<void>;
  /** Ends the rest, once no request is under way. */
  stop(): Promise<void>;
}

/** The rules of the service, each built once. */
export type Services = ReturnType<typeof createServices>;

const PRUNING_MS = 3_600_000;

/** Login attempts count for ten minutes; strangers can make as many as they like, so they are removed soon after. */
const ATTEMPTS_PRUNING_MS = 60_000;

/** How long repeated events are counted before one line of the log sums them up. */
const LOG_WINDOW_MS = 10_000;

/** Builds every service once, by hand, and mounts the three transports on them. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { settings, clock } = deps;
  const report = reportTo(deps.logger);
  const changes = watchChanges(settings.database);
  const services = createServices({ ...deps, changes, report });
  const schema = createSchema({ ...services, clock, mailIsOn: settings.email !== undefined }, services.pubSub);
  const transports = await createTransports({ ...deps, services, schema, report });
  services.health.countSocketsBy(() => transports.webSocket.openSockets);
  const mailWorker = createMailWorker(deps, services, report);
  const stops: (() => void)[] = [];
  let stopped = false;
  // A job may still run when the database is closed: its error is no failure then.
  const inTurn = (job: () => Promise<void>) => unlessRunning(job, (error) => stopped || report(error));
  return {
    services,
    handler: transports.handler,
    reject: transports.reject,
    upgrade: transports.upgrade,
    start: async () => {
      await services.lockout.recover();
      await services.knownNetworks.load();
      await services.shownTerms.current();
      await services.sampler.start();
      mailWorker?.start();
      stops.push(
        services.loopDelay.start(),
        () => services.sampler.stop(),
        clock.every(settings.metricsIntervalMs, () => void transports.webSocket.closeEnded()),
        clock.every(settings.metricsIntervalMs, () => void services.shownTerms.current().catch(report)),
        clock.every(BEAT_MS, () => transports.webSocket.beat()),
        clock.every(LOG_WINDOW_MS, () => void services.audit.sumUp().catch(report)),
        clock.every(
          ATTEMPTS_PRUNING_MS,
          inTurn(() => services.lockout.prune()),
        ),
        clock.every(
          PRUNING_MS,
          inTurn(() => prune(services)),
        ),
      );
    },
    beginShutdown: async () => {
      for (const stop of stops) stop();
      mailWorker?.beginShutdown();
      await transports.webSocket.stop();
    },
    stop: async () => {
      services.analyst.stop();
      await mailWorker?.stop();
      await transports.http.stop();
      await services.history.flush();
      await services.audit.finish().catch(report);
      await deps.termsThread.stop();
      stopped = true;
      changes.close();
    },
  };
}

/** Removes what counts no more, so that no table grows for ever. */
async function prune({ sessions, audit, history, outbox }: Services): Promise<void> {
  await sessions.prune();
  await audit.prune();
  await outbox.prune();
  await history.prune();
}

function createServices(deps: AppDeps & { readonly changes: ChangeWatch; readonly report: ReportFailure }) {
  const { settings, secretKey, database, clock, logger, hasher, disposableDomains, hostMetrics, changes } = deps;
  const { em } = database;
  const pubSub = new TopicPubSub([SECURITY_EVENTS_TOPIC]);
  const monitoring = createMonitoring({
    settings,
    em,
    clock,
    logger,
    hostMetrics,
    publish: (sample) => pubSub.publish(SAMPLE_TOPIC, sample),
  });
  const outbox = new Outbox({ em, clock, deleteRows: deleterOf({ em, clock }) });
  const accounts = createAccounts({ settings, em, clock, logger, hasher, disposableDomains, outbox });
  const version = () => changes.version();
  const terms = createTerms({
    em,
    clock,
    logger,
    report: deps.report,
    thread: deps.termsThread,
    version,
    record: recordTerms(accounts.audit, clock),
    confirmReader: (unit, reader) => confirmAuthority(unit, { authority: { ...reader, asStaff: false } }, clock.now()),
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
      historySizes: new HistorySizeCache({ em, clock }),
    }),
    ...terms,
    pubSub,
    outbox,
    outboxAdmin: new OutboxAdmin({ em, outbox, audit: accounts.audit }),
    connections: new Connections(clock),
    tokens,
    tokenRefresh: new TokenRefresh({ tokens, audit: accounts.audit }),
    viewerResolver: new ViewerResolver({ sessions: accounts.sessions, tokens, clock, version }),
  };
}

/** The worker that sends the mails of the outbox; undefined while mail is off. */
function createMailWorker(
  { database: { em }, clock, logger, mailer }: AppDeps,
  { outbox, welcomeMail }: Services,
  report: ReportFailure,
): MailWorker | undefined {
  if (!mailer) return undefined;
  const claims = new MailClaims({ em, clock, lockWithin });
  return new MailWorker({ outbox, claims, mailer, write: (mail) => welcomeMail.write(mail), clock, logger, report });
}

/** What is done to the terms, in the words of the audit. */
function recordTerms(audit: AuditTrail, clock: Clock): RecordTerms {
  return async (unit, { event, editor, change }) => {
    const origin = editor ? staffOrigin({ transport: 'graphql', address: editor.address }, editor) : COMMAND_LINE;
    await confirmAuthority(unit, origin, clock.now());
    return audit.recordWithin(unit, { event, result: 'success', origin, username: '', change });
  };
}
