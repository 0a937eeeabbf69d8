import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { AuditTrail } from '../../audit/audit-trail.js';
import type { Origin } from '../../audit/origin.js';
import { takeNameOut } from '../../audit/personal-audit.js';
import type { PersonalRecords } from '../../audit/personal-records.js';
import type { UnitOfWork } from '../../db/database.js';
import { InvalidFields, NotAuthenticated } from '../../shared/errors/errors.js';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import { isPossibleUsername, usernameKey } from '../../shared/identity/username.js';
import type { Viewer } from '../../shared/identity/viewer.js';
import type { Clock } from '../../shared/time/clock.js';
import { LastStaffAccount } from '../accounts.errors.js';
import { lockStaff } from '../authentication/authority.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { User } from '../users/user.entity.js';
import { DeletedAccount } from './deleted-account.entity.js';

/**
 * For how long rows with the name of a deleted account may still be written: events that are summed up in memory come
 * within an hour (`RepeatedSuccesses`).
 */
const LATE_ROWS_MS = 2 * 3_600_000;

const PSEUDONYM_BYTES = 6;

interface AccountDeletionDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  readonly personalRecords: readonly PersonalRecords[];
  readonly report: ReportFailure;
}

/**
 * Lets users delete their own account (contract 14, decision 064). The account and all that hangs on it go in one
 * transaction. Rows of the audit trail stay and lose the name: there may be a hundred thousand of them, so that is done
 * afterwards, some at a time, and a row in a table of its own says that it is to be done until it is.
 */
export class AccountDeletion {
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(private readonly deps: AccountDeletionDeps) {}

  /**
   * @param typed the username, as the owner has typed it to confirm.
   * @throws {InvalidFields} naming `username` when it is another.
   * @throws {LastStaffAccount} when no other active account is staff.
   * @throws {NotAuthenticated} when the session or token has ended meanwhile.
   */
  async delete(viewer: Viewer, typed: string, origin: Origin): Promise<void> {
    const isOwn = isPossibleUsername(typed) && usernameKey(typed) === usernameKey(viewer.username);
    if (!isOwn) throw new InvalidFields({ username: ['accounts.otherUsername'] });
    const { audit, changedAccounts, report } = this.deps;
    const { userId } = viewer;
    const pseudonym = `deleted-${randomBytes(PSEUDONYM_BYTES).toString('hex')}`;
    await audit.withChange(asMember(origin, viewer), async (unit, record) => {
      await this.#deleteWithin(unit, userId, pseudonym);
      await record({ event: 'account_delete', result: 'success', origin, username: pseudonym, userId });
    });
    changedAccounts.announce(userId);
    this.finish().catch(report);
  }

  /**
   * Takes the names of deleted accounts out of the audit trail, and forgets them once no row with them can come any more.
   * Called after a deletion, and every hour, since a process may end in between.
   */
  finish(): Promise<void> {
    const before = this.#running.catch(() => {});
    this.#running = before.then(() => this.#finish());
    return this.#running;
  }

  /** Lets what is under way end after its next step; the rest is done after the next start. */
  stop(): void {
    this.#isStopped = true;
  }

  async #deleteWithin(unit: UnitOfWork, id: number, pseudonym: string): Promise<void> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true } as const;
    const user = await unit.findOne(User, { id, isActive: true }, options);
    if (!user) throw new NotAuthenticated();
    const { username, isStaff } = user;
    if (isStaff && !(await lockStaff(unit)).some((other) => other !== id)) throw new LastStaffAccount();
    for (const { forget } of this.deps.personalRecords) await forget?.(unit, { userId: id, username, pseudonym });
    const deletedAt = this.deps.clock.now();
    await unit.insert(DeletedAccount, { userId: id, username, pseudonym, deletedAt });
    await unit.nativeDelete(User, { id });
  }

  async #finish(): Promise<void> {
    const { em, clock } = this.deps;
    const deleted = await em.fork().find(DeletedAccount, {}, { orderBy: { deletedAt: 'asc' } });
    for (const account of deleted) {
      if (this.#isStopped) return;
      const { userId, username, pseudonym, deletedAt } = account;
      const isStopped = () => this.#isStopped;
      await takeNameOut({ em, clock, isStopped }, { userId, username, pseudonym, before: deletedAt });
      if (this.#isStopped) return;
      const isOver = clock.now().getTime() - deletedAt.getTime() >= LATE_ROWS_MS;
      if (isOver) await em.fork().nativeDelete(DeletedAccount, { userId });
    }
  }
}

/** Locks the staff first where one of them leaves, in the order of every change by staff. */
function asMember(origin: Origin, { isStaff }: Viewer): Origin {
  return origin.authority ? { ...origin, authority: { ...origin.authority, asStaff: isStaff } } : origin;
}
