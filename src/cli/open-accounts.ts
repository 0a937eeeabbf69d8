import { existsSync } from 'node:fs';
import { createAccounts } from '../accounts/create-accounts.js';
import { openDisposableDomains } from '../accounts/open-disposable-domains.js';
import { PasswordHasher } from '../accounts/password-hasher.js';
import { User } from '../accounts/user.entity.js';
import { openDatabase } from '../db/database.js';
import { entities } from '../entities.js';
import { prepareDataDir } from '../settings/data-dir.js';
import type { DatabaseLocation, Settings } from '../settings/settings.js';
import { systemClock } from '../shared/clock.js';
import { createLogger } from '../shared/logger.js';

/** A command has time to wait for the service that writes; the service itself has not. */
const BUSY_TIMEOUT_MS = 5000;

/** The accounts, for a command that runs beside the service or without it. */
export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** A database that is gone when it is closed. */
const NOWHERE: DatabaseLocation = { kind: 'sqlite', file: ':memory:' };

/**
 * Opens the database of the settings and brings its tables up to date (contract §10); `close` closes it. Where nothing
 * may change, the tables must be up to date, and a database that is not there is taken for an empty one.
 */
export async function openAccounts(settings: Settings, { changesNothing = false } = {}) {
  const logger = createLogger('warn', process.stderr);
  await prepareDataDir(settings);
  const isThere = settings.database.kind !== 'sqlite' || existsSync(settings.database.file);
  const database = await openDatabase({
    location: changesNothing && !isThere ? NOWHERE : settings.database,
    entities,
    logger,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    migrates: !changesNothing || !isThere,
  });
  const close = () => database.close();
  try {
    const disposableDomains = openDisposableDomains(settings, logger);
    const parts = { em: database.em, clock: systemClock, logger, hasher: new PasswordHasher(), disposableDomains };
    return {
      ...createAccounts(parts),
      em: database.em,
      /** All accounts, in the order of their names. */
      all: () => database.em.fork().find(User, {}, { orderBy: { usernameKey: 'asc' } }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
