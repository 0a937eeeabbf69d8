import { existsSync } from 'node:fs';
import { processEnvironment } from '../settings/environment.js';
import { readSettings, type Settings, SettingsError } from '../settings/settings.js';
import type { Accounts } from './open-accounts.js';

interface Options {
  /**
   * Whether to create a missing SQLite database. If not, a missing database is taken to mean that the settings name the
   * wrong folder.
   */
  readonly mayCreateDatabase?: boolean;
  /** Requires tables that are up to date; a missing database counts as an empty one. */
  readonly changesNothing?: boolean;
}

/**
 * Opens the configured database, migrates its tables, runs a command's work on the accounts, and closes it again
 * (contract 10). Warnings go to standard error.
 *
 * @throws {SettingsError} if a setting is bad or there is no database to work on.
 */
export async function withAccounts<T>(
  work: (accounts: Accounts) => Promise<T>,
  { mayCreateDatabase = false, changesNothing = false }: Options = {},
): Promise<T> {
  const settings = readSettings(processEnvironment());
  if (!mayCreateDatabase) checkDatabaseExists(settings);
  const { openAccounts } = await import('./open-accounts.js');
  const accounts = await openAccounts(settings, { changesNothing });
  try {
    return await work(accounts);
  } finally {
    await accounts.close();
  }
}

function checkDatabaseExists({ database }: Settings): void {
  if (database.kind !== 'sqlite' || existsSync(database.file)) return;
  throw new SettingsError([
    `There is no database ${database.file}: set DATA_DIR to the folder of the service, or create one with "vigia migrate".`,
  ]);
}
