import { LockMode } from '@mikro-orm/core';
import { message } from '../../../i18n/message.js';
import type { AuditAction, AuditTrail, Change } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { columnsOf, isSameAccess, type MachineAccess, storedAccess } from '../../../shared/identity/machine-access.js';
import { flagsOf, type Role, roleOf } from '../../../shared/identity/role.js';
import { isPossibleUsername, usernameKey } from '../../../shared/identity/username.js';
import type { Clock } from '../../../shared/time/clock.js';
import { LastStaffAccount } from '../accounts.errors.js';
import { lockStaff } from '../authority/authority.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { withdrawInvitationsOf } from '../invitations/invitations.js';
import { User } from '../users/user.entity.js';

/** Maximum number of accounts changed at once. */
export const ACCOUNTS_AT_ONCE_MAX = 100;

/** Maximum number of unknown names that an error lists. */
const NAMES_LISTED_MAX = 5;

/** New rights of an account; what is omitted stays. */
export interface NewRights {
  readonly role?: Role | undefined;
  /** Counts while the role is `MEMBER`; see `accessOf`. */
  readonly access?: MachineAccess | undefined;
}

interface AccountAccessDeps {
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  readonly clock: Clock;
}

/** Sets what accounts may do and which machines they see (decision 109). */
export class AccountAccess {
  constructor(private readonly deps: AccountAccessDeps) {}

  /**
   * Changes the rights of accounts, all or none of them. Takes effect with their next call, and immediately on what is
   * pushed to them. Each change is recorded with the rights before and after it.
   *
   * @param rightsByName new rights by username, in any spelling.
   * @returns the accounts in the same order.
   * @throws {InvalidFields} naming `usernames` if some are unknown, or there are none or too many.
   * @throws {LastStaffAccount} if no active account would be left as staff.
   */
  async set(rightsByName: ReadonlyMap<string, NewRights>, origin: Origin): Promise<User[]> {
    const rightsByKey = readNames(rightsByName);
    const { audit, changedAccounts, clock } = this.deps;
    const lost: User[] = [];
    const change = audit.withChange(origin, async (unit, record) => {
      const activeStaff = new Set(await lockStaff(unit));
      const found = await findUsers(unit, [...rightsByKey.keys()]);
      for (const user of found) {
        const changes = applyRights(user, rightsByKey.get(user.usernameKey) ?? {});
        if (!user.isStaff && activeStaff.delete(user.id)) lost.push(user);
        const { username, id: userId } = user;
        for (const change of changes) {
          await record({ ...change, result: 'success', origin, username, userId });
        }
      }
      if (lost.length > 0 && activeStaff.size === 0 && !found.some(isActiveStaff)) throw new LastStaffAccount();
      await unit.flush();
      for (const { id } of lost) await withdrawInvitationsOf(unit, id, clock.now());
      return found;
    });
    const users = await change.catch(async (error: unknown) => {
      if (error instanceof LastStaffAccount) {
        for (const { username, id: userId } of lost) {
          await audit.record({ event: 'staff_revoke', result: 'failure', origin, username, userId });
        }
      }
      throw error;
    });
    for (const { id } of users) changedAccounts.announce(id);
    const byKey = new Map(users.map((user) => [user.usernameKey, user]));
    return [...rightsByKey.keys()].flatMap((key) => byKey.get(key) ?? []);
  }
}

function isActiveStaff({ isActive, isStaff }: User): boolean {
  return isActive && isStaff;
}

/** Returns the rights by username key. @throws {InvalidFields} */
function readNames(rightsByName: ReadonlyMap<string, NewRights>): ReadonlyMap<string, NewRights> {
  if (rightsByName.size === 0 || rightsByName.size > ACCOUNTS_AT_ONCE_MAX) {
    const text = message('accounts.access.namesOutOfRange', { maximum: ACCOUNTS_AT_ONCE_MAX });
    throw new InvalidFields({ usernames: [text] });
  }
  const names = [...rightsByName.keys()];
  const impossible = names.filter((name) => !isPossibleUsername(name));
  if (impossible.length > 0) throw unknownAccounts(impossible);
  return new Map([...rightsByName].map(([name, rights]) => [usernameKey(name), rights]));
}

async function findUsers(unit: UnitOfWork, keys: readonly string[]): Promise<User[]> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const;
  const users = await unit.find(User, { usernameKey: { $in: [...keys] } }, options);
  const known = new Set(users.map((user) => user.usernameKey));
  const unknown = keys.filter((key) => !known.has(key));
  if (unknown.length > 0) throw unknownAccounts(unknown);
  return users;
}

function unknownAccounts(names: readonly string[]): InvalidFields {
  const shown = names.slice(0, NAMES_LISTED_MAX).map((name) => name.slice(0, NAME_SHOWN_MAX));
  return new InvalidFields({ usernames: [message('accounts.access.unknownAccounts', { names: shown.join(', ') })] });
}

/** Characters of an unknown name that an error repeats. */
const NAME_SHOWN_MAX = 150;

interface RightsChange {
  readonly event: AuditAction;
  readonly change: Change;
}

/** Changes an account in memory. @returns what is to be recorded. */
function applyRights(user: User, { role, access }: NewRights): RightsChange[] {
  const changes: RightsChange[] = [];
  const roleBefore = roleOf(user);
  if (role !== undefined && role !== roleBefore) {
    const wasStaff = user.isStaff;
    Object.assign(user, flagsOf(role));
    const change = {
      before: { isStaff: wasStaff, role: roleBefore },
      after: { isStaff: user.isStaff, role },
    };
    changes.push({ event: eventOf(roleBefore, role), change });
  }
  const accessBefore = storedAccess(user);
  // Operators and staff see all machines, so `ALL` asks for nothing new; what they see as members stays.
  const isAlreadySo = access?.machines === 'ALL' && roleOf(user) !== 'MEMBER';
  if (access && !isAlreadySo && !isSameAccess(access, accessBefore)) {
    Object.assign(user, columnsOf(access));
    changes.push({ event: 'machines_change', change: { before: factsOf(accessBefore), after: factsOf(access) } });
  }
  return changes;
}

function eventOf(before: Role, after: Role): AuditAction {
  if (after === 'STAFF') return 'staff_grant';
  return before === 'STAFF' ? 'staff_revoke' : 'role_change';
}

function factsOf({ machines, machineTags }: MachineAccess) {
  return { machines, ...(machines === 'TAGGED' && { machineTags }) };
}
