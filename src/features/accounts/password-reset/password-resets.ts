import { raw } from '@mikro-orm/core';
import type { Language } from '../../../i18n/catalogues.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { deleteInSlices } from '../../../platform/db/delete-in-slices.js';
import { recipientKey } from '../../../platform/mail/recipient-key.js';
import type { Outbox } from '../../../platform/outbox/outbox.js';
import { type EmailSettings, senderDomain } from '../../../settings/email-settings.js';
import { isEmailAddress } from '../../../shared/addresses/email-address.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { networkAllowances, networkLimits } from '../../../shared/rate-limits/network-limits.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import type { KnownNetworks } from '../credentials/known-networks.js';
import type { Lockout } from '../credentials/lockout/lockout.js';
import type { PasswordHasher } from '../credentials/password-hasher.js';
import { type NewPassword, newPasswordFaults } from '../credentials/password-rules.js';
import { hashOfToken, isLinkToken } from '../link-tokens.js';
import { endPersonalTokens } from '../personal-tokens/personal-tokens.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../users/user.entity.js';
import { PasswordReset } from './password-reset.entity.js';
import { ResetLinkNotValid } from './password-reset.errors.js';
import { MAIL_TRIED_MS } from './password-reset-mail.js';

/** Maximum requests per hour from each network, narrowest first, and for one address. */
const REQUESTS_AN_HOUR = [20, 40, 80];
export const REQUESTS_OF_ADDRESS_AN_HOUR = 3;

const HOUR_SECONDS = 3600;

const OF_NETWORKS = networkLimits('password resets from a network', REQUESTS_AN_HOUR, HOUR_SECONDS);
const OF_ADDRESS = { name: 'password resets of an address', limit: REQUESTS_OF_ADDRESS_AN_HOUR, seconds: HOUR_SECONDS };

interface PasswordResetsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly hasher: PasswordHasher;
  readonly knownNetworks: KnownNetworks;
  readonly lockout: Lockout;
  readonly changedAccounts: ChangedAccounts;
  readonly outbox: Outbox;
  readonly rateLimits: RateLimits;
  /** Undefined while mail is off, in which case requests are disabled. */
  readonly email: EmailSettings | undefined;
}

/** Lets users who can read their account's mail set a new password (contract 14, decision 063). */
export class PasswordResets {
  constructor(private readonly deps: PasswordResetsDeps) {}

  get isOn(): boolean {
    return this.deps.email !== undefined;
  }

  /**
   * Queues a mail to an address, whether or not an account has it: only the mail worker searches for accounts, so
   * neither the response nor its timing reveals any. Queues nothing beyond {@link REQUESTS_OF_ADDRESS_AN_HOUR}.
   *
   * @throws {InvalidFields} naming `email` when it cannot be an address.
   * @throws {RateLimited} if too many requests have come from one of the caller's networks.
   */
  async request(typed: string, { address: caller }: Origin, language: Language): Promise<void> {
    const { em, outbox, rateLimits, email } = this.deps;
    const address = typed.trim();
    if (!email) return;
    if (address === '') throw new InvalidFields({ email: ['accounts.required'] });
    if (!isEmailAddress(address)) throw new InvalidFields({ email: ['accounts.emailMalformed'] });
    await takeAll(rateLimits, networkAllowances(OF_NETWORKS, caller));
    if ((await rateLimits.take([{ rateLimit: OF_ADDRESS, key: recipientKey(address) }])) !== undefined) return;
    const unit = em.fork();
    const mail = { kind: 'password_reset', userId: null, address, triedMs: MAIL_TRIED_MS } as const;
    outbox.put(unit, { ...mail, language, domain: senderDomain(email) });
    await unit.flush();
    outbox.announce();
  }

  /** Returns the account of a valid link; null if the link is not valid. */
  async findOwner(token: string): Promise<User | null> {
    if (!isLinkToken(token)) return null;
    const where = { tokenHash: hashOfToken(token), expiresAt: { $gt: this.deps.clock.now() } };
    const reset = await this.deps.em.fork().findOne(PasswordReset, where, { populate: ['user'] });
    if (!reset) return null;
    const { user, tokenVersion, recipient } = reset;
    const holds = user.isActive && user.tokenVersion === tokenVersion && recipientKey(user.email) === recipient;
    return holds ? user : null;
  }

  /**
   * Sets the password of a link's account and uses up the link. Ends all of the account's sessions, tokens and sockets,
   * and lifts the lock of its name at the caller's address, since the failures there were the owner's.
   *
   * @throws {ResetLinkNotValid} if the link is invalid or another call has just used it.
   * @throws {InvalidFields} naming `password1` or `password2`; the link then stays valid.
   * @throws {Busy} when too many passwords are waiting to be hashed.
   */
  async setPassword(token: string, typed: NewPassword, origin: Origin): Promise<User> {
    const { hasher, knownNetworks, audit, lockout, changedAccounts, clock } = this.deps;
    const user = await this.findOwner(token);
    if (!user) throw new ResetLinkNotValid();
    const faults = newPasswordFaults(typed, user);
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    const password = await hasher.hash(typed.password1, knownNetworks.queuePath(origin.address));
    const { id, username, usernameKey, tokenVersion, email } = user;
    await audit.withChange(origin, async (unit, record) => {
      const held = { tokenHash: hashOfToken(token), expiresAt: { $gt: clock.now() } };
      const unchanged = { id, tokenVersion, email, isActive: true };
      const used = await unit.nativeDelete(PasswordReset, held);
      const changes = { password, tokenVersion: raw('token_version + 1'), emailProvedAt: clock.now() };
      const changed = used === 0 ? 0 : await unit.nativeUpdate(User, unchanged, changes);
      if (changed === 0) throw new ResetLinkNotValid();
      await unit.nativeDelete(Session, { user: id });
      await unit.nativeDelete(PasswordReset, { user: id });
      await endPersonalTokens(unit, id);
      await lockout.unlock({ usernameKey, address: origin.address }, unit);
      await record({ event: 'password_reset', result: 'success', origin, username, userId: id });
    });
    changedAccounts.announce(id);
    return user;
  }

  /** Deletes expired links in batches. */
  async prune(): Promise<void> {
    const values = [this.deps.clock.now()];
    await deleteInSlices(this.deps, { table: 'password_resets', where: 'expires_at <= ?', values });
  }
}
