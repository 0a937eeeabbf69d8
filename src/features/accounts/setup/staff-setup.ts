import { randomBytes } from 'node:crypto';
import type { Language } from '../../../i18n/catalogues.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import { COMMAND_LINE } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { lockWithin } from '../../../platform/db/lock-within.js';
import type { NewAccounts } from '../../../shared/identity/new-accounts.js';
import { networkAllowances, networkLimits } from '../../../shared/rate-limits/network-limits.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../../shared/time/clock.js';
import { storeNewAccounts } from '../access-policy/access-policy-changes.js';
import { accountPaths, SETUP_PARAMETER } from '../accounts.paths.js';
import type { KnownNetworks } from '../credentials/known-networks.js';
import { hashOfToken, isLinkToken } from '../link-tokens.js';
import { REGISTRATION_LOCK, type Registration } from '../registration/registration.js';
import type { RegistrationForm } from '../registration/registration-rules.js';
import type { User } from '../users/user.entity.js';
import { hasActiveStaff } from '../users/user-directory.js';
import { SetupLinkNotValid, StaffExists } from './setup.errors.js';
import { SETUP_LINK_ID, SetupLink } from './setup-link.entity.js';

/** Lifetime of a link, in minutes. Opening it does not prolong it. */
export const SETUP_MINUTES = 30;

/** Maximum number of wrong links per hour from each network, narrowest first. Valid ones are never refused. */
export const WRONG_SETUP_LINKS_AN_HOUR = [20, 40, 80] as const;

const WRONG_LINKS = networkLimits('wrong setup links from a network', WRONG_SETUP_LINKS_AN_HOUR, 3600);

const SECRET_BYTES = 32;

/** Shows in the audit trail that an account was created with a setup link. */
const BY_SETUP_LINK = { means: 'setup_link' } as const;

interface StaffSetupDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly registration: Registration;
  readonly knownNetworks: KnownNetworks;
  readonly rateLimits: RateLimits;
}

/** A visitor's attempt with a secret from a link or a cookie. */
interface Attempt {
  readonly secret: string;
  /** The visitor's IP address. */
  readonly address: string;
  /** Language of the welcome mail. */
  readonly language: Language;
}

/**
 * Creates the first staff account, for an operator or for a person with an operator's link (decision 098). Everything
 * here ends once an active account has the staff role.
 */
export class StaffSetup {
  constructor(private readonly deps: StaffSetupDeps) {}

  /**
   * Creates a link that is valid for {@link SETUP_MINUTES} minutes and one account, and invalidates the previous one.
   *
   * @param publicUrl the service's public URL, without a trailing slash.
   * @returns the link, which nobody can look up later, and its lifetime.
   * @throws {StaffExists}
   */
  async createLink(publicUrl: string): Promise<{ readonly link: string; readonly minutes: number }> {
    const { clock, audit } = this.deps;
    const token = newSecret();
    await audit.withChange(COMMAND_LINE, async (unit, record) => {
      if (await hasActiveStaff(unit)) throw new StaffExists();
      const expiresAt = new Date(clock.now().getTime() + SETUP_MINUTES * 60_000);
      const row = { id: SETUP_LINK_ID, tokenHash: hashOfToken(token), expiresAt };
      await unit.upsert(SetupLink, row, { onConflictMergeFields: ['tokenHash', 'expiresAt'] });
      await record({ event: 'setup_link_create', result: 'success', origin: COMMAND_LINE, username: '' });
    });
    return { link: `${publicUrl}${accountPaths.setup}?${SETUP_PARAMETER}=${token}`, minutes: SETUP_MINUTES };
  }

