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
import { Migration011LanguageTags } from './migration-011-language-tags.js';
import { Migration012Nodes } from './migration-012-nodes.js';
import { Migration013ProcessMinutes } from './migration-013-process-minutes.js';
import { Migration014Channels } from './migration-014-channels.js';
import { Migration015Alerts } from './migration-015-alerts.js';
import { Migration016Hosts } from './migration-016-hosts.js';

/** The versions of the tables on PostgreSQL, oldest first. A released migration is never edited. */
export const postgresqlMigrations = [
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
  { name: '011-language-tags', class: Migration011LanguageTags },
  { name: '012-nodes', class: Migration012Nodes },
  { name: '013-process-minutes', class: Migration013ProcessMinutes },
  { name: '014-channels', class: Migration014Channels },
  { name: '015-alerts', class: Migration015Alerts },
  { name: '016-hosts', class: Migration016Hosts },
];
