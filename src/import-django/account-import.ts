import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { User } from '../features/accounts/users/user.entity.js';
import { chunksOf } from '../platform/db/chunks-of.js';
import type { UnitOfWork } from '../platform/db/database.js';
import { computeLookalikes, type Lookalikes } from '../shared/identity/lookalikes.js';
import { usernameKey } from '../shared/identity/username.js';
import type { Clock } from '../shared/time/clock.js';
import {
  detectEncoding,
  hasStorableLength,
  type ImportedAccount,
  type ImportWarning,
  storableAccount,
} from './imported-account.js';

/**
 * Status of an account in an import: new, already imported (`there`), or skipped. An account is skipped if an earlier
 * account in the file has the same name (`repeated`), another account here has it (`taken`), the name is empty or too
 * long (`unnamed`), or it cannot be read (`unreadable`).
 */
export type ImportStatus = 'new' | 'there' | 'repeated' | 'taken' | 'unnamed' | 'unreadable';

export interface AccountImportResult {
  readonly account: ImportedAccount;
  readonly status: ImportStatus;
  /** The account that has the name, if repeated or taken. */
  readonly holder?: string;
  readonly warnings: readonly ImportWarning[];
  /** The name's `usernameKey`. */
  readonly key: string;
  /** Set once the account is inserted. */
  readonly userId?: number;
  /** The account created by an earlier import, for status `there`. */
  readonly there?: User;
  /** Outcome for the second factor; undefined if the account has none in Django, or already has one here. */
  readonly factor?: FactorOutcome;
}

/**
 * Outcome for a second factor: its authenticator app is imported (`taken`); only its recovery codes are (`codes`);
 * nothing is, so only staff can unlock the account (`lost`); or the account here is left unchanged (`kept`).
 */
export type FactorOutcome = 'taken' | 'codes' | 'lost' | 'kept';

interface AccountImportDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

const INSERTED_AT_ONCE = 500;

/** Imports another application's accounts unchanged and without sending mails (contract 7, 10). */
export class AccountImport {
  constructor(private readonly deps: AccountImportDeps) {}

  /** Determines each account's status, in order, without writing. The first account with a given name gets it. */
  async plan(accounts: readonly ImportedAccount[]): Promise<AccountImportResult[]> {
    const first = new Map<string, ImportedAccount>();
    const results = accounts.map((account) => resultOf(account, first));
    const here = await this.#findAccounts([...first.keys()]);
    return results.map((result) => {
      const other = here.get(result.key);
      if (result.status !== 'new' || !other) return result;
      if (isSameAccount(result.account, other)) return { ...result, status: 'there', there: other };
      return { ...result, status: 'taken', holder: other.username };
    });
  }

  /**
   * Inserts the new accounts in the transaction of `em`.
   *
   * @returns the final status of each account, since names may have been taken since {@link plan}.
   */
  async carryOut(results: readonly AccountImportResult[], em: UnitOfWork): Promise<AccountImportResult[]> {
    const inserted = new Map<string, number>();
    const fresh = results.filter(({ status }) => status === 'new');
    for (let begin = 0; begin < fresh.length; begin += INSERTED_AT_ONCE) {
      const rows = fresh.slice(begin, begin + INSERTED_AT_ONCE).map((result) => this.#rowOf(result));
      for (const { id, usernameKey } of await insertUnlessThere(em, rows)) inserted.set(usernameKey, id);
    }
    return results.map((result) => {
      if (result.status !== 'new') return result;
      const userId = inserted.get(result.key);
      return userId === undefined
        ? { ...result, status: 'taken', holder: result.account.username }
        : { ...result, userId };
    });
  }

  #rowOf({ account, key }: AccountImportResult) {
    const { username, firstName, email, password, isActive, isStaff, lastLogin } = account;
    const dateJoined = account.dateJoined ?? lastLogin ?? this.deps.clock.now();
    const names = { username, usernameKey: key, ...computeLookalikes(username) };
    return { ...names, firstName, email, password, isActive, isStaff, dateJoined, lastLogin };
  }

  async #findAccounts(keys: readonly string[]): Promise<Map<string, User>> {
    const here = new Map<string, User>();
    for (const part of chunksOf(keys)) {
      const users = await this.deps.em.fork().find(User, { usernameKey: { $in: part } });
      for (const user of users) here.set(user.usernameKey, user);
    }
    return here;
  }
}

function resultOf(account: ImportedAccount, first: Map<string, ImportedAccount>): AccountImportResult {
  if (account.fault !== undefined) return { account, status: 'unreadable', warnings: [], key: '' };
  if (!hasStorableLength(account.username)) return { account, status: 'unnamed', warnings: [], key: '' };
  const { account: stored, warnings } = storableAccount(account);
  const key = usernameKey(stored.username);
  const before = first.get(key);
  if (before) return { account: stored, status: 'repeated', holder: before.username, warnings, key };
  first.set(key, stored);
  return { account: stored, status: 'new', warnings, key };
}

/**
 * Whether an account with the same name is the one imported before. It is if both joined in the same millisecond or
 * have the same salt, which no two accounts do. Without a date, the e-mail address decides.
 */
function isSameAccount({ dateJoined, password, email }: ImportedAccount, other: User): boolean {
  if (dateJoined?.getTime() === other.dateJoined.getTime()) return true;
  if (detectEncoding(password) && password === other.password) return true;
  return dateJoined === null && email !== '' && email === other.email;
}

type NewRow = Pick<User, 'username' | 'usernameKey' | 'firstName' | 'email' | 'password' | 'isActive' | 'isStaff'> &
  Pick<User, 'dateJoined' | 'lastLogin' | keyof Lookalikes>;

/** Inserts the rows whose names are free. @returns the keys of the inserted names, and their ids. */
async function insertUnlessThere(em: UnitOfWork, rows: readonly NewRow[]): Promise<Pick<User, 'id' | 'usernameKey'>[]> {
  const query = (em as SqlEntityManager).createQueryBuilder(User).insert([...rows]);
  return query.onConflict('usernameKey').ignore().returning(['id', 'usernameKey']).execute('all');
}
