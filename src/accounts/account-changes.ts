import { raw } from '@mikro-orm/core';
import type { UnitOfWork } from '../db/database.js';
import { InvalidFields, NotAuthenticated } from '../shared/errors.js';
import { networkOf } from '../shared/network.js';
import type { Viewer } from '../shared/viewer.js';
import type { FieldErrors } from '../shared/vigia-error.js';
import { NoSuchAccount } from './accounts.errors.js';
import { accountMessages } from './accounts.messages.js';
import type { AuditTrail, RecordedEvent } from './audit-trail.js';
import type { Authentication } from './authentication.js';
import type { Lockout } from './lockout.js';
import type { Origin } from './origin.js';
import type { PasswordHasher } from './password-hasher.js';
import { passwordFaults } from './password-rules.js';
import type { People } from './people.js';
import type { Revocations } from './revocations.js';
import { Session } from './session.entity.js';
import { User } from './user.entity.js';
import { isPossibleUsername, usernameKey } from './username.js';

/** What a person fills in to change the own password, as received. */
export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword1: string;
  readonly newPassword2: string;
}

interface AccountChangesParts {
  readonly em: UnitOfWork;
  readonly people: People;
  readonly hasher: PasswordHasher;
  readonly authentication: Authentication;
  readonly lockout: Lockout;
  readonly audit: AuditTrail;
  readonly revocations: Revocations;
}

/**
 * Changes to accounts and what they end (contract §3, promise 18). What ends is gone from the database in the same
 * transaction as the change; sockets follow at once in this process and within an interval in any other.
 */
export class AccountChanges {
  constructor(private readonly parts: AccountChangesParts) {}

  /**
   * Changes the caller's own password. Everything ends but the session that did it.
   *
   * @throws {InvalidFields} naming what is wrong, by the names of {@link PasswordChange}.
   * @throws {LockedOut} after too many wrong old passwords.
   * @throws {NotAuthenticated} when somebody else changed the account meanwhile.
   */
  async changeOwnPassword(viewer: Viewer, change: PasswordChange, origin: Origin): Promise<void> {
    const { authentication, hasher } = this.parts;
    const user = await this.#find({ id: viewer.userId });
    const faults = passwordChangeFaults(change, user);
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    if (!(await authentication.confirm(user, change.oldPassword, origin))) {
      throw new InvalidFields({ oldPassword: [accountMessages.oldPasswordWrong] });
    }
    const password = await hasher.hash(change.newPassword1, networkOf(origin.address));
    // Staff may have set a password or deactivated the account meanwhile: that stands.
    const only = { password: user.password, isActive: true };
    const event = { event: 'password_change', result: 'success', origin, ...named(user) } as const;
    await this.#revoke(user, { changes: { password }, except: ownSession(viewer), only, event });
  }

  /**
   * Sets somebody's password, for staff and operators. Everything of that user ends.
   *
   * @throws {NoSuchAccount} when nobody has that name.
   * @throws {InvalidFields} naming `password` when it is too weak, or the account is that of who asks.
   */
  async setPassword(username: string, password: string, origin: Origin): Promise<User> {
    const user = await this.parts.people.named(username);
    // Who finds a session of the staff open must not be able to make the account his own.
    if (origin.by?.userId === user.id) throw new InvalidFields({ password: [accountMessages.ownPasswordElsewhere] });
    const faults = passwordFaults(password, user);
    if (faults.length > 0) throw new InvalidFields({ password: faults });
    const encoded = await this.parts.hasher.hash(password, networkOf(origin.address));
    const event = { event: 'password_set', result: 'success', origin, ...named(user) } as const;
    await this.#revoke(user, { changes: { password: encoded }, event });
    return user;
  }

  /**
   * Opens the locks of a name, which need not be an account's, at one address or at all.
   *
   * @returns at how many addresses there were failures.
   * @throws {NoSuchAccount} when nobody could have that name.
   */
  async unlock(username: string, origin: Origin, address?: string): Promise<number> {
    if (!isPossibleUsername(username)) throw new NoSuchAccount();
    if (address?.includes('\0') || address?.isWellFormed() === false) return 0;
    return this.parts.audit.withChange(async (unit, record) => {
      const addresses = await this.parts.lockout.unlock({ usernameKey: usernameKey(username), address }, unit);
      const change = addresses.length === 0 ? undefined : { before: { addresses } };
      await record({ event: 'unlock', result: 'success', origin, username, change });
      return addresses.length;
    });
  }

  /** Ends every session of an account, every token and every socket; it may log in again. @throws {NoSuchAccount} */
  async endSessions(username: string, origin: Origin): Promise<User> {
    const user = await this.parts.people.named(username);
    const event = { event: 'sessions_end', result: 'success', origin, ...named(user) } as const;
    await this.#revoke(user, { changes: {}, event, countsSessions: true });
    return user;
  }

  /** Ends every session of the caller but the one that asks, and every token. */
  async endOtherSessions(viewer: Viewer, origin: Origin): Promise<void> {
    const user = await this.#find({ id: viewer.userId });
    const event = { event: 'other_sessions_end', result: 'success', origin, ...named(user) } as const;
    await this.#revoke(user, { changes: {}, except: ownSession(viewer), event });
  }

  async #find(where: Pick<User, 'id'>): Promise<User> {
    const user = await this.parts.em.fork().findOne(User, where);
    if (!user) throw new NoSuchAccount();
    return user;
  }

  /** Changes an account, ends its tokens and sessions but for one session, and records that: all or nothing. */
  async #revoke({ id }: User, { changes, except, only, event, countsSessions = false }: Revocation): Promise<void> {
    const { audit, revocations } = this.parts;
    await audit.withChange(async (unit, record) => {
      const changed = await unit.nativeUpdate(
        User,
        { id, ...only },
        { ...changes, tokenVersion: raw('token_version + 1') },
      );
      if (changed === 0) throw only ? new NotAuthenticated() : new NoSuchAccount();
      const others = except === undefined ? {} : { id: { $ne: except } };
      const sessions = await unit.nativeDelete(Session, { user: id, ...others });
      const change = countsSessions ? { before: { sessions }, after: { sessions: 0 } } : undefined;
      await record({ ...event, change });
    });
    revocations.announce();
  }
}

interface Revocation {
  readonly changes: Partial<Pick<User, 'password'>>;
  /** The id of a session that lives on. */
  readonly except?: string | undefined;
  /** How the account must still be. */
  readonly only?: Partial<Pick<User, 'password' | 'isActive'>>;
  /** What is recorded of it. */
  readonly event: RecordedEvent;
  /** Whether it records how many sessions ended. */
  readonly countsSessions?: boolean;
}

function passwordChangeFaults({ newPassword1, newPassword2 }: PasswordChange, user: User): FieldErrors {
  const faults = passwordFaults(newPassword1, user);
  const differ = newPassword1 !== newPassword2;
  return {
    ...(faults.length > 0 && { newPassword1: faults }),
    ...(differ && { newPassword2: [accountMessages.passwordsDiffer] }),
  };
}

function ownSession({ credential }: Viewer): string | undefined {
  return credential.kind === 'session' ? credential.sessionId : undefined;
}

function named({ id, username }: User) {
  return { username, userId: id };
}
