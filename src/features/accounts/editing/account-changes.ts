import { raw } from '@mikro-orm/core';
import type { AuditTrail, RecordedEvent } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { InvalidFields, NotAuthenticated, NotFound } from '../../../shared/errors/errors.js';
import type { FieldErrors, VigiaError } from '../../../shared/errors/vigia-error.js';
import { isDisplayName, isPossibleUsername, usernameKey } from '../../../shared/identity/username.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Quota } from '../../../shared/rate-limits/quota.js';
import type { Authentication } from '../authentication/authentication.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import type { KnownNetworks } from '../credentials/known-networks.js';
import type { Lockout } from '../credentials/lockout/lockout.js';
import type { PasswordHasher } from '../credentials/password-hasher.js';
import { passwordFaults } from '../credentials/password-rules.js';
import { endPersonalTokens } from '../personal-tokens/personal-tokens.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../users/user.entity.js';
import type { UserDirectory } from '../users/user-directory.js';

/** A user's change of their own password, as received. */
export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword1: string;
  readonly newPassword2: string;
}

/**
 * Daily limit for each kind of change that users make to their own account, since each change adds a row to the audit
 * trail.
 */
export const OWN_CHANGES_A_DAY = 100;

interface AccountChangesDeps {
  readonly em: UnitOfWork;
  readonly userDirectory: UserDirectory;
  readonly hasher: PasswordHasher;
  readonly knownNetworks: KnownNetworks;
  readonly authentication: Authentication;
  readonly lockout: Lockout;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
  /** Quota of {@link OWN_CHANGES_A_DAY}. */
  readonly ownChanges: Quota;
}

/**
 * Makes the changes to accounts that end sessions and tokens (contract 3, promise 18). They end within the same
 * transaction, and their sockets are closed immediately, in this process and all others (decision 006).
 */
export class AccountChanges {
  constructor(private readonly deps: AccountChangesDeps) {}

  /**
   * Changes the viewer's own password. Ends all of their tokens, including personal ones, and all sessions except the
   * current one.
   *
   * @throws {InvalidFields} naming the invalid fields of {@link PasswordChange}.
   * @throws {LockedOut} after too many wrong old passwords.
   * @throws {RateLimited} after too many changes in a day.
   * @throws {NotAuthenticated} when the account was deactivated, or its password changed, in the meantime.
   */
  async changeOwnPassword(viewer: Viewer, change: PasswordChange, origin: Origin): Promise<void> {
    const { authentication, hasher, knownNetworks } = this.deps;
    const user = await this.#find({ id: viewer.userId });
    const faults = passwordChangeFaults(change, user);
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    if (!(await authentication.confirm(user, change.oldPassword, { event: 'password_change', origin }))) {
      throw new InvalidFields({ oldPassword: ['accounts.oldPasswordWrong'] });
    }
    await this.deps.ownChanges.take(`password_change ${user.id}`);
    const password = await hasher.hash(change.newPassword1, knownNetworks.queuePath(origin.address));
    // Must not overwrite a password or deactivation that staff have set in the meantime.
    const onlyIf = { password: user.password, isActive: true };
    const event = { event: 'password_change', result: 'success', origin, ...named(user) } as const;
    const otherwise = new NotAuthenticated();
    await this.#revoke(user, { changes: { password }, exceptSession: ownSession(viewer), onlyIf, otherwise, event });
  }

  /**
   * Sets the password of an account, for staff and operators. Ends all of its sessions and tokens.
   *
   * @throws {NotFound} when no account has that name.
   * @throws {InvalidFields} naming `password` if it is too weak, or if the account is the viewer's own.
   */
  async setPassword(username: string, password: string, origin: Origin): Promise<User> {
    const user = await this.deps.userDirectory.named(username);
    // An intruder using an open staff session must not be able to take over the account.
    if (origin.by?.userId === user.id) throw new InvalidFields({ password: ['accounts.ownPasswordElsewhere'] });
    const faults = passwordFaults(password, user);
    if (faults.length > 0) throw new InvalidFields({ password: faults });
    const { hasher, knownNetworks } = this.deps;
    const encoded = await hasher.hash(password, knownNetworks.queuePath(origin.address));
    const event = { event: 'password_set', result: 'success', origin, ...named(user) } as const;
    await this.#revoke(user, { changes: { password: encoded }, event });
    return user;
  }

