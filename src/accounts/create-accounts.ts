import type { UnitOfWork } from '../db/database.js';
import type { Outbox } from '../mail/outbox.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../shared/clock.js';
import type { Logger } from '../shared/logger.js';
import { reportTo } from '../shared/report-failure.js';
import { AccountChanges } from './account-changes.js';
import { AccountStanding } from './account-standing.js';
import { AllSessions } from './all-sessions.js';
import { AuditRecords } from './audit-records.js';
import { AuditTrail } from './audit-trail.js';
import { Authentication } from './authentication.js';
import { Blocklist } from './blocklist.js';
import type { DisposableDomains } from './disposable-domains.js';
import { Lockout } from './lockout.js';
import { Locks } from './locks.js';
import { OwnProfile } from './own-profile.js';
import type { PasswordHasher } from './password-hasher.js';
import { People } from './people.js';
import { Registration } from './registration.js';
import { Revocations } from './revocations.js';
import { Sessions } from './sessions.js';
import { WelcomeMail } from './welcome-mail.js';

interface CreateAccountsParts {
  readonly settings: Pick<Settings, 'email' | 'publicUrl'>;
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hasher: PasswordHasher;
  readonly disposableDomains: DisposableDomains;
  readonly outbox: Outbox;
}

/** The rules of accounts, each built once: for the service and for the command line alike. */
export function createAccounts(parts: CreateAccountsParts) {
  const { settings, em, clock, logger, hasher, disposableDomains, outbox } = parts;
  const audit = new AuditTrail({ em, clock, logger });
  const blocklist = new Blocklist({ em, clock, audit, disposableDomains });
  const lockout = new Lockout({ em, clock });
  const revocations = new Revocations();
  const welcomeMail = new WelcomeMail({ em, outbox, email: settings.email, publicUrl: settings.publicUrl });
  const authentication = new Authentication({ em, hasher, lockout, audit, report: reportTo(logger) });
  const people = new People(em);
  return {
    audit,
    people,
    blocklist,
    auditRecords: new AuditRecords(em),
    lockout,
    revocations,
    authentication,
    welcomeMail,
    sessions: new Sessions({ em, clock, revocations }),
    allSessions: new AllSessions({ em, clock, audit, revocations }),
    locks: new Locks({ em, clock }),
    accountStanding: new AccountStanding({ people, audit, revocations }),
    accountChanges: new AccountChanges({ em, people, hasher, authentication, lockout, audit, revocations }),
    registration: new Registration({ em, clock, hasher, audit, blocklist, welcomeMail }),
    ownProfile: new OwnProfile({ em, audit, blocklist }),
  };
}
