import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { PasswordHasher } from '../features/accounts/credentials/password-hasher.js';
import { openHostMetrics } from '../features/monitoring/host/open-host-metrics.js';
import { ProcessTimes } from '../features/monitoring/host/processes/process-times.js';
import { TermsThread } from '../features/terms/rendering/terms-thread.js';
import { openClock } from '../platform/db/clock/open-clock.js';
import { type Database, openDatabase, reachabilityOf } from '../platform/db/database.js';
import { openMailer } from '../platform/mail/open-mailer.js';
import { openNodeEvents } from '../platform/nodes/open-node-events.js';
import type { ServedCertificate } from '../platform/tls/served-certificate.js';
import { ClientAssets } from '../platform/web/pages/client-assets.js';
import { GracefulShutdown } from '../platform/web/requests/graceful-shutdown.js';
import { createHttpServer } from '../platform/web/requests/http-server.js';
import { answerPlainHttp } from '../platform/web/requests/plain-http.js';
import { warnOfExposedPaths } from '../settings/exposed-paths.js';
import type { Settings } from '../settings/settings.js';
import { endProcess } from '../shared/end-process.js';
import { type ReportFailure, reportTo } from '../shared/errors/report-failure.js';
import type { Logger } from '../shared/logger.js';
import type { Clock, Stop } from '../shared/time/clock.js';
import { releaseYoungGeneration } from '../shared/young-generation.js';
import { announceStart } from './announce-start.js';
import { type App, type AppDeps, createApp } from './app.js';
import { entities } from './entities.js';
import { openTls } from './open-tls.js';
import type { Preparation } from './prepare.js';

const DRAIN_SECONDS = 9;

/** The process is killed if it is still running after this time. */
const KILL_SECONDS = 9.8;

/** Steps of a demonstration around the start of the service: see `src/demo`. */
export interface Staging {
  /** Fills the new database. @returns the parts that replace those of a real service. */
  prepare(opened: {
    readonly database: Database;
    readonly clock: Clock;
  }): Promise<Partial<AppDeps> & Pick<AppDeps, 'hostMetrics' | 'processTimes'>>;
  /** Called once the service has started. @returns a function that stops what it began. */
  begin(app: App, report: ReportFailure): Promise<Stop>;
  /** Called once the service listens. */
  announce(logger: Logger): void;
}

/**
 * Runs the service until SIGTERM or SIGINT; a second signal ends it immediately (promise 37). A staged service writes
 * nothing to the data folder.
 */
export async function serve({ settings, logger, ...prepared }: Preparation, staging?: Staging): Promise<void> {
  const terminated = terminationSignal();
  const noteOpened = endWhileOpening(terminated);
  // The process reading our output may exit.
  process.stdout.on('error', () => {});
  const database = await openDatabase({ location: settings.database, entities, logger });
  const { clock, stop: stopClock } = await openClock(database, logger);
  const tls = await openTls(settings, { clock, logger, keepsData: !staging });
  if (!staging) await warnOfExposedPaths(settings, logger);
  const replaced = (await staging?.prepare({ database, clock })) ?? readMachine(settings, { clock, logger });
  const nodeId = randomUUID();
  const reachability = reachabilityOf(database);
  const events = await openNodeEvents({
    location: settings.database,
    nodeId,
    logger,
    onSilent: () => reachability?.lost(),
    onAnswer: () => reachability?.regained(),
  });
  const app = await createApp({
    ...prepared,
    settings,
    database,
    events,
    nodeId,
    clock,
    logger,
    hasher: new PasswordHasher(),
    termsThread: new TermsThread(),
    clientAssets: new ClientAssets(fileURLToPath(new URL('../client', import.meta.url))),
    mailer: settings.email && openMailer(settings.email, clock),
    tls,
    ...replaced,
  });
  noteOpened();
  const { server, stopRenewals } = createServer(app, settings, tls);
  const shutdown = new GracefulShutdown(server);
  let unstage: Stop | undefined;
  try {
    await app.start();
    unstage = await staging?.begin(app, reportTo(logger));
    await listen(server, settings);
  } catch (error) {
    // Otherwise the other nodes would still count this process for half a minute.
    await app.services.nodes.leave().catch(() => {});
    throw error;
  }
  releaseYoungGeneration();
  if (staging) {
    staging.announce(logger);
    logger.log('info', `Vigia is ready at ${settings.publicUrl}`);
  } else {
    await announceStart(app, { settings, tls, logger });
  }
  await terminated;
  killWhenOverdue(logger);
  logger.log('info', 'Vigia is stopping: requests in progress are finished first');
  unstage?.();
  stopRenewals?.();
  await drain({ server, shutdown, app });
  stopClock();
  await events.stop();
  await database.close();
  // Pending retries, such as the release of a login attempt's slot, would reconnect.
  await endProcess();
}

/** Returns the readers of the machine that the service runs on. */
function readMachine(
  { monitoredPath }: Settings,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
) {
  return {
    hostMetrics: openHostMetrics(monitoredPath, logger),
    processTimes: new ProcessTimes({ clock }),
  };
}

/** Creates the server, which takes over each new certificate while its connections live on. */
function createServer(app: App, settings: Settings, tls: ServedCertificate | undefined) {
  if (!tls) return { server: createHttpServer(app) };
  const server = createHttpServer(app, { certificate: tls.current, answerPlain: answerPlainHttp(settings) });
  return { server, stopRenewals: tls.watch(({ key, cert }) => server.setSecureContext({ key, cert })) };
}

function listen(server: Server, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function terminationSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
  });
}

/**
 * Ends the process at the first signal, until the returned function is called. Another process's migration may block
 * this one for minutes, and no work is in progress yet that could be lost.
 */
function endWhileOpening(terminated: Promise<void>): () => void {
  let isOpening = true;
  void terminated.then(() => {
    if (isOpening) process.exit();
  });
  return () => {
    isOpening = false;
  };
}

/**
 * Kills the process when shutdown takes too long. A thread of Node's pool that is waiting for a disk or a device cannot
 * be ended, and `process.exit` would wait for it. Killing the process loses nothing that has been acknowledged (promise
 * 31).
 */
function killWhenOverdue(logger: Logger): void {
  const kill = () => {
    logger.log('error', 'Vigia is killed: the shutdown takes too long');
    process.kill(process.pid, 'SIGKILL');
  };
  setTimeout(kill, KILL_SECONDS * 1000).unref();
}

interface Running {
  readonly server: Server;
  readonly shutdown: GracefulShutdown;
  readonly app: App;
}

/** Stops accepting requests, closes the WebSockets with 1001, and waits a limited time for requests in progress. */
async function drain({ server, shutdown, app }: Running): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_SECONDS * 1000);
  const { drained } = await shutdown.stopAccepting();
  await app.beginShutdown();
  await drained;
  clearTimeout(deadline);
  await app.stop();
}
