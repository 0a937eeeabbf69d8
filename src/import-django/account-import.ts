import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { User } from '../accounts/users/user.entity.js';
import { chunksOf } from '../db/chunks-of.js';
import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/clock.js';
import { usernameKey } from '../shared/username.js';
import {
  encodingOf,
  hasValidLength,
  type ImportedAccount,
  type ImportWarning,
  storableAccount,
} from './imported-account.js';

/**
 * What becomes of an account: it is new here, was imported before, or is skipped because its name is that of an account
 * before it in the same file, is somebody else's here, or is none that can be kept, or because it cannot be read.
 */
export type ImportStatus = 'new' | 'there' | 'repeated' | 'taken' | 'unnamed' | 'unreadable';

/** An account that results, and what becomes of it. */
export interface AccountImportResult {
  readonly account: ImportedAccount;
  readonly status: ImportStatus;
  /** The account that has the name, where it is repeated or taken. */
  readonly holder?: string;
  /** What an operator should know of an account that is new. */
  readonly warnings: readonly ImportWarning[];
  /** The name as compared. */
  readonly key: string;
  /** The account here, once it is new. */
  readonly userId?: number;
}

interface AccountImportDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

/** As many accounts as one statement inserts. */
const INSERTED_AT_ONCE = 500;

/** Takes over the accounts of another application, as they are and without a mail (contract 7, 10). */
export class AccountImport {
  constructor(private readonly deps: AccountImportDeps) {}

  /** What would become of each account, in their order: of a repeated name, the first has it. Writes nothing. */
  async plan(accounts: readonly ImportedAccount[]): Promise<AccountImportResult[]> {
    const first = new Map<string, ImportedAccount>();
    const results = accounts.map((account) => resultOf(account, first));
    const here = await this.#accountsOf([...first.keys()]);
    return results.map((result) => {
      const other = here.get(result.key);
      if (result.status !== 'new' || !other) return result;
      if (isSameAccount(result.account, other)) return { ...result, status: 'there' };
      return { ...result, status: 'taken', holder: other.username };
    });
  }

  /**
   * Inserts the accounts that are new, within the transaction of `em`.
   *
   * @returns what has become of each: somebody may have taken a name since it was planned.
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
    return { username, usernameKey: key, firstName, email, password, isActive, isStaff, dateJoined, lastLogin };
  }

  async #accountsOf(keys: readonly string[]): Promise<Map<string, User>> {
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
  if (!hasValidLength(account.username)) return { account, status: 'unnamed', warnings: [], key: '' };
  const { kept, warnings } = storableAccount(account);
  const key = usernameKey(kept.username);
  const before = first.get(key);
  if (before) return { account: kept, status: 'repeated', holder: before.username, warnings, key };
  first.set(key, kept);
  return { account: kept, status: 'new', warnings, key };
}

/** Nobody else joined in the same millisecond under the same name, or has the same salt. */
function isSameAccount({ dateJoined, password, email }: ImportedAccount, other: User): boolean {
  if (dateJoined?.getTime() === other.dateJoined.getTime()) return true;
  if (encodingOf(password) && password === other.password) return true;
  return dateJoined === null && email !== '' && email === other.email;
}

type NewRow = Pick<User, 'username' | 'usernameKey' | 'firstName' | 'email' | 'password' | 'isActive' | 'isStaff'> &
  Pick<User, 'dateJoined' | 'lastLogin'>;

/** @returns the rows that were inserted: their names, as compared, and their ids. */
async function insertUnlessThere(em: UnitOfWork, rows: readonly NewRow[]): Promise<Pick<User, 'id' | 'usernameKey'>[]> {
  const query = (em as SqlEntityManager).createQueryBuilder(User).insert([...rows]);
  return query.onConflict('usernameKey').ignore().returning(['id', 'usernameKey']).execute('all');
}