  /**
   * Exchanges a link's token for a secret that only the browser knows. The token ends with it, so it is worthless in
   * the log of a proxy and in the browser's history.
   *
   * @throws {SetupLinkNotValid}
   * @throws {RateLimited} after too many wrong tokens.
   */
  async exchange(token: string, address: string): Promise<string> {
    const secret = newSecret();
    const unit = this.deps.em.fork();
    const isClosed = await hasActiveStaff(unit);
    const changed = isClosed
      ? 0
      : await unit.nativeUpdate(SetupLink, this.#valid(token), { tokenHash: hashOfToken(secret) });
    if (changed === 0) await this.#refuse(address);
    return secret;
  }

  /** Whether an exchanged secret can still be used. */
  async isValid(secret: string): Promise<boolean> {
    const unit = this.deps.em.fork();
    if (!isLinkToken(secret) || (await hasActiveStaff(unit))) return false;
    return (await unit.count(SetupLink, this.#valid(secret))) === 1;
  }

  /** Checks an exchanged secret. @throws {SetupLinkNotValid | RateLimited} */
  async check({ secret, address }: Omit<Attempt, 'language'>): Promise<void> {
    if (!(await this.isValid(secret))) await this.#refuse(address);
  }

  /**
   * Creates the staff account and stores what new accounts see, with an exchanged secret, which is used up, and records the login that follows. Neither
   * the registration mode nor its quota applies. Of several attempts at once, one succeeds.
   *
   * @throws {SetupLinkNotValid | RateLimited}
   * @throws {InvalidFields} naming every invalid field; the secret then stays valid.
   * @throws {Busy} as for every registration.
   */
  async register(form: RegistrationForm, newAccounts: NewAccounts, attempt: Attempt): Promise<User> {
    await this.check(attempt);
    const { registration, audit, knownNetworks } = this.deps;
    const { secret, address, language } = attempt;
    const origin = { method: 'form', address } as const;
    const claim = async (unit: UnitOfWork) => {
      const used = await this.#claim(unit, () => unit.nativeDelete(SetupLink, this.#valid(secret)));
      if (used !== 1) throw new SetupLinkNotValid();
      await storeNewAccounts(unit, newAccounts);
    };
    const user = await registration.register(form, origin, {
      ...{ role: 'STAFF', language, claim },
      details: { ...BY_SETUP_LINK, newAccounts },
    });
    const { username, id: userId } = user;
    await audit.record({ event: 'login', result: 'success', origin, username, userId, details: BY_SETUP_LINK });
    knownNetworks.remember(address);
    return user;
  }

  /**
   * Creates the staff account for an operator on the command line, stores what new accounts see, and invalidates the
   * link.
   *
   * @throws {StaffExists}
   * @throws {InvalidFields} naming every invalid field.
   */
  registerByOperator(form: RegistrationForm, newAccounts: NewAccounts): Promise<User> {
    const claim = async (unit: UnitOfWork) => {
      const deleted = await this.#claim(unit, () => unit.nativeDelete(SetupLink, {}));
      if (deleted === undefined) throw new StaffExists();
      await storeNewAccounts(unit, newAccounts);
    };
    return this.deps.registration.register(form, COMMAND_LINE, {
      ...{ role: 'STAFF', claim },
      details: { newAccounts },
    });
  }

  /**
   * Deletes the link within the transaction that creates the account, unless there is active staff. Waits for every
   * other transaction that creates an account, so it sees theirs.
   *
   * @returns the number of deleted rows; undefined if there is active staff.
   */
  async #claim(unit: UnitOfWork, deleteLink: () => Promise<number>): Promise<number | undefined> {
    await lockWithin(unit, REGISTRATION_LOCK);
    return (await hasActiveStaff(unit)) ? undefined : deleteLink();
  }

  #valid(secret: string) {
    return { tokenHash: hashOfToken(secret), expiresAt: { $gt: this.deps.clock.now() } };
  }

  /** Counts a wrong link. @throws {SetupLinkNotValid | RateLimited} */
  async #refuse(address: string): Promise<never> {
    await takeAll(this.deps.rateLimits, networkAllowances(WRONG_LINKS, address));
    throw new SetupLinkNotValid();
  }
}

/** Returns 32 random bytes in the format of {@link isLinkToken}. */
function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}
