import type { UnitOfWork } from '../db/database.js';
import { NoActiveAccount } from './accounts.errors.js';
import type { PasswordHasher } from './password-hasher.js';
import { isPassword } from './registration-rules.js';
import { User } from './user.entity.js';
import { hasUsernameCharacters, keptUsername, USERNAME_MAX_LENGTH, usernameKey } from './username.js';

/** A name and a password as a door received them. */
export interface LoginAttempt {
  readonly username: string;
  readonly password: string;
  /** Accounts without the staff role count as wrong credentials. */
  readonly staffOnly?: boolean;
}

interface AuthenticationParts {
  readonly em: UnitOfWork;
  readonly hasher: PasswordHasher;
}

/** Checks names and passwords for every door: the login forms, token issue, GraphQL (specification §4.2, §4.4). */
export class Authentication {
  constructor(private readonly parts: AuthenticationParts) {}

  /**
   * The account that the attempt proves.
   *
   * @throws {NoActiveAccount} for an unknown name, a wrong password or an inactive account, after the same time.
   * @throws {Busy} when too many passwords wait to be checked.
   */
  async authenticate({ username, password, staffOnly = false }: LoginAttempt): Promise<User> {
    const user = await this.#find(username);
    if (!isPassword(password)) throw new NoActiveAccount();
    const fits = await this.parts.hasher.verify(password, user?.password);
    if (!user || !fits || !user.isActive || (staffOnly && !user.isStaff)) throw new NoActiveAccount();
    return user;
  }

  async #find(typed: string): Promise<User | null> {
    // A name that cannot be registered is nobody's; normalising a long one would cost time.
    if ([...typed.trim()].length > USERNAME_MAX_LENGTH || !hasUsernameCharacters(keptUsername(typed))) return null;
    return this.parts.em.fork().findOne(User, { usernameKey: usernameKey(typed) });
  }
}