  /**
   * Removes the locks of a name, at one address or at all of them. The name need not belong to an account.
   *
   * @returns the number of addresses that had failures.
   * @throws {NotFound} when no account can have that name.
   */
  async unlock(username: string, origin: Origin, address?: string): Promise<number> {
    if (!isPossibleUsername(username) && !isDisplayName(username)) throw new NotFound('accounts.noSuchAccount');
    return this.deps.audit.withChange(origin, async (unit, record) => {
      const addresses = await this.#unlock(username, address, unit);
      const change = addresses.length === 0 ? undefined : { before: { addresses } };
      await record({ event: 'unlock', result: 'success', origin, username, change });
      return addresses.length;
    });
  }

  /**
   * Removes a name's locks. The name may be in any spelling, or as displayed in the list of locks. @returns their
   * addresses.
   */
  async #unlock(typed: string, address: string | undefined, unit: UnitOfWork): Promise<string[]> {
    const { lockout } = this.deps;
    const isPossible = isPossibleUsername(typed);
    const addresses = isPossible ? await lockout.unlock({ usernameKey: usernameKey(typed), address }, unit) : [];
    if (addresses.length > 0) return addresses;
    const shown = await lockout.unlockDisplayName({ displayName: typed, address }, unit);
    if (shown.length === 0 && !isPossible) throw new NotFound('accounts.noSuchAccount');
    return shown;
  }

  /** Ends every session, token and socket of an account; its owner may log in again. @throws {NotFound} */
  async endSessions(username: string, origin: Origin): Promise<User> {
    const user = await this.deps.userDirectory.named(username);
    const event = { event: 'sessions_end', result: 'success', origin, ...named(user) } as const;
    await this.#revoke(user, { changes: {}, event, countsSessions: true });
    return user;
  }

  /**
   * Ends all of the viewer's sessions except the current one, and every token obtained by a login. Personal access
   * tokens stay valid: they are listed individually, and programs are not signed in anywhere. No rate limit applies,
   * since somebody who stole a session could exhaust it to keep the owner from ending that session. The audit trail
   * summarises repeated calls instead.
   */
  async endOtherSessions(viewer: Viewer, origin: Origin): Promise<void> {
    const user = await this.#find({ id: viewer.userId });
    const event = { event: 'other_sessions_end', result: 'success', origin, ...named(user) } as const;
    const exceptSession = ownSession(viewer);
    await this.#revoke(user, { changes: {}, exceptSession, event, keepsPersonalTokens: true });
  }

  async #find(where: Pick<User, 'id'>): Promise<User> {
    const user = await this.deps.em.fork().findOne(User, where);
    if (!user) throw new NotFound('accounts.noSuchAccount');
    return user;
  }

  /**
   * Changes an account, ends its tokens and its sessions (except one, if given), and records the change, all in one
   * transaction.
   */
  async #revoke({ id }: User, revocation: Revocation): Promise<void> {
    const {
      changes,
      exceptSession,
      onlyIf,
      otherwise = new NotFound('accounts.noSuchAccount'),
      event,
      countsSessions = false,
      keepsPersonalTokens = false,
    } = revocation;
    const { audit, changedAccounts } = this.deps;
    await audit.withChange(event.origin, async (unit, record) => {
      const changed = await unit.nativeUpdate(
        User,
        { id, ...onlyIf },
        { ...changes, tokenVersion: raw('token_version + 1') },
      );
      if (changed === 0) throw otherwise;
      const others = exceptSession === undefined ? {} : { id: { $ne: exceptSession } };
      const sessions = await unit.nativeDelete(Session, { user: id, ...others });
      if (!keepsPersonalTokens) await endPersonalTokens(unit, id);
      const change = countsSessions ? { before: { sessions }, after: { sessions: 0 } } : undefined;
      await record({ ...event, change });
    });
    changedAccounts.announce(id);
  }
}

interface Revocation {
  readonly changes: Partial<Pick<User, 'password'>>;
  readonly exceptSession?: string | undefined;
  /** Changes the account only if it still has these values. */
  readonly onlyIf?: Partial<Pick<User, 'password' | 'isActive'>>;
  /** Error thrown if it no longer has them. */
  readonly otherwise?: VigiaError;
  readonly event: RecordedEvent;
  /** Whether to record the number of ended sessions. */
  readonly countsSessions?: boolean;
  readonly keepsPersonalTokens?: boolean;
}

function passwordChangeFaults({ newPassword1, newPassword2 }: PasswordChange, user: User): FieldErrors {
  const faults = passwordFaults(newPassword1, user);
  const differ = newPassword1 !== newPassword2;
  return {
    ...(faults.length > 0 && { newPassword1: faults }),
    ...(differ && { newPassword2: ['accounts.passwordsDiffer'] }),
  };
}

function ownSession({ credential }: Viewer): string | undefined {
  return credential.kind === 'session' ? credential.sessionId : undefined;
}

function named({ id, username }: User) {
  return { username, userId: id };
}
