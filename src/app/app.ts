import type { AgentIntake } from '../features/monitoring/agents/agent-intake.js';
import { watchChanges } from '../platform/db/change-watch.js';
import type { ServedCertificate } from '../platform/tls/served-certificate.js';
import type { ClientAssets } from '../platform/web/pages/client-assets.js';
import type { DemoAccounts } from '../platform/web/pages/page-renderer.js';
import type { ServerHandlers } from '../platform/web/requests/http-server.js';
import { reportTo } from '../shared/errors/report-failure.js';
import { createOutboxWorkers } from './outbox-workers.js';
import { startScheduledJobs } from './scheduled-jobs.js';
import { createSchema } from './schema.js';
import { createServices, type Services, type ServicesDeps } from './services.js';
import { createTransports } from './transports.js';

/** The service's dependencies; tests replace some with fakes. */
export interface AppDeps extends Omit<ServicesDeps, 'changes' | 'report'> {
  readonly clientAssets: Pick<ClientAssets, 'entries' | 'serve'>;
  /** Accounts that a demonstration offers; undefined for every other service. */
  readonly demonstration?: DemoAccounts | undefined;
  /** The certificate of a service that speaks TLS itself. */
  readonly tls?: Pick<ServedCertificate, 'current'> | undefined;
  /** Replaces the service's own intake in tests. */
  readonly agentIntake?: AgentIntake;
}

/** The service, built but not yet listening. */
export interface App extends ServerHandlers {
  readonly services: Services;
  /** Takes the first sample and starts periodic jobs. */
  start(): Promise<void>;
  /** Stops periodic jobs and closes every WebSocket. Requests are still answered. */
  beginShutdown(): Promise<void>;
  /** Stops everything else, once no request is in progress. */
  stop(): Promise<void>;
}

/** Builds the services and mounts the three transports on them. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { settings, clock, tls } = deps;
  const report = reportTo(deps.logger);
  const changes = watchChanges(deps.database, settings.database, deps.events);
  const services = createServices({ ...deps, changes, report });
  services.beginMonitoring();
  const schema = createSchema(
    {
      ...services,
      clock,
      mailIsOn: settings.email !== undefined,
      publicTerms: settings.publicTerms,
      readAgentHub: () => ({ url: settings.publicUrl, pin: tls?.current.isSelfSigned ? tls.current.pin : undefined }),
    },
    services.pubSub,
    { rateLimits: services.rateLimits, publicConverter: settings.publicConverter },
  );
  const transports = createTransports({
    ...deps,
    agentIntake: deps.agentIntake ?? services.agentIntake,
    services,
    schema,
    report,
  });
  services.health.countSocketsBy(() => transports.webSocket.openSockets + transports.eventStreams.openStreams);
  const outboxWorkers = createOutboxWorkers({ ...deps, changes, report }, services);
  const stops: (() => void)[] = [];
  let stopped = false;
  // A job may still be running when the database is closed; its error then isn't a failure.
  const reportUnlessStopped = (error: unknown) => stopped || report(error);
  return {
    services,
    handler: transports.handler,
    reject: transports.reject,
    upgrade: transports.upgrade,
    start: async () => {
      await services.nodes.register();
      await services.lockout.recover();
      await services.knownNetworks.load();
      await services.shownTerms.current();
      await services.channelProblems.log(deps.logger);
      services.nodes.hostNumber = await services.startMonitoring();
      for (const worker of outboxWorkers) worker.start();
      stops.push(
        services.nodes.start(),
        services.loopDelay.start(),
        () => services.stopMonitoring(),
        ...startScheduledJobs({ ...deps, ...transports, services, report: reportUnlessStopped }),
      );
    },
    beginShutdown: async () => {
      for (const stop of stops) stop();
      for (const worker of outboxWorkers) worker.beginShutdown();
      await Promise.all([transports.webSocket.stop(), transports.eventStreams.stop(), transports.agents.stop()]);
    },
    stop: async () => {
      services.analyst.stop();
      await Promise.all(outboxWorkers.map((worker) => worker.stop()));
      await transports.http.stop();
      await services.socketTable?.finish();
      await services.history.flush();
      await services.sourceIntake.flush().catch(report);
      await services.alertEvaluator.finish().catch(report);
      await services.processRecorder.finish();
      await services.audit.finish().catch(report);
      services.accountDeletion.stop();
      // Without a connection this would wait for the database, and other nodes soon treat this one as gone anyway.
      if (deps.events.isConnected) await services.nodes.leave().catch(report);
      await deps.termsThread.stop();
      stopped = true;
    },
  };
}
