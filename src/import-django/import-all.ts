import type { AuditTrail } from '../platform/audit/audit-trail.js';
import { COMMAND_LINE } from '../platform/audit/origin.js';
import type { UnitOfWork } from '../platform/db/database.js';
import type { SecretBox } from '../shared/secret-box.js';
import type { Clock } from '../shared/time/clock.js';
import { AccountImport, type AccountImportResult } from './account-import.js';
import { accountReport } from './account-report.js';
import { djangoFactors } from './django-factors.js';
import type { DjangoRow } from './django-fields.js';
import type { DjangoTable } from './django-tables.js';
import { djangoTerms } from './django-terms.js';
import { djangoUser } from './django-users.js';
import { changesFactor, importFactors, planFactors } from './factor-import.js';
import type { DjangoFile } from './open-django.js';
import { TermsImport, type TermsImportResult } from './terms-import.js';
import { termsReport } from './terms-report.js';

interface ImportDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  /** Encrypts the secrets of authenticator apps. */
  readonly totpSecrets: Pick<SecretBox, 'seal'>;
}

interface ImportResults {
  readonly accounts: readonly AccountImportResult[];
  readonly terms: readonly TermsImportResult[];
}

/**
 * Imports a Django file's users and terms in one transaction, so a failure leaves no partial import. A dry run writes
 * nothing.
 *
 * @returns the lines of the report.
 */
export async function importAll(file: DjangoFile, deps: ImportDeps, { isDryRun = false } = {}): Promise<string[]> {
  const factorOf = djangoFactors(file.factors);
  const users = rowsOf(file.users, djangoUser).map((user) => ({ ...user, factor: factorOf(user.account) }));
  const accountImport = new AccountImport(deps);
  const termsImport = new TermsImport(deps);
  const planned = {
    accounts: await planFactors(users, await accountImport.plan(users.map(({ account }) => account)), deps.em),
    terms: await termsImport.plan(rowsOf(file.terms, djangoTerms)),
  };
  const carryOut = async (): Promise<ImportResults> => {
    const { moves, notifications } = await deps.em.fork().transactional(async (unit) => {
      // Insert first, since SQLite refuses to write if another process has written since the transaction's first read.
      const accounts = await accountImport.carryOut(planned.accounts, unit);
      await importFactors(users, accounts, { unit, totpSecrets: deps.totpSecrets });
      await termsImport.carryOut(planned.terms, unit);
      const done = { accounts, terms: planned.terms };
      return { moves: done, notifications: await record(deps.audit, done, unit) };
    });
    for (const notify of notifications) notify();
    return moves;
  };
  const { accounts, terms } = isDryRun || !hasChanges(planned) ? planned : await carryOut();
  return [
    ...(isDryRun ? ['Nothing is written: this is what would be done.'] : []),
    ...(file.users ? accountReport({ source: file.users.name, users, results: accounts, isDryRun }) : []),
    ...(file.users && file.isPartial && file.factors.length === 0 ? [NO_FACTORS] : []),
    ...(file.terms && terms.length > 0 ? termsReport({ source: file.terms.name, results: terms, isDryRun }) : []),
  ];
}

const NO_FACTORS =
  'No second factors are in this dump. If there were any, make it with their models too: else the password alone opens their accounts.';

function rowsOf<Read>(
  table: DjangoTable | undefined,
  read: (row: DjangoRow, columns: ReadonlySet<string>) => Read,
): Read[] {
  return table ? table.rows().map((row) => read(row, table.columns)) : [];
}

function hasChanges({ accounts, terms }: ImportResults): boolean {
  return [...accounts, ...terms].some(({ status }) => status === 'new') || accounts.some(changesFactor);
}

/**
 * Records one event for the whole import, and one for each account that gets the staff role.
 *
 * @returns functions to call after the commit.
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
  const notifications = [
    await audit.recordWithin(unit, { ...event, event: 'import', username: '', change: { after } }),
  ];
  for (const { account, userId } of imported) {
    if (!account.isStaff) continue;
    const { username } = account;
    notifications.push(await audit.recordWithin(unit, { ...event, event: 'staff_grant', username, userId }));
  }
  return notifications;
}
