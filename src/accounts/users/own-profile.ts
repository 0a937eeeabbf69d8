import { LockMode } from '@mikro-orm/core';
import type { AuditTrail, Change } from '../../audit/audit-trail.js';
import type { Origin } from '../../audit/origin.js';
import { InvalidFields, NotAuthenticated } from '../../shared/errors.js';
import type { Preferences } from '../../shared/preferences.js';
import type { Quota } from '../../shared/quota.js';
import type { Viewer } from '../../shared/viewer.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import type { Blocklist } from '../email-domains/blocklist.js';
import { capitaliseName, checkProfile } from '../registration/registration-rules.js';
import { User } from './user.entity.js';

/** The profile of a user, as received or as stored. */
export interface Profile {
  readonly firstName: string;
  readonly email: string;
}

interface OwnProfileDeps {
  readonly audit: AuditTrail;
  readonly blocklist: Blocklist;
  readonly changedAccounts: ChangedAccounts;
  /** `OWN_CHANGES_A_DAY`. */
  readonly ownChanges: Quota;
}

/** Changes of users to their own account that do not concern how they log in (contract 2, `/conta/`). */
export class OwnProfile {
  constructor(private readonly deps: OwnProfileDeps) {}

  /**
   * Changes name and address, by the rules of registration, and records the differences.
   *
   * @returns the profile as it is stored.
   * @throws {InvalidFields} naming every invalid field; nothing is changed then.
   * @throws {RateLimited} after too many changes in a day.
   */
  async change({ userId, username }: Viewer, typed: Profile, origin: Origin): Promise<Profile> {
    const { audit, blocklist, changedAccounts, ownChanges } = this.deps;
    const faults = await checkProfile(typed, (domain) => blocklist.blocks(domain));
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    await ownChanges.take(`profile_change ${userId}`);
    const stored = { firstName: capitaliseName(typed.firstName), email: typed.email.trim() };
    await audit.withChange(origin, async (unit, record) => {
      const where = { id: userId, isActive: true };
      // Concurrent changes must be recorded one after the other, each with the values that the previous one has set.
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true };
      const before = await unit.findOne(User, where, options);
      if (!before) throw new NotAuthenticated();
      await unit.nativeUpdate(User, { id: userId }, stored);
      const change = changeOf(before, stored);
      await record({ event: 'profile_change', result: 'success', origin, username, userId, change });
    });
    changedAccounts.announce(userId);
    return stored;
  }

  /** Stores the preferences of the viewer. @returns them. */
  async changePreferences({ userId }: Viewer, { language, theme }: Preferences, origin: Origin): Promise<Preferences> {
    const { audit, changedAccounts } = this.deps;
    await audit.withChange(origin, (unit) => unit.nativeUpdate(User, { id: userId }, { language, theme }));
    changedAccounts.announce(userId);
    return { language, theme };
  }
}

/** The differences between two profiles; undefined when there are none. */
function changeOf(before: Profile, after: Profile): Change | undefined {
  const changed = (['firstName', 'email'] as const).filter((fact) => before[fact] !== after[fact]);
  if (changed.length === 0) return undefined;
  const factsOf = (profile: Profile) => Object.fromEntries(changed.map((fact) => [fact, profile[fact]]));
  return { before: factsOf(before), after: factsOf(after) };
}
