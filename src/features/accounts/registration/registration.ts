import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { BASE_LANGUAGE, type Language } from '../../../i18n/catalogues.js';
import type { AuditTrail, RecordedEvent } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { lockWithin } from '../../../platform/db/lock-within.js';
import { recipientKey } from '../../../platform/mail/recipient-key.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import { computeLookalikes } from '../../../shared/identity/lookalikes.js';
import {
  ALL_MACHINES,
  columnsOf,
  type MachineAccess,
  NO_MACHINES,
  storedAccess,
} from '../../../shared/identity/machine-access.js';
import { flagsOf, type Role, roleOf } from '../../../shared/identity/role.js';
import { normalisedUsername, usernameKey } from '../../../shared/identity/username.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { AccessPolicy } from '../access-policy/access-policy.js';
import { confirmAuthority } from '../authority/authority.js';
import type { KnownNetworks } from '../credentials/known-networks.js';
import { unusablePassword } from '../credentials/password-encoding.js';
import type { PasswordHasher } from '../credentials/password-hasher.js';
import type { Blocklist } from '../email-domains/blocklist.js';
import type { Admission } from '../invitations/admission.js';
import { accessOfInvitation, type Invitation } from '../invitations/invitation.entity.js';
import { RegistrationClosed } from '../invitations/invitations.errors.js';
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
  readonly admission: Admission;
  readonly accessPolicy: Pick<AccessPolicy, 'read'>;
  /** Whether only accounts of the sign-in provider can log in (`OIDC_ONLY`), so that visitors cannot register others. */
  readonly providerOnly: boolean;
}

interface RegistrationOptions {
  /** By default that of the invitation, otherwise `MEMBER`. */
  readonly role?: Role | undefined;
  /** Machines that the account sees; by default those of the invitation, otherwise of the access policy. */
  readonly access?: MachineAccess | undefined;
  /** Token of a visitor's invitation; empty for none. */
  readonly invitation?: string;
  /** Language of the welcome mail. */
  readonly language?: Language;
  /**
   * Uses up a right to create this account, first in its transaction; throws if there is none. Replaces the admission
   * and the quota of visitors.
   */
  readonly claim?: (unit: UnitOfWork) => Promise<void>;
  /** The person at a provider for whom the account is created, in place of a password. */
  readonly provided?: ProvidedAccount;
  /** How the account was created, for the audit trail. */
  readonly details?: RecordedEvent['details'];
}

/** An account whose owner signs in at a provider and has no password here. */
interface ProvidedAccount {
  /** Links the person to the new account, in the transaction that creates it. */
  readonly link: (unit: UnitOfWork, user: User) => Promise<void>;
  /** Whether the provider has verified the address. */
  readonly provesAddress: boolean;
}

/** A registration without a password. */
type PasswordlessForm = Omit<RegistrationForm, 'password1' | 'password2'>;

/** Advisory lock under which accounts are created, one at a time. */
export const REGISTRATION_LOCK = 'vigia user names';

/** Creates accounts, for visitors, staff and operators alike (contract 3). */
export class Registration {
  constructor(private readonly deps: RegistrationDeps) {}

