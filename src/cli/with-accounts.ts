import { createAccounts } from '../accounts/create-accounts.js';
import { DisposableDomains } from '../accounts/disposable-domains.js';
import { PasswordHasher } from '../accounts/password-hasher.js';
import { type Database, openDatabase } from '../db/database.js';
import { entities } from '../entities.js';
import { prepareDataDir } from '../settings/data-dir.js';
import { processEnvironment } from '../settings/environment.js';
import { readSettings } from '../settings/settings.js';
import { systemClock } from '../shared/clock.js';
import { createLogger } from '../shared/logger.js';

/** A command has time to wait for the service that writes; the service itself has not. */
const BUSY_TIMEOUT_MS = 5000;

/** The accounts, for a command that runs beside the service or without it. */
type Accounts = ReturnType<typeof createAccounts> & { readonly database: Database };

/**
 * Opens the database of the settings, brings its tables up to date, lets a command work with the accounts, and closes
 * it again. What goes wrong on the side is told on standard error.
 */
export async function withAccounts<T>(work: (accounts: Accounts) => Promise<T>): Promise<T> {
  const settings = readSettings(processEnvironment());
  const logger = createLogger('warn', process.stderr);
  await prepareDataDir(settings);
  const database = await openDatabase({
    location: settings.database,
    entities,
    logger,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  });
  try {
    const disposableDomains = new DisposableDomains({ additions: settings.disposableDomainsFile, logger });
    const parts = { em: database.em, clock: systemClock, logger, hasher: new PasswordHasher(), disposableDomains };
    return await work({ ...createAccounts(parts), database });
  } finally {
    await database.close();
  }
}
