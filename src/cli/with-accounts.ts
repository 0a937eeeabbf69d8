import { existsSync } from 'node:fs';
import { createAccounts } from '../accounts/create-accounts.js';
import { openDisposableDomains } from '../accounts/open-disposable-domains.js';
import { PasswordHasher } from '../accounts/password-hasher.js';
import { type Database, openDatabase } from '../db/database.js';
import { entities } from '../entities.js';
import { prepareDataDir } from '../settings/data-dir.js';
import { processEnvironment } from '../settings/environment.js';
import { readSettings, type Settings, SettingsError } from '../settings/settings.js';
import { systemClock } from '../shared/clock.js';
import { createLogger } from '../shared/logger.js';

/** A command has time to wait for the service that writes; the service itself has not. */
const BUSY_TIMEOUT_MS = 5000;

/** The accounts, for a command that runs beside the service or without it. */
type Accounts = ReturnType<typeof createAccounts> & { readonly database: Database };

interface Options {
  /** Whether a SQLite database that is not there is made; otherwise the settings name the wrong place. */
  readonly mayCreateDatabase?: boolean;
}

/**
 * Opens the database of the settings, brings its tables up to date, lets a command work with the accounts, and closes
 * it again (contract §10). What goes wrong on the side is told on standard error.
 *
 * @throws {SettingsError} when a setting is bad or there is no database to work on.
 */
export async function withAccounts<T>(
  work: (accounts: Accounts) => Promise<T>,
  { mayCreateDatabase = false }: Options = {},
): Promise<T> {
  const settings = readSettings(processEnvironment());
  if (!mayCreateDatabase) checkDatabaseExists(settings);
  const logger = createLogger('warn', process.stderr);
  await prepareDataDir(settings);
  const database = await openDatabase({
    location: settings.database,
    entities,
    logger,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  });
  try {
    const disposableDomains = openDisposableDomains(settings, logger);
    const parts = { em: database.em, clock: systemClock, logger, hasher: new PasswordHasher(), disposableDomains };
    return await work({ ...createAccounts(parts), database });
  } finally {
    await database.close();
  }
}

function checkDatabaseExists({ database }: Settings): void {
  if (database.kind !== 'sqlite' || existsSync(database.file)) return;
  throw new SettingsError([
    `There is no database ${database.file}: set DATA_DIR to the folder of the service, or make one with "vigia migrate".`,
  ]);
}
