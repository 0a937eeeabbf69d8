import { accessOfUsers, activeStaff, activeUsers } from '../features/accounts/users/active-users.js';
import { findRecipientUnits } from '../features/accounts/users/recipient-units.js';
import { createChannels } from '../features/alerts/channels/create-channels.js';
import { ownAddresses } from '../features/monitoring/host/facts/own-addresses.js';
import { openMailer } from '../platform/mail/open-mailer.js';
import { loadSecretKey } from '../settings/secret-key.js';
import { reportTo } from '../shared/errors/report-failure.js';
import type { Accounts } from './open-accounts.js';

/** Opens the channels for a command that has already opened the accounts. */
export async function openChannels(accounts: Accounts) {
  const { settings, clock, logger } = accounts;
  return createChannels({
    ...accounts,
    secretKey: await loadSecretKey(settings),
    mailer: settings.email && openMailer(settings.email, clock),
    ownAddresses,
    activeUsers,
    activeStaff,
    accessOfUsers,
    // The command line only sends tests, which are about no host.
    visibleHosts: async () => [],
    recipientUnits: findRecipientUnits(accounts.em),
    // The command line never subscribes browsers.
    confirmOwner: () => Promise.reject(new Error('Browsers are added on their own pages')),
    report: reportTo(logger),
  });
}
