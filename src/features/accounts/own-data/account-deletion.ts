import { createHmac, randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { auditKey } from '../../../platform/audit/audit-names.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import { forgetAtOnce, forgetLater } from '../../../platform/audit/forget-person.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { PersonalRecords } from '../../../platform/audit/personal-records.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { InvalidFields, NotAuthenticated } from '../../../shared/errors/errors.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { isPossibleUsername, usernameKey } from '../../../shared/identity/username.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Clock } from '../../../shared/time/clock.js';
import { LastStaffAccount } from '../accounts.errors.js';
import { lockStaff } from '../authority/authority.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { User } from '../users/user.entity.js';
import { DeletedAccount } from './deleted-account.entity.js';

/**
 * Period in which rows with a deleted account's name may still be written. Events that are summarised in memory are
 * written within an hour (`RepeatedSuccesses`).
 */
const LATE_ROWS_MS = 2 * 3_600_000;

/** Longer than any transaction can last. */
const UNDER_WAY_MS = 5 * 60_000;

const PSEUDONYM_BYTES = 6;

interface AccountDeletionDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly secretKey: string;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  readonly personalRecords: readonly PersonalRecords[];
  readonly report: ReportFailure;
}

/**
 * Lets users delete their own account (contract 14, decision 064). The account and everything that depends on it are
 * deleted in one transaction, which also removes the name from up to a few thousand of its audit trail rows; the rows
 * themselves stay. If there are more, the rest is processed in batches afterwards. A row in a separate table, without
 * the name, records that this is pending and that other nodes may still write rows with the name.
 */
export class AccountDeletion {
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(private readonly deps: AccountDeletionDeps) {}

  /**
   * @param typed the username as typed by the owner for confirmation.
   * @throws {InvalidFields} naming `username` when it does not match.
   * @throws {LastStaffAccount} when no other active account is staff.
   * @throws {NotAuthenticated} when the session or token has ended meanwhile.
   */
  async delete(viewer: Viewer, typed: string, origin: Origin): Promise<void> {
    const isOwn = isPossibleUsername(typed) && usernameKey(typed) === usernameKey(viewer.username);
    if (!isOwn) throw new InvalidFields({ username: ['accounts.otherUsername'] });
    const { audit, changedAccounts, report } = this.deps;
    const { userId } = viewer;
    const pseudonym = `deleted-${randomBytes(PSEUDONYM_BYTES).toString('hex')}`;
    const isTrailDone = await audit.withChange(asMember(origin, viewer), async (unit, record) => {
      const isDone = await this.#deleteWithin(unit, userId, pseudonym);
      await record({ event: 'account_delete', result: 'success', origin, username: pseudonym, userId });
      return isDone;
    });
    changedAccounts.announce(userId);
    if (!isTrailDone) this.finish().catch(report);
  }

  /**
   * Removes the names of deleted accounts from remaining or late rows of the audit trail, and deletes the records of
   * those accounts once no more such rows can appear. Called every hour, since a process may end before it is done.
   */
  finish(): Promise<void> {
    const before = this.#running.catch(() => {});
    this.#running = before.then(() => this.#finish());
    return this.#running;
  }

  /** Stops after the current step; the rest is done after the next start. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Deletes the account within the transaction. @returns whether the name has been removed from the whole trail. */
  async #deleteWithin(unit: UnitOfWork, id: number, pseudonym: string): Promise<boolean> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true } as const;
    const user = await unit.findOne(User, { id, isActive: true }, options);
    if (!user) throw new NotAuthenticated();
    const { username, isStaff } = user;
    if (isStaff && !(await lockStaff(unit)).some((other) => other !== id)) throw new LastStaffAccount();
    for (const { forget } of this.deps.personalRecords) await forget?.(unit, { userId: id, username, pseudonym });
    const deletedAt = this.deps.clock.now();
    await unit.nativeDelete(User, { id });
    const isTrailDone = await forgetAtOnce(unit, { userId: id, username, pseudonym, deletedAt });
    const nameHash = isTrailDone ? null : this.#computeHash(auditKey(username));
    await unit.insert(DeletedAccount, { userId: id, pseudonym, deletedAt, isTrailDone, nameHash });
    return isTrailDone;
  }

  async #finish(): Promise<void> {
    const { em, clock } = this.deps;
    const deleted = await em.fork().find(DeletedAccount, {}, { orderBy: { deletedAt: 'asc' } });
    for (const account of deleted.filter(({ isTrailDone }) => !isTrailDone)) await this.#finishTrail(account);
    const [first] = deleted;
    if (!first || this.#isStopped) return;
    // A transaction that was still in progress may have written an earlier time.
    const since = new Date(first.deletedAt.getTime() - UNDER_WAY_MS);
    await forgetLater(this.#walking(), deleted, since);
    if (this.#isStopped) return;
    const over = new Date(clock.now().getTime() - LATE_ROWS_MS);
    await em.fork().nativeDelete(DeletedAccount, { deletedAt: { $lte: over }, isTrailDone: true });
  }

  async #finishTrail({ userId, pseudonym, deletedAt, nameHash }: DeletedAccount): Promise<void> {
    const isKey = (key: string) => nameHash !== null && this.#computeHash(key) === nameHash;
    await forgetLater(this.#walking(), [{ userId, pseudonym, deletedAt, isKey }]);
    if (this.#isStopped) return;
    await this.deps.em.fork().nativeUpdate(DeletedAccount, { userId }, { isTrailDone: true, nameHash: null });
  }

  #walking() {
    const { em, clock } = this.deps;
    return { em, clock, isStopped: () => this.#isStopped };
  }

  #computeHash(key: string): string {
    return createHmac('sha256', this.deps.secretKey).update(`deleted account ${key}`).digest('hex');
  }
}

/** Makes the deletion of a staff account lock all staff first, as every change by staff does. */
function asMember(origin: Origin, { isStaff }: Viewer): Origin {
  return origin.authority
    ? { ...origin, authority: { ...origin.authority, role: isStaff ? 'STAFF' : 'MEMBER' } }
    : origin;
}
