import type { AuditTrail, RecordedEvent } from '../../audit/audit-trail.js';
import type { Origin } from '../../audit/origin.js';
import type { UnitOfWork } from '../../db/database.js';
import type { ReportFailure } from '../../shared/report-failure.js';
import { isPossibleUsername, usernameKey } from '../../shared/username.js';
import { LockedOut, NoActiveAccount } from '../accounts.errors.js';
import { isPassword } from '../registration/password-rules.js';
import { User } from '../users/user.entity.js';
import type { KnownNetworks } from './known-networks.js';
import type { Lockout } from './lockout.js';
import type { PasswordHasher } from './password-hasher.js';

/** A name and a password, as a login method received them. */
export interface LoginAttempt {
  readonly username: string;
  readonly password: string;
  readonly origin: Origin;
  /** Accounts without the staff role count as wrong credentials. */
  readonly staffOnly?: boolean;
}

/**
 * Why a signed-in user gives their own password. Only failures are recorded here: a success is followed by the change
 * that it allows, which has a record of its own.
 */
export interface Confirmation {
  readonly event: 'password_change' | 'reauthentication';
  readonly origin: Origin;
}

interface AuthenticationDeps {
  readonly em: UnitOfWork;
  readonly hasher: PasswordHasher;
  readonly knownNetworks: KnownNetworks;
  readonly lockout: Lockout;
  readonly audit: AuditTrail;
  readonly report: ReportFailure;
}

/**
 * Checks names and passwords for every login method: the login forms, token issue, GraphQL (contract 3).
 */
export class Authentication {
  constructor(private readonly deps: AuthenticationDeps) {}

  /**
   * Returns the account if the name and the password are right.
   *
   * @throws {NoActiveAccount} for an unknown name, a wrong password or an inactive account, after the same time.
   * @throws {LockedOut} from the fifth failure on.
   * @throws {Busy} when too many passwords wait to be checked.
   */
  async authenticate(attempt: LoginAttempt): Promise<User> {
    const user = await this.#verifyCredentials(attempt, 'login');
    const { origin, username } = attempt;
    await this.deps.audit.record({ event: 'login', result: 'success', origin, username, userId: user.id });
    this.#renewHash(user, attempt);
    return user;
  }

  /**
   * Whether a password is that of an account whose owner is signed in. A wrong guess counts like a failed login.
   *
   * @throws {LockedOut} from the fifth failure on.
   * @throws {Busy} when too many passwords wait to be checked.
   */
  async confirm(
    { username }: Pick<User, 'username'>,
    password: string,
    { event, origin }: Confirmation,
  ): Promise<boolean> {
    const attempt = { username, password, origin };
    try {
      await this.#verifyCredentials(attempt, event);
      return true;
    } catch (error) {
      if (error instanceof NoActiveAccount) return false;
      throw error;
    }
  }

  /** Returns the account if name and password are right, else records the failure and throws. */
  async #verifyCredentials(attempt: LoginAttempt, event: 'login' | Confirmation['event']): Promise<User> {
    const { hasher, knownNetworks } = this.deps;
    const { username, origin } = attempt;
    const key = isPossibleUsername(username) ? usernameKey(username) : undefined;
    // The account is looked up only when it is the attempt's turn: most of a flood is rejected without a query.
    const user = await hasher.inTurn(knownNetworks.queuePath(origin.address), () =>
      key === undefined ? this.#checkImpossible(attempt, event) : this.#checkGuarded(attempt, key, event),
    );
    if (!user) throw new NoActiveAccount();
    knownNetworks.remember(origin.address);
    return user;
  }

  /** A name that no account can have is not locked: its key might be that of a real account. */
  async #checkImpossible(attempt: LoginAttempt, event: RecordedEvent['event']): Promise<null> {
    await this.#check(attempt, null);
    const { username, origin } = attempt;
    await this.deps.audit.record({ event, result: 'failure', origin, username });
    return null;
  }

  async #checkGuarded(attempt: LoginAttempt, key: string, event: RecordedEvent['event']): Promise<User | null> {
    const { lockout, audit } = this.deps;
    const { username, origin } = attempt;
    const pair = { usernameKey: key, address: origin.address };
    const check = async () => this.#check(attempt, await this.#find(key));
    try {
      return await lockout.guard(pair, check, (unit, { locks }) =>
        audit.recordWithin(unit, { event, result: locks ? 'locked_out' : 'failure', origin, username }),
      );
    } catch (error) {
      const wasLocked = error instanceof LockedOut && !error.isNew;
      if (wasLocked) await audit.record({ event, result: 'locked_out', origin, username, isStored: false });
      throw error;
    }
  }

  async #check({ password, staffOnly = false }: LoginAttempt, user: User | null): Promise<User | null> {
    const fits = isPassword(password) && (await this.deps.hasher.verify(password, user?.password));
    return user && fits && user.isActive && (!staffOnly || user.isStaff) ? user : null;
  }

  async #find(key: string): Promise<User | null> {
    const em = this.deps.em.fork();
    const user = await em.findOne(User, { usernameKey: key });
    // Mapping a row to an entity takes time, and the response time must not reveal whether the account exists.
    if (!user) em.map(User, DUMMY_USER_ROW);
    return user;
  }

  /**
   * Hashes the password again if it was imported with another number of rounds. Done after the response, and not if the
   * password has been changed in the meantime.
   */
  #renewHash({ id, password: encoded }: User, { password, origin }: LoginAttempt): void {
    const { em, hasher, knownNetworks, report } = this.deps;
    if (hasher.isCurrent(encoded)) return;
    setImmediate(async () => {
      try {
        const renewed = await hasher.hash(password, knownNetworks.queuePath(origin.address));
        await em.fork().nativeUpdate(User, { id, password: encoded }, { password: renewed });
      } catch (error) {
        report(error);
      }
    });
  }
}

/** A row of the table of users that belongs to no account. */
const DUMMY_USER_ROW = {
  id: 0,
  username: '',
  username_key: '',
  first_name: '',
  email: '',
  password: '',
  is_active: 0,
  is_staff: 0,
  token_version: 0,
  date_joined: 0,
  last_login: null,
};
