import { LockMode, raw } from '@mikro-orm/core';
import type { AuditAction, AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Clock } from '../../../shared/time/clock.js';
import { LastStaffAccount } from '../accounts.errors.js';
import { lockStaff } from '../authority/authority.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { withdrawInvitationsOf } from '../invitations/invitations.js';
import { endPersonalTokens } from '../personal-tokens/personal-tokens.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../users/user.entity.js';
import type { UserDirectory } from '../users/user-directory.js';

interface AccountStatusDeps {
  readonly userDirectory: UserDirectory;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  readonly clock: Clock;
}

/**
 * Controls which users may log in and which are staff. The administration must always remain accessible, so the last
 * active account with the staff role can be neither deactivated nor demoted, by any means and with any number of
 * concurrent changes (decision 020).
 */
export class AccountStatus {
  constructor(private readonly deps: AccountStatusDeps) {}

  /**
   * Allows a user to log in again. Earlier sessions and tokens stay invalid.
   *
   * @throws {NotFound} when no account has that name.
   */
  activate(username: string, origin: Origin): Promise<User> {
    return this.#change(username, { event: 'activate', to: { isActive: true } }, origin);
  }

  /**
   * Prevents a user from logging in, and ends all of their sessions and tokens.
   *
   * @throws {NotFound} when no account has that name.
   * @throws {LastStaffAccount} when no other active account is staff.
   */
  deactivate(username: string, origin: Origin): Promise<User> {
    return this.#change(username, { event: 'deactivate', to: { isActive: false } }, origin);
  }

  /**
   * Grants or revokes the staff role. Takes effect with the user's next call, and immediately on open sockets.
   *
   * @throws {NotFound} when no account has that name.
   * @throws {LastStaffAccount} when no other active account is staff.
   */
  setStaff(username: string, isStaff: boolean, origin: Origin): Promise<User> {
    const event = isStaff ? 'staff_grant' : 'staff_revoke';
    // Whoever becomes staff is no operator beside it; an operator who was never staff stays one.
    return this.#change(username, { event, to: { isStaff, ...(isStaff && { isOperator: false }) } }, origin);
  }

  /**
   * Lets a user log in with their password while `OIDC_ONLY` forbids it to all others, or ends that.
   *
   * @throws {NotFound} when no account has that name.
   */
  setBreakGlass(username: string, isBreakGlass: boolean, origin: Origin): Promise<User> {
    const event = isBreakGlass ? 'break_glass_grant' : 'break_glass_revoke';
    return this.#change(username, { event, to: { isBreakGlass } }, origin);
  }

  /** Changes the status and records the change. If the account already has that status, the record shows no change. */
  async #change(username: string, { event, to }: StatusChange, origin: Origin): Promise<User> {
    const { userDirectory, audit, changedAccounts, clock } = this.deps;
    const { id, username: storedName } = await userDirectory.named(username);
    const recorded = { event, origin, username: storedName, userId: id };
    const user = await audit
      .withChange(origin, async (unit, record) => {
        const { user: changed, before } = await change(unit, id, { to, now: clock.now() });
        await record({ ...recorded, result: 'success', ...(before && { change: { before, after: shownStatus(to) } }) });
        return changed;
      })
      .catch(async (error: unknown) => {
        if (error instanceof LastStaffAccount) await audit.record({ ...recorded, result: 'failure' });
        throw error;
      });
    changedAccounts.announce(id);
    return user;
  }
}

type Status = Partial<Pick<User, 'isActive' | 'isStaff' | 'isOperator' | 'isBreakGlass'>>;

interface StatusChange {
  readonly event: AuditAction;
  readonly to: Status;
}

interface RequestedStatus {
  readonly to: Status;
  readonly now: Date;
}

interface Changed {
  readonly user: User;
  /** Status before the change; undefined if nothing changed. */
  readonly before: Status | undefined;
}

/** The operator role follows from the staff role here, so that it is no change of its own. */
function shownStatus({ isOperator: _, ...status }: Status): Status {
  return status;
}

async function change(em: UnitOfWork, id: number, { to, now }: RequestedStatus): Promise<Changed> {
  const staff = await lockStaff(em);
  const user = await em.findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const { isActive, isStaff, isBreakGlass } = user;
  const before = {
    ...(to.isActive !== undefined && { isActive }),
    ...(to.isStaff !== undefined && { isStaff }),
    ...(to.isBreakGlass !== undefined && { isBreakGlass }),
  };
  const { isOperator: _, ...asked } = to;
  if (Object.entries(asked).every(([fact, value]) => user[fact as keyof Status] === value)) {
    return { user, before: undefined };
  }
  const losesStaff = isActive && isStaff && (to.isActive === false || to.isStaff === false);
  if (losesStaff && !staff.some((other) => other !== id)) throw new LastStaffAccount();
  const ends = to.isActive === false;
  await em.nativeUpdate(User, { id }, { ...to, ...(ends && { tokenVersion: raw('token_version + 1') }) });
  if (ends) {
    await em.nativeDelete(Session, { user: id });
    await endPersonalTokens(em, id);
  }
  if (losesStaff) await withdrawInvitationsOf(em, id, now);
  return { user: await em.findOneOrFail(User, id, { refresh: true }), before };
}
