import { Migration001Accounts } from './migration-001-accounts.js';
import { Migration002LockoutAndAudit } from './migration-002-lockout-and-audit.js';
import { Migration003Preferences } from './migration-003-preferences.js';
import { Migration004MetricsHistory } from './migration-004-metrics-history.js';
import { Migration005Terms } from './migration-005-terms.js';
import { Migration006AuditOfTheStaff } from './migration-006-audit-of-the-staff.js';
import { Migration007Outbox } from './migration-007-outbox.js';
import { Migration008People } from './migration-008-people.js';
import { Migration009BoundedNames } from './migration-009-bounded-names.js';
import { Migration010MailRecipients } from './migration-010-mail-recipients.js';
import { Migration013ProcessMinutes } from './migration-013-process-minutes.js';
import { Migration014Channels } from './migration-014-channels.js';
import { Migration015Alerts } from './migration-015-alerts.js';
import { Migration016Hosts } from './migration-016-hosts.js';
import { Migration017AccessPolicy } from './migration-017-access-policy.js';
import { Migration018SecondFactors } from './migration-018-second-factors.js';
import { Migration019Registration } from './migration-019-registration.js';
import { Migration020PersonalAccessTokens } from './migration-020-personal-access-tokens.js';
import { Migration021Passkeys } from './migration-021-passkeys.js';
import { Migration022Classroom } from './migration-022-classroom.js';
import { Migration023LargeTables } from './migration-023-large-tables.js';
import { Migration025PlacesAndNames } from './migration-025-places-and-names.js';

/** The versions of the tables on SQLite, oldest first. A released migration is never edited. */
export const sqliteMigrations = [
  { name: '001-accounts', class: Migration001Accounts },
  { name: '002-lockout-and-audit', class: Migration002LockoutAndAudit },
  { name: '003-preferences', class: Migration003Preferences },
  { name: '004-metrics-history', class: Migration004MetricsHistory },
  { name: '005-terms', class: Migration005Terms },
  { name: '006-audit-of-the-staff', class: Migration006AuditOfTheStaff },
  { name: '007-outbox', class: Migration007Outbox },
  { name: '008-people', class: Migration008People },
  { name: '009-bounded-names', class: Migration009BoundedNames },
  { name: '010-mail-recipients', class: Migration010MailRecipients },
  { name: '013-process-minutes', class: Migration013ProcessMinutes },
  { name: '014-channels', class: Migration014Channels },
  { name: '015-alerts', class: Migration015Alerts },
  { name: '016-hosts', class: Migration016Hosts },
  { name: '017-access-policy', class: Migration017AccessPolicy },
  { name: '018-second-factors', class: Migration018SecondFactors },
  { name: '019-registration', class: Migration019Registration },
  { name: '020-personal-access-tokens', class: Migration020PersonalAccessTokens },
  { name: '021-passkeys', class: Migration021Passkeys },
  { name: '022-classroom', class: Migration022Classroom },
  { name: '023-large-tables', class: Migration023LargeTables },
  { name: '025-places-and-names', class: Migration025PlacesAndNames },
];
