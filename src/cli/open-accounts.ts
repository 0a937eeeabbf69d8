import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { entities } from '../app/entities.js';
import { createAccounts } from '../features/accounts/create-accounts.js';
import { PasswordHasher } from '../features/accounts/credentials/password-hasher.js';
import { openDisposableDomains } from '../features/accounts/email-domains/open-disposable-domains.js';
import { totpSecretBox } from '../features/accounts/second-factor/totp-secret-box.js';
import { User } from '../features/accounts/users/user.entity.js';
import { MailTests } from '../features/administration/outbox/mail-tests.js';
import { OutboxAdmin } from '../features/administration/outbox/outbox-admin.js';
import { channelNames } from '../features/alerts/channels/channel-names.js';
import { openClock } from '../platform/db/clock/open-clock.js';
import { openDatabase, type UnitOfWork } from '../platform/db/database.js';
import { createDeleter } from '../platform/db/delete-in-slices.js';
import { openMailer } from '../platform/mail/open-mailer.js';
import { TestMail } from '../platform/mail/test-mail.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { prepareDataDir } from '../settings/data-dir.js';
import { loadSecretKey } from '../settings/secret-key.js';
import type { DatabaseLocation, Settings } from '../settings/settings.js';
import { createLogger } from '../shared/logger.js';

/** Access to the accounts for a command that runs alongside the service or without it. */
export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** Filter for listing accounts; omitted properties match any account. */
type WantedAccounts = Partial<Pick<User, 'isStaff' | 'isActive'>>;

/** A temporary in-memory database, discarded when closed. */
const NOWHERE: DatabaseLocation = { kind: 'sqlite', file: ':memory:' };

/**
 * Opens the configured database and migrates its tables (contract 10); `close` closes it. With `changesNothing`, the
 * tables must already be up to date, and a missing database counts as an empty one.
 */
export async function openAccounts(settings: Settings, { changesNothing = false } = {}) {
  const logger = createLogger('warn', process.stderr, settings.logFormat);
  await prepareDataDir(settings);
  const isThere = settings.database.kind !== 'sqlite' || existsSync(settings.database.file);
  const database = await openDatabase({
    location: changesNothing && !isThere ? NOWHERE : settings.database,
    entities,
    logger,
    migrates: !changesNothing || !isThere,
  });
  const close = () => database.close();
  try {
    const disposableDomains = openDisposableDomains(settings, logger);
    const { em } = database;
    const { clock, stop: stopClock } = await openClock(database, logger);
    const outbox = new Outbox({ em, clock, deleteRows: createDeleter({ em, clock }) });
    const hasher = new PasswordHasher();
    // Nothing sealed with this key is persisted when nothing is written.
    const secretKey = changesNothing ? randomUUID() : await loadSecretKey(settings);
    const totpSecrets = totpSecretBox(secretKey);
    const parts = { settings, secretKey, em, clock, logger, hasher, disposableDomains, outbox, totpSecrets };
    const accounts = createAccounts(parts);
    return {
      ...accounts,
      em,
      clock,
      settings,
      secretKey,
      logger,
      outbox,
      totpSecrets,
      outboxAdmin: new OutboxAdmin({
        em,
        outbox,
        audit: accounts.audit,
        channelNames,
      }),
      mailTests: new MailTests({
        testMail: new TestMail({ ...settings, mailer: settings.email && openMailer(settings.email, clock), clock }),
        audit: accounts.audit,
      }),
      mailIsOn: settings.email !== undefined,
      /** Iterates over the matching accounts by name, keeping only a few in memory. */
      inOrder: (where: WantedAccounts) => inOrder(em, where),
      close: () => {
        stopClock();
        return close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const PAGE_SIZE = 500;

async function* inOrder(em: UnitOfWork, where: WantedAccounts): AsyncGenerator<User> {
  for (let after = ''; ; ) {
    const page = await em
      .fork()
      .find(
        User,
        { ...where, ...(after && { usernameKey: { $gt: after } }) },
        { orderBy: { usernameKey: 'asc' }, limit: PAGE_SIZE, disableIdentityMap: true },
      );
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.usernameKey;
  }
}
