import { AuditRecords } from '../audit/audit-records.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { UnitOfWork } from '../db/database.js';
import type { Outbox } from '../outbox/outbox.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../shared/clock.js';
import type { Logger } from '../shared/logger.js';
import { MemoryRateLimits } from '../shared/memory-rate-limits.js';
import { Quota } from '../shared/quota.js';
import type { RateLimits } from '../shared/rate-limits.js';
import { reportTo } from '../shared/report-failure.js';
import { Authentication } from './authentication/authentication.js';
import { confirmAuthority } from './authentication/authority.js';
import { KnownNetworks } from './authentication/known-networks.js';
import { Lockout } from './authentication/lockout.js';
import { Locks } from './authentication/locks.js';
import type { PasswordHasher } from './authentication/password-hasher.js';
import { Reauthentication } from './authentication/reauthentication.js';
import { ChangedAccounts } from './changed-accounts.js';
import { Blocklist } from './email-domains/blocklist.js';
import type { DisposableDomains } from './email-domains/disposable-domains.js';
import { Registration } from './registration/registration.js';
import { RegistrationQuota } from './registration/registration-quota.js';
import { WelcomeMail } from './registration/welcome-mail.js';
import { AllSessions } from './sessions/all-sessions.js';
import { Sessions } from './sessions/sessions.js';
import { AccountChanges, OWN_CHANGES_A_DAY } from './users/account-changes.js';
import { AccountStatus } from './users/account-status.js';
import { OwnProfile } from './users/own-profile.js';
import { UserDirectory } from './users/user-directory.js';

interface CreateAccountsDeps {
  readonly settings: Pick<Settings, 'email' | 'publicUrl'>;
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hasher: PasswordHasher;
  readonly disposableDomains: DisposableDomains;
  readonly outbox: Outbox;
  /** Where what visitors and users may do so often is counted; the command line is not limited. */
  readonly rateLimits?: RateLimits;
}

const DAY_SECONDS = 86_400;

/** Builds every service of the accounts once, for the server and for the command line alike. */
export function createAccounts(deps: CreateAccountsDeps) {
  const { settings, em, clock, logger, hasher, disposableDomains, outbox, rateLimits = new MemoryRateLimits() } = deps;
  const audit = new AuditTrail({ em, clock, logger, confirmAuthority });
  const blocklist = new Blocklist({ em, clock, audit, disposableDomains });
  const knownNetworks = new KnownNetworks({ em, clock });
  const lockout = new Lockout({ em, clock });
  const changedAccounts = new ChangedAccounts();
  const welcomeMail = new WelcomeMail({ em, outbox, email: settings.email, publicUrl: settings.publicUrl });
  const authentication = new Authentication({ em, hasher, knownNetworks, lockout, audit, report: reportTo(logger) });
  const userDirectory = new UserDirectory(em);
  const ownChanges = new Quota({ rateLimits, name: 'own changes', limit: OWN_CHANGES_A_DAY, seconds: DAY_SECONDS });
  return {
    audit,
    userDirectory,
    blocklist,
    knownNetworks,
    auditRecords: new AuditRecords(em),
    lockout,
    changedAccounts,
    authentication,
    reauthentication: new Reauthentication(authentication),
    welcomeMail,
    sessions: new Sessions({ em, clock, changedAccounts }),
    allSessions: new AllSessions({ em, clock, audit, changedAccounts }),
    locks: new Locks({ em, clock }),
    accountStatus: new AccountStatus({ userDirectory, audit, changedAccounts }),
    accountChanges: new AccountChanges({
      em,
      userDirectory,
      hasher,
      knownNetworks,
      authentication,
      lockout,
      audit,
      changedAccounts,
      ownChanges,
    }),
    registration: new Registration({
      em,
      clock,
      hasher,
      knownNetworks,
      audit,
      blocklist,
      welcomeMail,
      registrationQuota: new RegistrationQuota(rateLimits),
    }),
    ownProfile: new OwnProfile({ audit, blocklist, changedAccounts, ownChanges }),
  };
}
