import type { Language } from '../../../i18n/catalogues.js';
import { message } from '../../../i18n/message.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { OidcSettings } from '../../../settings/oidc-settings.js';
import { isEmailAddress } from '../../../shared/addresses/email-address.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { IdentityRefused } from '../identities/identities.errors.js';
import type { Identities } from '../identities/identities.js';
import type { Registration } from '../registration/registration.js';
import { nameFaults } from '../registration/registration-rules.js';
import { findByEmail } from '../users/find-by-email.js';
import type { OidcIdentity } from '../users/oidc-identity.entity.js';
import type { User } from '../users/user.entity.js';
import type { ProvidedPerson } from './claims.js';
import { deriveUsernames } from './derive-username.js';
import { SignInRefused } from './oidc.errors.js';

interface ProvidedAccountsDeps {
  readonly em: UnitOfWork;
  readonly oidc: OidcSettings;
  readonly identities: Identities;
  readonly registration: Pick<Registration, 'registerProvided'>;
}

/** Circumstances of a first login. */
export interface FirstLogin {
  readonly origin: Origin;
  readonly language: Language;
  /** Token of an invitation; empty for none. */
  readonly invitation: string;
}

/** Finds or creates the account of a person who has signed in at the provider (decision 110). */
export class ProvidedAccounts {
  constructor(private readonly deps: ProvidedAccountsDeps) {}

  /**
   * Returns the identity of a person: a known one, one linked to the account that has proved the same address if the
   * settings allow it, or one of a new account if they allow that.
   *
   * @throws {SignInRefused} if there is no account for the person.
   * @throws {RegistrationClosed | RateLimited} if the registration policy admits no new account.
   */
  async identify(person: ProvidedPerson, login: FirstLogin): Promise<OidcIdentity> {
    const { identities } = this.deps;
    const known = await identities.find(person);
    if (known) return known;
    const owner = await this.#findByEmail(person);
    if (owner) await identities.link(owner, describeIdentity(person), login.origin).catch(unlessLinkedMeanwhile);
    else await this.#create(person, login);
    const created = await identities.find(person);
    if (!created) throw this.#unknown();
    return created;
  }

  /**
   * Finds the account that has proved the address that the provider has verified, if the settings trust that. An address
   * that nobody has proved here links nothing: whoever registered with it first would get the owner's sign-ins.
   */
  async #findByEmail({ email, emailVerified }: ProvidedPerson): Promise<User | null> {
    if (!this.deps.oidc.linkByEmail || !emailVerified || !isEmailAddress(email)) return null;
    const owner = await findByEmail(this.deps.em.fork(), email);
    return owner?.isActive && owner.emailProvedAt ? owner : null;
  }

  async #create(person: ProvidedPerson, { origin, language, invitation }: FirstLogin): Promise<void> {
    const { oidc, identities, registration } = this.deps;
    if (oidc.create === 'never') throw this.#unknown();
    if (person.email === '')
      throw new SignInRefused('no_email', message('accounts.oidc.noEmail', { provider: oidc.name }));
    const options = {
      language,
      invitation,
      isAdmitted: oidc.create === 'always',
      provided: {
        link: async (unit: UnitOfWork, user: User) => {
          await identities.insert(unit, user, describeIdentity(person));
        },
        provesAddress: person.emailVerified,
      },
    };
    const { email, firstName } = person;
    const isNamed = nameFaults(firstName.trim()).length === 0;
    for (const username of deriveUsernames(person)) {
      const form = { username, email, firstName: isNamed ? firstName : username };
      try {
        await registration.registerProvided(form, origin, options);
        return;
      } catch (error) {
        const { username: nameFault, email: emailFault } = faultsOf(error);
        if (emailFault?.[0]) throw new SignInRefused('email', emailFault[0]);
        if (!nameFault) throw error;
        // The name may have been taken by the same person in another tab.
        if (await identities.find(person)) return;
      }
    }
    throw this.#unknown();
  }

  #unknown(): SignInRefused {
    return new SignInRefused('unknown', message('accounts.oidc.unknown', { provider: this.deps.oidc.name }));
  }
}

/** Returns the faults by field of a refused registration. @throws any other error */
function faultsOf(error: unknown) {
  if (error instanceof InvalidFields) return error.details.fields ?? {};
  throw error;
}

/** Another tab may have linked the same person at the same time. */
function unlessLinkedMeanwhile(error: unknown): void {
  if (!(error instanceof IdentityRefused)) throw error;
}

export function describeIdentity({ issuer, subject, email, username, hasSecondFactor }: ProvidedPerson) {
  return { issuer, subject, name: email || username || subject, hasSecondFactor };
}
