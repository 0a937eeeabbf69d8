import type { AuditTrail } from '../audit/audit-trail.js';
import { COMMAND_LINE } from '../audit/origin.js';
import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/clock.js';
import { AccountImport, type AccountImportResult } from './account-import.js';
import { accountReport } from './account-report.js';
import type { DjangoRow } from './django-fields.js';
import type { DjangoTable } from './django-tables.js';
import { djangoTerms } from './django-terms.js';
import { djangoUser } from './django-users.js';
import type { DjangoFile } from './open-django.js';
import { TermsImport, type TermsImportResult } from './terms-import.js';
import { termsReport } from './terms-report.js';

interface ImportDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
}

/** What results, and what becomes of it. */
interface ImportResults {
  readonly accounts: readonly AccountImportResult[];
  readonly terms: readonly TermsImportResult[];
}

/**
 * ImportResults what is in a file of Django over, in one transaction: nothing half-imported remains, however it ends. A dry run
 * writes nothing.
 *
 * @returns the lines of the report.
 */
export async function importAll(file: DjangoFile, deps: ImportDeps, { isDryRun = false } = {}): Promise<string[]> {
  const users = rowsOf(file.users, djangoUser);
  const accountImport = new AccountImport(deps);
  const termsImport = new TermsImport(deps);
  const planned = {
    accounts: await accountImport.plan(users.map(({ account }) => account)),
    terms: await termsImport.plan(rowsOf(file.terms, djangoTerms)),
  };
  const carryOut = async (): Promise<ImportResults> => {
    const { results, afterCommit } = await deps.em.fork().transactional(async (unit) => {
      // Inserting comes first: SQLite refuses to write where somebody has written since it was read.
      const accounts = await accountImport.carryOut(planned.accounts, unit);
      await termsImport.carryOut(planned.terms, unit);
      const results = { accounts, terms: planned.terms };
      return { results, afterCommit: await record(deps.audit, results, unit) };
    });
    for (const callback of afterCommit) callback();
    return results;
  };
  const { accounts, terms } = isDryRun || !hasNewRecords(planned) ? planned : await carryOut();
  return [
    ...(isDryRun ? ['Nothing is written: this is what would be done.'] : []),
    ...(file.users ? accountReport({ source: file.users.name, users, results: accounts, isDryRun }) : []),
    ...(file.terms && terms.length > 0 ? termsReport({ source: file.terms.name, results: terms, isDryRun }) : []),
  ];
}

function rowsOf<Read>(
  table: DjangoTable | undefined,
  read: (row: DjangoRow, columns: ReadonlySet<string>) => Read,
): Read[] {
  return table ? table.rows().map((row) => read(row, table.columns)) : [];
}

function hasNewRecords({ accounts, terms }: ImportResults): boolean {
  return [...accounts, ...terms].some(({ status }) => status === 'new');
}

/**
 * One event for the import as a whole, and one for each account that came with the staff role.
 *
 * @returns what is to be called once they are durable.
 */
async function record(
  audit: AuditTrail,
  { accounts, terms }: ImportResults,
  unit: UnitOfWork,
): Promise<(() => void)[]> {
  const event = { result: 'success', origin: COMMAND_LINE } as const;
  const imported = accounts.filter(({ status }) => status === 'new');
  const skipped = accounts.length - imported.length;
  const after = { accounts: imported.length, skipped, terms: terms.filter(({ status }) => status === 'new').length };
  const afterCommit = [await audit.recordWithin(unit, { ...event, event: 'import', username: '', change: { after } })];
  for (const { account, userId } of imported) {
    if (!account.isStaff) continue;
    const { username } = account;
    afterCommit.push(await audit.recordWithin(unit, { ...event, event: 'staff_grant', username, userId }));
  }
  return afterCommit;
}
