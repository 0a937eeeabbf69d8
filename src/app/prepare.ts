import type { DisposableDomains } from '../features/accounts/email-domains/disposable-domains.js';
import { openDisposableDomains } from '../features/accounts/email-domains/open-disposable-domains.js';
import { loadHostId } from '../features/monitoring/host/facts/host-id.js';
import { checkMonitoredPath } from '../features/monitoring/host/file-systems/check-monitored-path.js';
import { prepareDataDir } from '../settings/data-dir.js';
import { loadSecretKey } from '../settings/secret-key.js';
import type { Settings } from '../settings/settings.js';
import { createLogger, type Logger } from '../shared/logger.js';

/** Data about the machine, read before the service is loaded. */
export interface Preparation {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly secretKey: string;
  /** Undefined on SQLite, which is limited to one machine. */
  readonly hostId: string | undefined;
  readonly disposableDomains: DisposableDomains;
}

/**
 * Creates the data folder and its key if missing, and checks the files named by settings. Separate from `serve.ts`,
 * which takes about a second to load, so that a bad setting is reported early.
 *
 * @throws {SettingsError} naming the setting.
 */
export async function prepare(settings: Settings): Promise<Preparation> {
  const logger = createLogger(settings.logLevel, process.stdout, settings.logFormat);
  await prepareDataDir(settings);
  await checkMonitoredPath(settings);
  return {
    settings,
    logger,
    secretKey: await loadSecretKey(settings),
    hostId: settings.database.kind === 'postgresql' ? await loadHostId(settings) : undefined,
    disposableDomains: openDisposableDomains(settings, logger),
  };
}
