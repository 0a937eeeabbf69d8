import type { Server } from 'node:http';
import { openDisposableDomains } from './accounts/open-disposable-domains.js';
import { PasswordHasher } from './accounts/password-hasher.js';
import { type App, createApp } from './app.js';
import { openDatabase } from './db/database.js';
import { entities } from './entities.js';
import { openMailer } from './mail/open-mailer.js';
import { startDeadline } from './monitoring/host/bounded-source.js';
import { sizesOf } from './monitoring/host/file-systems.js';
import { openHostMetrics } from './monitoring/host/open-host-metrics.js';
import { readHostFacts } from './monitoring/host/portable-host.js';
import { prepareDataDir } from './settings/data-dir.js';
import { loadSecretKey } from './settings/secret-key.js';
import { type Settings, SettingsError } from './settings/settings.js';
import { systemClock } from './shared/clock.js';
import { createLogger, type Logger } from './shared/logger.js';
import { ClientAssets } from './web/client-assets.js';
import { createHttpServer } from './web/http-server.js';

const DRAIN_SECONDS = 9;
const MONITORED_PATH_MS = 5000;

/** Runs the service until SIGTERM or SIGINT; a second signal ends it at once (promise 37). */
export async function serve(settings: Settings): Promise<void> {
  const logger = createLogger(settings.logLevel);
  const terminated = terminationSignal();
  // Who reads our output may go away.
  process.stdout.on('error', () => {});
  await prepareDataDir(settings);
  await checkMonitoredPath(settings);
  const database = await openDatabase({ location: settings.database, entities, logger });
  const app = await createApp({
    settings,
    secretKey: await loadSecretKey(settings),
    database,
    clock: systemClock,
    logger,
    hasher: new PasswordHasher(),
    disposableDomains: openDisposableDomains(settings, logger),
    hostMetrics: openHostMetrics(settings.monitoredPath),
    clientAssets: new ClientAssets(new URL('./client', import.meta.url).pathname),
    mailer: settings.email && openMailer(settings.email, systemClock),
  });
  await app.start();
  const server = createHttpServer(app);
  await listen(server, settings);
  logger.log('info', `Vigia is ready at ${settings.publicUrl}`);
  logHostFacts(logger);
  await terminated;
  logger.log('info', 'Vigia is stopping: requests under way are finished first');
  await drain(server, app);
  await database.close();
}

/** @throws {SettingsError} when there is no such path, or nobody there who answers. */
async function checkMonitoredPath({ monitoredPath }: Settings): Promise<void> {
  const refuse = (why: string) => {
    throw new SettingsError([`MONITORED_PATH cannot be used: ${why}`]);
  };
  const deadline = startDeadline(MONITORED_PATH_MS);
  const silence = deadline.passed.then(() => refuse('its file system does not answer'));
  await Promise.race([sizesOf(monitoredPath).catch((error: Error) => refuse(error.message)), silence]);
  deadline.cancel();
}

/** What machine this is, for who reads the log later; not knowing it changes nothing. */
function logHostFacts(logger: Logger): void {
  readHostFacts().then(
    (facts) => logger.log('info', 'This host', { ...facts }),
    (error: unknown) => logger.log('debug', 'This host is unknown', { error }),
  );
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

/** Takes no more connections, closes the sockets with 1001, and waits for the requests under way, but not for ever. */
async function drain(server: Server, app: App): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_SECONDS * 1000);
  // What is kept alive is not kept once the answer that was under way has gone.
  server.keepAliveTimeout = 1;
  await app.quieten();
  await closed;
  clearTimeout(deadline);
  await app.stop();
}
