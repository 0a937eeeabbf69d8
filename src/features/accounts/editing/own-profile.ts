import { LockMode } from '@mikro-orm/core';
import type { AuditTrail, Change } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { recipientKey } from '../../../platform/mail/recipient-key.js';
import { InvalidFields, NotAuthenticated } from '../../../shared/errors/errors.js';
import type { Preferences } from '../../../shared/identity/preferences.js';
import { requireRecentProof } from '../../../shared/identity/recent-proof.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Quota } from '../../../shared/rate-limits/quota.js';
import type { Allowance, RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import type { Blocklist } from '../email-domains/blocklist.js';
import { capitaliseName, checkProfile } from '../registration/registration-rules.js';
import type { SecurityMail } from '../security-mail.js';
import { User } from '../users/user.entity.js';

/** Daily limit of mails to an account's previous addresses. Beyond it, they are not notified of changes. */
const ADDRESS_MAILS_A_DAY = 3;

const ADDRESS_MAILS: RateLimit = { name: 'mails about addresses', limit: ADDRESS_MAILS_A_DAY, seconds: 86_400 };

/** A user's profile, as received or as stored. */
export interface Profile {
  readonly firstName: string;
  readonly email: string;
}

interface OwnProfileDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly blocklist: Blocklist;
  readonly changedAccounts: ChangedAccounts;
  /** Quota of `OWN_CHANGES_A_DAY`. */
  readonly ownChanges: Quota;
  readonly securityMail: SecurityMail;
  readonly rateLimits: RateLimits;
}

/** Lets users make changes to their own account that do not affect how they log in (contract 2, `/conta/`). */
export class OwnProfile {
  constructor(private readonly deps: OwnProfileDeps) {}

  /**
   * Changes the name and address under the rules of registration, records any differences, and notifies the previous
   * address by mail.
   *
   * @returns the profile as stored.
   * @throws {InvalidFields} naming every invalid field; nothing is changed then.
   * @throws {RateLimited} after too many changes in a day.
   * @throws {ReauthenticationRequired} when the address changes and the viewer has not reauthenticated recently, since
   * anyone who can read an account's mail can set its password.
   */
  async change({ userId, username, credential }: Viewer, typed: Profile, origin: Origin): Promise<Profile> {
    const { clock, audit, blocklist, changedAccounts, ownChanges, securityMail } = this.deps;
    const faults = await checkProfile(typed, (domain) => blocklist.blocks(domain));
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    await ownChanges.take(`profile_change ${userId}`);
    const stored = { firstName: capitaliseName(typed.firstName), email: typed.email.trim() };
    const isTold = await this.#mayTell(userId, stored.email);
    const changed = audit.withChange(origin, async (unit, record) => {
      const where = { id: userId, isActive: true };
      // Concurrent changes have to be recorded one after the other, each with the values set by the previous one.
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true };
      const before = await unit.findOne(User, where, options);
      if (!before) throw new NotAuthenticated();
      const change = computeChange(before, stored);
      if (!change) return;
      const isSame = before.email === stored.email;
      if (!isSame) requireRecentProof(credential, clock.now());
      await unit.nativeUpdate(User, { id: userId }, { ...stored, ...(!isSame && { emailProvedAt: null }) });
      if (isTold && isOtherMailbox(before.email, stored.email)) {
        securityMail.queue(unit, before, 'address_changed', before.email);
      }
      await record({ event: 'profile_change', result: 'success', origin, username, userId, change });
    });
    await changed.catch(async (error: unknown) => {
      // Rejected changes must not use up the allowance of mails for successful ones.
      if (isTold) await this.deps.rateLimits.giveBack([mailsOf(userId)]);
      throw error;
    });
    changedAccounts.announce(userId);
    if (isTold) securityMail.announce();
    return stored;
  }

  /** Whether the previous address may be notified of a new one. Counted outside the transaction. */
  async #mayTell(userId: number, address: string): Promise<boolean> {
    const { em, rateLimits } = this.deps;
    const user = await em.fork().findOne(User, { id: userId });
    if (!user || !isOtherMailbox(user.email, address)) return false;
    return (await rateLimits.take([mailsOf(userId)])) === undefined;
  }

  /** Stores the given preferences and leaves the others as they are. @returns all preferences. */
  async changePreferences(
    { userId, preferences }: Viewer,
    given: Partial<Preferences>,
    origin: Origin,
  ): Promise<Preferences> {
    const { audit, changedAccounts } = this.deps;
    if (Object.keys(given).length === 0) return preferences;
    await audit.withChange(origin, (unit) => unit.nativeUpdate(User, { id: userId }, { ...given }));
    changedAccounts.announce(userId);
    return { ...preferences, ...given };
  }
}

function mailsOf(userId: number): Allowance {
  return { rateLimit: ADDRESS_MAILS, key: String(userId) };
}

function isOtherMailbox(before: string, after: string): boolean {
  return recipientKey(before) !== recipientKey(after);
}

/** Returns the differences between two profiles; undefined if there are none. */
function computeChange(before: Profile, after: Profile): Change | undefined {
  const changed = (['firstName', 'email'] as const).filter((fact) => before[fact] !== after[fact]);
  if (changed.length === 0) return undefined;
  const factsOf = (profile: Profile) => Object.fromEntries(changed.map((fact) => [fact, profile[fact]]));
  return { before: factsOf(before), after: factsOf(after) };
}
