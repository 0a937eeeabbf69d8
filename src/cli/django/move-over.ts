import { AccountImport, type AccountMove } from '../../accounts/account-import.js';
import type { AuditTrail } from '../../accounts/audit-trail.js';
import { COMMAND_LINE } from '../../accounts/origin.js';
import type { UnitOfWork } from '../../db/database.js';
import type { Clock } from '../../shared/clock.js';
import { djangoUser } from './django-users.js';
import { accountReport } from './import-report.js';
import type { DjangoFile } from './open-django.js';

interface MoveOverParts {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
}

/**
 * Moves what is in a file of Django over, in one transaction: nothing half-imported remains, however it ends. A dry run
 * writes nothing.
 *
 * @returns the lines of the report.
 */
export async function moveOver(
  { users: table }: DjangoFile,
  { em, clock, audit }: MoveOverParts,
  { isDryRun = false } = {},
): Promise<string[]> {
  const users = (table?.rows() ?? []).map(djangoUser);
  const accounts = new AccountImport({ em, clock });
  const planned = await accounts.plan(users.map(({ account }) => account));
  const isNeeded = !isDryRun && planned.some(({ fate }) => fate === 'new');
  const moves = isNeeded ? await em.fork().transactional((unit) => accounts.carryOut(planned, unit)) : planned;
  if (isNeeded) await record(audit, moves);
  const report = accountReport({ source: table?.name ?? '', users, moves, isDryRun });
  return isDryRun ? ['Nothing is written: this is what would be done.', ...report] : report;
}

/** One event for the import as a whole, and one for each account that came with the staff role. */
async function record(audit: AuditTrail, moves: readonly AccountMove[]): Promise<void> {
  const imported = moves.filter(({ fate }) => fate === 'new').map(({ account }) => account);
  const event = { result: 'success', origin: COMMAND_LINE } as const;
  const change = { after: { accounts: imported.length, skipped: moves.length - imported.length } };
  const staff = imported.filter(({ isStaff }) => isStaff);
  await Promise.all([
    audit.record({ ...event, event: 'import', username: '', change }),
    ...staff.map(({ username }) => audit.record({ ...event, event: 'staff_grant', username })),
  ]);
}
