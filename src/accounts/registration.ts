import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/clock.js';
import { InvalidFields } from '../shared/errors.js';
import { networkOf } from '../shared/network.js';
import type { FieldErrors } from '../shared/vigia-error.js';
import { accountMessages } from './accounts.messages.js';
import type { AuditTrail } from './audit-trail.js';
import type { Blocklist } from './blocklist.js';
import type { Origin } from './origin.js';
import type { PasswordHasher } from './password-hasher.js';
import { capitaliseName, checkRegistration, type RegistrationForm } from './registration-rules.js';
import { User } from './user.entity.js';
import { keptUsername, usernameKey } from './username.js';

interface RegistrationParts {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly audit: AuditTrail;
  readonly blocklist: Blocklist;
}

/** Creates accounts (specification §4.1). */
export class Registration {
  constructor(private readonly parts: RegistrationParts) {}

  /**
   * Creates an account from a filled-in form.
   *
   * @throws {InvalidFields} naming every field that is wrong; nothing is created then.
   * @throws {Busy} when too many passwords wait to be hashed.
   */
  async register(form: RegistrationForm, origin: Origin, { isStaff = false } = {}): Promise<User> {
    const faults = await this.#check(form);
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    const password = await this.parts.hasher.hash(form.password1, networkOf(origin.address));
    const em = this.parts.em.fork();
    const user = em.create(User, {
      username: keptUsername(form.username),
      usernameKey: usernameKey(form.username),
      firstName: capitaliseName(form.firstName),
      email: form.email.trim(),
      password,
      isStaff,
      dateJoined: this.parts.clock.now(),
    });
    try {
      await em.persist(user).flush();
    } catch (error) {
      // Somebody took the name while the password was being hashed.
      if (error instanceof UniqueConstraintViolationException) throw new InvalidFields(usernameTaken);
      throw error;
    }
    const { id: userId, username } = user;
    const record = { result: 'success', origin, username, userId } as const;
    await this.parts.audit.record({ event: 'register', ...record });
    if (isStaff) await this.parts.audit.record({ event: 'staff_grant', ...record });
    return user;
  }

  async #check(form: RegistrationForm): Promise<FieldErrors> {
    const faults = checkRegistration(form, await this.parts.blocklist.lookUp(form.email));
    if (faults.username) return faults;
    const taken = await this.parts.em.fork().count(User, { usernameKey: usernameKey(form.username) });
    return taken > 0 ? { ...usernameTaken, ...faults } : faults;
  }
}

const usernameTaken: FieldErrors = { username: [accountMessages.usernameTaken] };