  /**
   * Creates an account from a form, along with its welcome mail and its audit trail rows, in one transaction. Accounts
   * created by staff and operators do not count against a quota.
   *
   * @throws {RegistrationClosed} if visitors may not create accounts, or not without a valid invitation.
   * @throws {RateLimited} when too many accounts have been created from the visitor's network.
   * @throws {InvalidFields} naming every invalid field; nothing is created then.
   * @throws {NotAuthenticated | PermissionDenied} when the viewer has meanwhile lost the right to create accounts.
   * @throws {Busy} when too many passwords are waiting to be hashed, or the database is temporarily unavailable.
   */
  async register(form: RegistrationForm, origin: Origin, options: RegistrationOptions = {}): Promise<User> {
    const isStranger = origin.by === undefined && origin.method !== 'cli' && options.claim === undefined;
    if (!isStranger) return this.#create(form, origin, { ...options, admit: () => Promise.resolve(null) });
    const { admission, registrationQuota, providerOnly } = this.deps;
    if (providerOnly && !options.provided) throw new RegistrationClosed('closed');
    const admit = (unit?: UnitOfWork) => admission.admit(options.invitation ?? '', unit);
    // Rejects visitors who may not register before doing any slow work, and without counting the attempt.
    await admit();
    return registrationQuota.during(origin.address, () => this.#create(form, origin, { ...options, admit }));
  }

  /**
   * Like {@link register}, for a person who has signed in at a provider.
   *
   * @param isAdmitted whether the settings admit the person whatever the registration policy is.
   */
  registerProvided(
    form: PasswordlessForm,
    origin: Origin,
    {
      isAdmitted,
      ...options
    }: RegistrationOptions & { readonly provided: ProvidedAccount; readonly isAdmitted: boolean },
  ): Promise<User> {
    const claim = isAdmitted ? { claim: () => Promise.resolve() } : {};
    return this.register({ ...form, password1: '', password2: '' }, origin, { ...options, ...claim });
  }

  async #create(form: RegistrationForm, origin: Origin, options: AdmittedOptions): Promise<User> {
    const { language = BASE_LANGUAGE, admit, provided } = options;
    const faults = await this.#check(form, await admit(), provided !== undefined);
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    const { em, hasher, knownNetworks, clock, audit, welcomeMail, admission } = this.deps;
    const password = provided
      ? unusablePassword()
      : await hasher.hash(form.password1, knownNetworks.queuePath(origin.address));
    const { user, afterCommit } = await em
      .fork()
      .transactional(async (unit) => {
        await options.claim?.(unit);
        await confirmAuthority(unit, origin, clock.now());
        // Staff may have closed the registration or withdrawn the invitation while the password was being hashed.
        const invitation = await admit(unit);
        // Another registration may have taken a name that looks like this one in the meantime.
        await lockWithin(unit, REGISTRATION_LOCK);
        if (await looksTaken(unit, form.username)) throw new InvalidFields(usernameLooksTaken);
        const username = normalisedUsername(form.username);
        const created = unit.create(User, {
          username,
          usernameKey: usernameKey(username),
          ...computeLookalikes(username),
          firstName: capitaliseName(form.firstName),
          email: form.email.trim(),
          password,
          ...(await this.#rightsWithin(unit, options, invitation)),
          dateJoined: clock.now(),
          emailProvedAt:
            provided?.provesAddress || (await admission.provesAddress(unit, invitation, form.email.trim()))
              ? clock.now()
              : null,
        });
        await unit.persist(created).flush();
        await provided?.link(unit, created);
        if (invitation) await admission.use(unit, invitation, created.id);
        welcomeMail.queue(unit, created, language);
        const recorded = [];
        for (const event of creationEvents(created, origin, { invitation, details: options.details })) {
          recorded.push(await audit.recordWithin(unit, event));
        }
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

  async #rightsWithin(unit: UnitOfWork, { role, access }: RegistrationOptions, invitation: Invitation | null) {
    const seen = access ?? (invitation && accessOfInvitation(invitation));
    const { newAccounts } = await this.deps.accessPolicy.read(unit);
    return {
      ...flagsOf(role ?? (invitation ? roleOf(invitation) : 'MEMBER')),
      ...columnsOf(seen ?? (newAccounts === 'ALL' ? ALL_MACHINES : NO_MACHINES)),
    };
  }

  async #check(form: RegistrationForm, invitation: Invitation | null, isProvided: boolean): Promise<FieldErrors> {
    const { password1, password2, ...others } = await checkRegistration(form, (domain) =>
      this.deps.blocklist.blocks(domain),
    );
    const checked = isProvided
      ? others
      : { ...others, ...(password1 && { password1 }), ...(password2 && { password2 }) };
    const faults = isForAnother(invitation, form) && !checked.email ? { ...checked, ...invitedAnother } : checked;
    if (faults.username) return faults;
    const unit = this.deps.em.fork();
    const taken = await unit.count(User, { usernameKey: usernameKey(form.username) });
    if (taken > 0) return { ...usernameTaken, ...faults };
    return (await looksTaken(unit, form.username)) ? { ...usernameLooksTaken, ...faults } : faults;
  }
}

const usernameTaken: FieldErrors = { username: ['accounts.usernameTaken'] };

const usernameLooksTaken: FieldErrors = { username: ['accounts.usernameLooksTaken'] };

/** Whether another account's name looks like the new one. Identical names are left to the unique key. */
async function looksTaken(unit: UnitOfWork, typed: string): Promise<boolean> {
  const username = normalisedUsername(typed);
  const hashes = Object.values(computeLookalikes(username));
  const alike = { $or: [{ skeletonHash: { $in: hashes } }, { shownSkeletonHash: { $in: hashes } }] };
  return (await unit.count(User, { ...alike, usernameKey: { $ne: usernameKey(username) } })) > 0;
}

const invitedAnother: FieldErrors = { email: ['accounts.invitedAnotherAddress'] };

function isForAnother(invitation: Invitation | null, { email }: RegistrationForm): boolean {
  return Boolean(invitation?.email && recipientKey(invitation.email) !== recipientKey(email.trim()));
}

interface AdmittedOptions extends RegistrationOptions {
  /** Checks whether the account may be created. Called again within the transaction. @throws {RegistrationClosed} */
  readonly admit: (unit?: UnitOfWork) => Promise<Invitation | null>;
}

function creationEvents(
  user: User,
  origin: Origin,
  { invitation, details }: Pick<RegistrationOptions, 'details'> & { readonly invitation: Invitation | null },
): RecordedEvent[] {
  const { id: userId, username, isStaff } = user;
  const { machines, machineTags } = storedAccess(user);
  const rights = { isStaff, role: roleOf(user), machines, ...(machines === 'TAGGED' && { machineTags }) };
  const record = { result: 'success', origin, username, userId, details } as const;
  const invited = invitation && { invitation: invitation.id };
  // For accounts that visitors register for themselves, these details do not have to be recorded.
  const after = origin.by ? { isActive: true, ...rights } : invited && { ...invited, ...rights };
  const granted = (origin.by || invited) && { before: { isStaff: false }, after: { isStaff, ...invited } };
  return [
    { event: 'register', ...record, change: after ? { after } : undefined },
    ...(isStaff ? [{ event: 'staff_grant', ...record, change: granted ?? undefined } as const] : []),
  ];
}
