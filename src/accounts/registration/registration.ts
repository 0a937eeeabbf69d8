import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { AuditTrail, RecordedEvent } from '../../audit/audit-trail.js';
import type { Origin } from '../../audit/origin.js';
import type { UnitOfWork } from '../../db/database.js';
import { BASE_LANGUAGE, type Language } from '../../i18n/catalogues.js';
import type { Clock } from '../../shared/clock.js';
import { InvalidFields } from '../../shared/errors.js';
import { normalisedUsername, usernameKey } from '../../shared/username.js';
import type { FieldErrors } from '../../shared/vigia-error.js';
import { confirmAuthority } from '../authentication/authority.js';
import type { KnownNetworks } from '../authentication/known-networks.js';
import type { PasswordHasher } from '../authentication/password-hasher.js';
import { requireReauthentication } from '../authentication/reauthentication.js';
import type { Blocklist } from '../email-domains/blocklist.js';
import { User } from '../users/user.entity.js';
import type { RegistrationQuota } from './registration-quota.js';
import { capitaliseName, checkRegistration, type RegistrationForm } from './registration-rules.js';
import type { WelcomeMail } from './welcome-mail.js';

interface RegistrationDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly knownNetworks: KnownNetworks;
  readonly audit: AuditTrail;
  readonly blocklist: Blocklist;
  readonly welcomeMail: WelcomeMail;
  readonly registrationQuota: RegistrationQuota;
}

interface RegistrationOptions {
  readonly isStaff?: boolean;
  /** Of the welcome mail. */
  readonly language?: Language;
}

/** Creates accounts, for visitors, staff and operators alike (contract 3). */
export class Registration {
  constructor(private readonly deps: RegistrationDeps) {}

  /**
   * Creates an account from a form, with its welcome mail and its rows of the audit trail, in one transaction. Accounts
   * that staff and operators create do not count against a quota.
   *
   * @throws {RateLimited} when too many accounts have been created from the visitor's network.
   * @throws {ReauthenticationRequired} when the account is to be staff and the viewer has not given their own password.
   * @throws {InvalidFields} naming every invalid field; nothing is created then.
   * @throws {NotAuthenticated | PermissionDenied} when the viewer has lost the right to create accounts meanwhile.
   * @throws {Busy} when too many passwords wait to be hashed, or the database is temporarily unavailable.
   */
  async register(form: RegistrationForm, origin: Origin, options: RegistrationOptions = {}): Promise<User> {
    const create = () => this.#create(form, origin, options);
    const isStranger = origin.by === undefined && origin.method !== 'cli';
    return isStranger ? this.deps.registrationQuota.during(origin.address, create) : create();
  }

  async #create(
    form: RegistrationForm,
    origin: Origin,
    { isStaff = false, language = BASE_LANGUAGE }: RegistrationOptions,
  ): Promise<User> {
    if (isStaff) requireReauthentication(origin);
    const faults = await this.#check(form);
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    const { em, hasher, knownNetworks, clock, audit, welcomeMail } = this.deps;
    const password = await hasher.hash(form.password1, knownNetworks.queuePath(origin.address));
    const { user, afterCommit } = await em
      .fork()
      .transactional(async (unit) => {
        await confirmAuthority(unit, origin, clock.now());
        const created = unit.create(User, {
          username: normalisedUsername(form.username),
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
        return { user: created, afterCommit: recorded };
      })
      .catch((error: unknown) => {
        // Another registration took the name while the password was being hashed.
        throw error instanceof UniqueConstraintViolationException ? new InvalidFields(usernameTaken) : error;
      });
    for (const callback of afterCommit) callback();
    welcomeMail.announce();
    return user;
  }

  async #check(form: RegistrationForm): Promise<FieldErrors> {
    const faults = await checkRegistration(form, (domain) => this.deps.blocklist.blocks(domain));
    if (faults.username) return faults;
    const taken = await this.deps.em.fork().count(User, { usernameKey: usernameKey(form.username) });
    return taken > 0 ? { ...usernameTaken, ...faults } : faults;
  }
}

const usernameTaken: FieldErrors = { username: ['accounts.usernameTaken'] };

function creationEvents({ id: userId, username, isStaff }: User, origin: Origin): RecordedEvent[] {
  const record = { result: 'success', origin, username, userId } as const;
  // The details of an account that a visitor registers for themselves need not be recorded.
  const creation = origin.by && { after: { isActive: true, isStaff } };
  const granted = origin.by && { before: { isStaff: false }, after: { isStaff } };
  return [
    { event: 'register', ...record, change: creation },
    ...(isStaff ? [{ event: 'staff_grant', ...record, change: granted } as const] : []),
  ];
}
