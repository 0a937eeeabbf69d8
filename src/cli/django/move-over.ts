import { AccountImport, type AccountMove } from '../../accounts/account-import.js';
import type { AuditTrail } from '../../accounts/audit-trail.js';
import { COMMAND_LINE } from '../../accounts/origin.js';
import type { UnitOfWork } from '../../db/database.js';
import type { Clock } from '../../shared/clock.js';
import { TermsImport, type TermsMove } from '../../terms/terms-import.js';
import { djangoTerms } from './django-terms.js';
import { djangoUser } from './django-users.js';
import { accountReport } from './import-report.js';
import type { DjangoFile } from './open-django.js';
import { termsReport } from './terms-report.js';

interface MoveOverParts {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
}

/** What moves, and what becomes of it. */
interface Moves {
  readonly accounts: readonly AccountMove[];
  readonly terms: readonly TermsMove[];
}

/**
 * Moves what is in a file of Django over, in one transaction: nothing half-imported remains, however it ends. A dry run
 * writes nothing.
 *
 * @returns the lines of the report.
 */
export async function moveOver(file: DjangoFile, parts: MoveOverParts, { isDryRun = false } = {}): Promise<string[]> {
  const users = (file.users?.rows() ?? []).map(djangoUser);
  const accountImport = new AccountImport(parts);
  const termsImport = new TermsImport(parts);
  const planned = {
    accounts: await accountImport.plan(users.map(({ account }) => account)),
    terms: await termsImport.plan((file.terms?.rows() ?? []).map(djangoTerms)),
  };
  const carryOut = async (): Promise<Moves> => {
    const { moves, tell } = await parts.em.fork().transactional(async (unit) => {
      // Inserting comes first: SQLite refuses to write where somebody has written since it was read.
      const accounts = await accountImport.carryOut(planned.accounts, unit);
      await termsImport.carryOut(planned.terms, unit);
      const done = { accounts, terms: planned.terms };
      return { moves: done, tell: await record(parts.audit, done, unit) };
    });
    for (const each of tell) each();
    return moves;
  };
  const { accounts, terms } = isDryRun || !hasNews(planned) ? planned : await carryOut();
  return [
    ...(isDryRun ? ['Nothing is written: this is what would be done.'] : []),
    ...(file.users ? accountReport({ source: file.users.name, users, moves: accounts, isDryRun }) : []),
    ...(file.terms && terms.length > 0 ? termsReport({ source: file.terms.name, moves: terms, isDryRun }) : []),
  ];
}

function hasNews({ accounts, terms }: Moves): boolean {
  return [...accounts, ...terms].some(({ fate }) => fate === 'new');
}

/**
 * One event for the import as a whole, and one for each account that came with the staff role.
 *
 * @returns what is to be called once they are durable.
 */
async function record(audit: AuditTrail, { accounts, terms }: Moves, unit: UnitOfWork): Promise<(() => void)[]> {
  const event = { result: 'success', origin: COMMAND_LINE } as const;
  const imported = accounts.filter(({ fate }) => fate === 'new');
  const skipped = accounts.length - imported.length;
  const after = { accounts: imported.length, skipped, terms: terms.filter(({ fate }) => fate === 'new').length };
  const tell = [await audit.recordWithin(unit, { ...event, event: 'import', username: '', change: { after } })];
  for (const { account, userId } of imported) {
    if (!account.isStaff) continue;
    const { username } = account;
    tell.push(await audit.recordWithin(unit, { ...event, event: 'staff_grant', username, userId }));
  }
  return tell;
}
