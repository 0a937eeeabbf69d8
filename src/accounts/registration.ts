import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/clock.js';
import { InvalidFields } from '../shared/errors.js';
import { networkOf } from '../shared/network.js';
import type { Language } from '../shared/text.js';
import type { FieldErrors } from '../shared/vigia-error.js';
import { accountMessages } from './accounts.messages.js';
import type { AuditTrail, RecordedEvent } from './audit-trail.js';
import type { Blocklist } from './blocklist.js';
import type { Origin } from './origin.js';
import type { PasswordHasher } from './password-hasher.js';
import { capitaliseName, checkRegistration, type RegistrationForm } from './registration-rules.js';
import { User } from './user.entity.js';
import { keptUsername, usernameKey } from './username.js';
import type { WelcomeMail } from './welcome-mail.js';

interface RegistrationParts {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly audit: AuditTrail;
  readonly blocklist: Blocklist;
  readonly welcomeMail: WelcomeMail;
}

interface RegistrationOptions {
  readonly isStaff?: boolean;
  /** Of the welcome mail. */
  readonly language?: Language;
}

/** Creates accounts (specification §4.1). */
export class Registration {
  constructor(private readonly parts: RegistrationParts) {}

  /**
   * Creates an account from a filled-in form, with its mail of welcome and its rows of the audit: all or nothing.
   *
   * @throws {InvalidFields} naming every field that is wrong; nothing is created then.
   * @throws {Busy} when too many passwords wait to be hashed, or the database cannot take it now.
   */
  async register(
    form: RegistrationForm,
    origin: Origin,
    { isStaff = false, language = 'pt' }: RegistrationOptions = {},
  ): Promise<User> {
    const faults = await this.#check(form);
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    const { em, hasher, clock, audit, welcomeMail } = this.parts;
    const password = await hasher.hash(form.password1, networkOf(origin.address));
    const { user, tellers } = await em
      .fork()
      .transactional(async (unit) => {
        const created = unit.create(User, {
          username: keptUsername(form.username),
          usernameKey: usernameKey(form.username),
          firstName: capitaliseName(form.firstName),
          email: form.email.trim(),
          password,
          isStaff,
          dateJoined: clock.now(),
        });
        await unit.persist(created).flush();
        welcomeMail.queue(unit, created, language);
        const recorded = [];
        for (const event of creationEvents(created, origin)) recorded.push(await audit.recordWithin(unit, event));
        return { user: created, tellers: recorded };
      })
      .catch((error: unknown) => {
        // Somebody took the name while the password was being hashed.
        throw error instanceof UniqueConstraintViolationException ? new InvalidFields(usernameTaken) : error;
      });
    for (const tell of tellers) tell();
    welcomeMail.announce();
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

function creationEvents({ id: userId, username, isStaff }: User, origin: Origin): RecordedEvent[] {
  const record = { result: 'success', origin, username, userId } as const;
  // What people make for themselves needs no telling.
  const made = origin.by && { after: { isActive: true, isStaff } };
  const granted = origin.by && { before: { isStaff: false }, after: { isStaff } };
  return [
    { event: 'register', ...record, change: made },
    ...(isStaff ? [{ event: 'staff_grant', ...record, change: granted } as const] : []),
  ];
}
