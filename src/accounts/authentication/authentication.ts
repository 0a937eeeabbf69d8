import type { AuditTrail } from '../../audit/audit-trail.js';
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

/** A name and a password as a door received them. */
export interface LoginAttempt {
  readonly username: string;
  readonly password: string;
  readonly origin: Origin;
  /** Accounts without the staff role count as wrong credentials. */
  readonly staffOnly?: boolean;
}

/** Why somebody who is signed in gives the own password. Only failures are recorded: what was to be done is anyway. */
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
 * Checks names and passwords for every door: the login forms, token issue, GraphQL (contract 3).
 */
export class Authentication {
  constructor(private readonly deps: AuthenticationDeps) {}

  /**
   * The account that the attempt proves.
   *
   * @throws {NoActiveAccount} for an unknown name, a wrong password or an inactive account, after the same time.
   * @throws {LockedOut} from the fifth failure on.
   * @throws {Busy} when too many passwords wait to be checked.
   */
  async authenticate(attempt: LoginAttempt): Promise<User> {
    const user = await this.#recorded(attempt, 'login', () => this.#prove(attempt));
    this.#renewHash(user, attempt);
    return user;
  }

  /**
   * Whether a password is the one of an account whose holder is signed in. Guesses count as those at the doors do.
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
      await this.#recorded(attempt, event, () => this.#prove(attempt));
      return true;
    } catch (error) {
      if (error instanceof NoActiveAccount) return false;
      throw error;
    }
  }

  async #prove({ username, password, origin, staffOnly = false }: LoginAttempt): Promise<User> {
    const { hasher, knownNetworks, lockout } = this.deps;
    const key = isPossibleUsername(username) ? usernameKey(username) : undefined;
    const check = async () => {
      const user = key === undefined ? null : await this.#find(key);
      const fits = isPassword(password) && (await hasher.verify(password, user?.password));
      return user && fits && user.isActive && (!staffOnly || user.isStaff) ? user : null;
    };
    // A name that nobody can have needs no lock, and must not lock another.
    const pair = key === undefined ? undefined : { usernameKey: key, address: origin.address };
    // Nothing is looked up before it is the attempt's turn: most of a flood is refused without the database.
    const guarded = pair ? () => lockout.guard(pair, check) : check;
    const proven = await hasher.inTurn(knownNetworks.queuePath(origin.address), guarded);
    if (!proven) throw new NoActiveAccount();
    knownNetworks.remember(origin.address);
    return proven;
  }

  async #find(key: string): Promise<User | null> {
    const em = this.deps.em.fork();
    const user = await em.findOne(User, { usernameKey: key });
    // Making an entity of a row takes time: nobody must cost as much as somebody.
    if (!user) em.map(User, NOBODY);
    return user;
  }

  async #recorded(
    { username, origin }: LoginAttempt,
    event: 'login' | Confirmation['event'],
    prove: () => Promise<User>,
  ): Promise<User> {
    const { audit } = this.deps;
    try {
      const user = await prove();
      if (event === 'login') await audit.record({ event, result: 'success', origin, username, userId: user.id });
      return user;
    } catch (error) {
      const result =
        error instanceof LockedOut ? 'locked_out' : error instanceof NoActiveAccount ? 'failure' : undefined;
      const kept = !(error instanceof LockedOut) || error.isNew;
      if (result) await audit.record({ event, result, origin, username, isStored: kept });
      throw error;
    }
  }

  /** An account that came with other rounds gets ours, after the answer; unless its password changes meanwhile. */
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

/** What a row of an account looks like that is nobody's. */
const NOBODY = {
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
